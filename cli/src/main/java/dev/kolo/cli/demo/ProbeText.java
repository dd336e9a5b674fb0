package dev.kolo.cli.demo;

/**
 * What the probe would print on a virtual host: the format {@code kolo-probe/1}, so that the demo's facts go through the
 * same readers as everybody's.
 */
public final class ProbeText {
    private final StringBuilder out = new StringBuilder(32_768);

    private ProbeText() {}

    /** The whole output for one host of a ring. */
    public static String of(VirtualRing ring, VirtualHost host) {
        ProbeText text = new ProbeText();
        text.out.append("### kolo-probe/1\n");
        text.machine(host);
        text.network(ring, host);
        text.rdma(ring, host);
        text.engines(host);
        text.out.append("### done kolo-probe/1\n");
        return text.out.toString();
    }

    private void machine(VirtualHost host) {
        section("hostname", "cat /proc/sys/kernel/hostname", host.name());
        section(
                "uname",
                "uname -a",
                "Linux " + host.name() + " 6.17.0-1032-nvidia #32-Ubuntu SMP PREEMPT_DYNAMIC aarch64 aarch64 aarch64"
                        + " GNU/Linux");
        section("rights", "id -u", "1000");
        section("container", "ls /.dockerenv /run/.containerenv", "/.dockerenv:absent\n/run/.containerenv:absent");
        section(
                "dmi",
                "grep -H . /sys/class/dmi/id/{sys_vendor,product_name,board_name,bios_version}",
                "/sys/class/dmi/id/sys_vendor:NVIDIA\n/sys/class/dmi/id/product_name:NVIDIA_DGX_Spark");
        section("cmdline", "cat /proc/cmdline (chosen words)", "");
        section("meminfo", "cat /proc/meminfo", """
                MemTotal:       125513160 kB
                MemFree:        118203412 kB
                MemAvailable:   121034880 kB
                SwapTotal:      16777212 kB
                SwapFree:       16777212 kB
                HugePages_Total:       0
                Hugepagesize:       2048 kB
                CmaTotal:             0 kB
                CmaFree:              0 kB
                """);
        section("memlock", "ulimit -l", "unlimited");
        section("docker-version", "docker --version", "Docker version 28.3.3, build 980b856");
        missing("podman-version", "podman");
    }

    private void network(VirtualRing ring, VirtualHost host) {
        IpText ip = new IpText(ring, host);
        section("ip-j-addr", "ip -j addr show", ip.addresses());
        section("ip-j-link", "ip -j -s -d link show", ip.links());
        section("ip-j-route", "ip -j -4 route show table main", ip.routes());
        section("ip-j-route6", "ip -j -6 route show table main", "[]");
        section("ip-j-neigh", "ip -j -4 neigh show", ip.neighbours());
        section("ip-j-neigh6", "ip -j -6 neigh show", "[]");
        SysfsText sysfs = new SysfsText(ring, host);
        section("sysfs-net", "grep -H . /sys/class/net/*/* (chosen files)", sysfs.netdevs());
        for (VirtualFunction function : host.functions()) {
            String dev = function.netdev();
            section("ethtool/" + dev, "ethtool " + dev, sysfs.ethtool(function));
            section("ethtool-i/" + dev, "ethtool -i " + dev, SysfsText.driver(function));
            section("ethtool-k/" + dev, "ethtool -k " + dev + " | grep -E 'hw-tc-offload'", "hw-tc-offload: on");
            section("tc-j-filter-ingress/" + dev, "tc -j -s filter show dev " + dev + " ingress", "[]");
            section("tc-j-filter-egress/" + dev, "tc -j -s filter show dev " + dev + " egress", "[]");
        }
        missing("lldpctl-json", "lldpctl");
        missing("networkctl-lldp", "/run/systemd/netif");
    }

    private void rdma(VirtualRing ring, VirtualHost host) {
        RdmaText rdma = new RdmaText(ring, host);
        section("sysfs-infiniband", "grep -rH . /sys/class/infiniband/* (chosen files)", rdma.sysfs());
        section("rdma-j-link", "rdma -j link show", rdma.links());
        section("rdma-system", "rdma system show", "netns shared copy-on-fork on");
        section("ibv_devinfo", "ibv_devinfo", rdma.devinfo());
    }

    private void engines(VirtualHost host) {
        section(
                "environment",
                "env | grep -E '^(NCCL|GLOO|SGLANG|VLLM|UCX|B12X|DSV41)_|^TP_SOCKET_IFNAME='",
                String.join("\n", host.environment()));
        missing("nccl.conf/etc", "/etc/nccl.conf");
    }

    private void section(String name, String command, String body) {
        out.append("### section ").append(name).append(' ').append(command).append('\n');
        out.append(body);
        if (!body.isEmpty() && !body.endsWith("\n")) {
            out.append('\n');
        }
        out.append("### end ").append(name).append(" rc=0\n");
    }

    private void missing(String name, String what) {
        out.append("### missing ").append(name).append(' ').append(what).append('\n');
    }
}
