package dev.kolo.cli.demo;

import dev.kolo.fabric.address.MacAddress;

/** What {@code /sys/class/net} and ethtool would say of a virtual host's netdevs. */
final class SysfsText {
    private final VirtualRing ring;
    private final VirtualHost host;

    SysfsText(VirtualRing ring, VirtualHost host) {
        this.ring = ring;
        this.host = host;
    }

    /** A function's folder below its PCI root. */
    static String pciFolder(VirtualFunction function) {
        String domain = "000" + 2 * function.plane();
        return "/sys/devices/pci" + domain + ":00/" + domain + ":00:00.0/" + function.pci();
    }

    /** The files of {@code /sys/class/net}. */
    String netdevs() {
        StringBuilder out = new StringBuilder();
        host.functions().stream()
                .sorted((x, y) -> x.netdev().compareTo(y.netdev()))
                .forEach(f -> {
                    netdev(out, f.netdev(), pciFolder(f), "mlx5_core", f.mac(), f.mtu(), f.ifindex());
                    String path = "/sys/class/net/" + f.netdev() + "/";
                    boolean carrier = ring.hasCarrier(f);
                    out.append(path)
                            .append("operstate:")
                            .append(carrier ? "up" : "down")
                            .append('\n');
                    if (f.adminUp()) {
                        out.append(path)
                                .append("carrier:")
                                .append(carrier ? 1 : 0)
                                .append('\n');
                        out.append(path).append("speed:");
                        out.append(carrier ? ring.speedGbps(f).orElse(0) * 1000 : -1)
                                .append('\n');
                    }
                    out.append(path).append("phys_port_name:p").append(f.port()).append('\n');
                });
        netdev(
                out,
                IpText.LAN,
                "/sys/devices/pci0007:00/0007:00:00.0/0007:01:00.0",
                "r8127",
                IpText.lanMac(host),
                1500,
                2);
        String lan = "/sys/class/net/" + IpText.LAN + "/";
        out.append(lan).append("operstate:up\n").append(lan).append("carrier:1\n");
        out.append(lan).append("speed:10000\n");
        out.append("""
                /sys/class/net/lo -> /sys/devices/virtual/net/lo
                /sys/class/net/lo/address:00:00:00:00:00:00
                /sys/class/net/lo/mtu:65536
                /sys/class/net/lo/operstate:unknown
                /sys/class/net/lo/type:772
                /sys/class/net/lo/wireless:no
                """);
        return out.toString();
    }

    private static void netdev(
            StringBuilder out, String name, String folder, String driver, MacAddress mac, int mtu, int ifindex) {
        String path = "/sys/class/net/" + name;
        out.append(path)
                .append(" -> ")
                .append(folder)
                .append("/net/")
                .append(name)
                .append('\n');
        out.append(path).append("/device -> ").append(folder).append('\n');
        out.append(path)
                .append("/device/driver -> /sys/bus/pci/drivers/")
                .append(driver)
                .append('\n');
        out.append(path).append("/device/subsystem -> /sys/bus/pci\n");
        out.append(path).append("/address:").append(mac).append('\n');
        out.append(path).append("/mtu:").append(mtu).append('\n');
        out.append(path).append("/ifindex:").append(ifindex).append('\n');
        out.append(path).append("/type:1\n").append(path).append("/wireless:no\n");
    }

    /** {@code ethtool DEV}. */
    String ethtool(VirtualFunction function) {
        boolean carrier = ring.hasCarrier(function);
        return "Settings for " + function.netdev() + ":\n"
                + "\tSupported ports: [ Backplane ]\n"
                + "\tSpeed: " + (carrier ? ring.speedGbps(function).orElse(0) * 1000 + "Mb/s" : "Unknown!") + "\n"
                + "\tDuplex: " + (carrier ? "Full" : "Unknown! (255)") + "\n"
                + "\tAuto-negotiation: on\n"
                + "\tPort: Direct Attach Copper\n"
                + "\tLink detected: " + (carrier ? "yes" : "no") + "\n";
    }

    /** {@code ethtool -i DEV}. */
    static String driver(VirtualFunction function) {
        return "driver: mlx5_core\nversion: 6.17.0-1032-nvidia\nfirmware-version: 28.45.4028 (NVD0000000087)\n"
                + "expansion-rom-version: \nbus-info: " + function.pci() + "\nsupports-statistics: yes\n";
    }
}
