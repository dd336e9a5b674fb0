package dev.kolo.lab.machine;

import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.layout.Wire;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The emulator's arguments for the guests of a lab and for its switchboard.
 *
 * <p>A cable is a pair of unix datagram sockets, one a side; TCP-backed ones delay small frames by some 20 ms. The
 * switchboard is an emulator without a machine: hubs, to which guests' sockets are attached, one for the management network
 * (with the operator's side, which forwards loopback ports to the guests' ssh servers) and, in switched labs, one a plane.
 *
 * @param id the lab's own id, by which its processes are told from all others
 * @param layout the lab
 * @param sockets a private folder with a short path
 * @param architecture of machine and guests
 * @param acceleration how guests run
 */
public record Emulator(
        String id, LabLayout layout, Path sockets, Architecture architecture, Acceleration acceleration) {
    /** Names the switchboard where guests have their host's name; no host name has a dot. */
    public static final String SWITCHBOARD = "switch.board";

    private static final int SSH_PORT = 22;

    /** On the guest's PCI bus, after what every guest has. */
    private static final int FIRST_SLOT = 5;

    private static final String SECOND_ROOT = "half";

    /** The argument that begins the name of every process of a lab. */
    public static String mark(String id) {
        return "guest=kolo-lab-" + id + "-";
    }

    /** The socket through which a process of the lab is told what to do. */
    public Path monitor(String name) {
        return sockets.resolve(name + ".qmp");
    }

    /**
     * The command line of a guest. It waits, halted, until its monitor says {@code cont}.
     *
     * @param kernel what it boots
     * @param initramfs its first file system
     * @param settings the folder with its settings, by its path on this machine
     * @param busybox by its path on this machine
     * @param console the file that takes what it prints, relative to the working folder
     */
    public List<String> guest(
            LabHost host, Kernel kernel, Path initramfs, Path settings, String busybox, String console) {
        List<String> argv = common(host.name());
        argv.addAll(architecture.machine());
        argv.addAll(acceleration.arguments());
        argv.addAll(List.of("-smp", "1", "-m", Integer.toString(layout.spec().memoryMib())));
        argv.addAll(List.of("-S", "-no-reboot", "-serial", "file:" + value(console)));
        argv.addAll(List.of("-kernel", kernel.image().toString(), "-initrd", initramfs.toString()));
        // A loaded machine serves the emulated timer late, which the kernel would take for a broken one:
        // no_timer_check.
        argv.addAll(List.of(
                "-append",
                "console=" + architecture.console() + " quiet panic=-1 no_timer_check random.trust_cpu=on kolo_lab="
                        + settings + " kolo_busybox=" + busybox));
        argv.addAll(List.of("-virtfs", "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap"));
        argv.addAll(List.of("-netdev", socket("m", "m" + host.index() + ".h", "m" + host.index() + ".s")));
        argv.addAll(List.of("-device", "virtio-net-pci,netdev=m,romfile=,addr=4,mac=" + host.managementMac()));
        if (hasSecondRoot()) {
            argv.addAll(List.of("-device", "pxb,id=" + SECOND_ROOT + ",bus_nr=64,bus=pci.0,addr=16"));
        }
        for (LabPort port : host.ports()) {
            argv.addAll(List.of("-netdev", socket(netdev(port), guestSide(host, port), farSide(host, port))));
            argv.addAll(List.of(
                    "-device",
                    "virtio-net-pci,netdev=" + netdev(port) + ",romfile=," + place(port) + ",mac=" + port.mac()));
        }
        return argv;
    }

    /**
     * Where a port sits on the guest's PCI buses. A Spark's names tell port and plane by themselves; where other names tell
     * nothing, the two ports of a plane are functions of one device, and the second plane has a PCI root of its own.
     */
    private String place(LabPort port) {
        if (!hasSecondRoot()) {
            return "addr=" + (FIRST_SLOT + 2 * port.plane() + port.port());
        }
        return (port.plane() == 0 ? "bus=pci.0,addr=" + FIRST_SLOT : "bus=" + SECOND_ROOT + ",addr=1") + "."
                + port.port() + ",multifunction=on";
    }

    /** The bridge for it is one of PCs. */
    private boolean hasSecondRoot() {
        return architecture.machine().isEmpty()
                && !layout.spec().names().ports().isEmpty();
    }

    /** The command line of the trial whether an accelerator works: the kernel says one line and ends. */
    public static List<String> trial(
            Architecture architecture, Acceleration acceleration, Kernel kernel, Path initramfs) {
        List<String> argv = new ArrayList<>(List.of(architecture.emulator(), "-nodefaults", "-display", "none"));
        argv.addAll(architecture.machine());
        argv.addAll(acceleration.arguments());
        argv.addAll(List.of("-smp", "1", "-m", "128", "-no-reboot", "-serial", "stdio"));
        argv.addAll(List.of("-kernel", kernel.image().toString(), "-initrd", initramfs.toString()));
        argv.addAll(List.of("-append", "console=" + architecture.console() + " quiet panic=-1 kolo_trial=1"));
        return argv;
    }

    /**
     * The command line of the switchboard.
     *
     * @param sshPorts the loopback port of each guest's ssh server, by host name
     */
    public List<String> switchboard(Map<String, Integer> sshPorts) {
        List<String> argv = common(SWITCHBOARD);
        argv.addAll(List.of("-machine", "none"));
        StringBuilder operator = new StringBuilder("user,id=operator,restrict=on,ipv6=off,net="
                + LabLayout.MANAGEMENT_NETWORK + "/24,host=" + LabLayout.GATEWAY);
        for (LabHost host : layout.hosts()) {
            operator.append(",hostfwd=tcp:127.0.0.1:")
                    .append(sshPorts.get(host.name()))
                    .append('-')
                    .append(host.managementAddress())
                    .append(':')
                    .append(SSH_PORT);
        }
        argv.addAll(List.of("-netdev", operator.toString()));
        argv.addAll(List.of("-netdev", "hubport,id=operator-port,hubid=0,netdev=operator"));
        for (LabHost host : layout.hosts()) {
            attach(argv, 0, "m" + host.index(), "m" + host.index() + ".s", "m" + host.index() + ".h");
            for (LabPort port : host.ports()) {
                if (port.wire() instanceof Wire.Switch) {
                    String id = "s" + port.plane() + "-" + host.index();
                    attach(argv, 1 + port.plane(), id, farSide(host, port), guestSide(host, port));
                }
            }
        }
        return argv;
    }

    private void attach(List<String> argv, int hub, String id, String own, String other) {
        argv.addAll(List.of("-netdev", socket(id, own, other)));
        argv.addAll(List.of("-netdev", "hubport,id=" + id + "-port,hubid=" + hub + ",netdev=" + id));
    }

    private List<String> common(String name) {
        return new ArrayList<>(List.of(
                architecture.emulator(),
                "-name",
                mark(id) + name,
                "-nodefaults",
                "-display",
                "none",
                "-qmp",
                "unix:" + value(monitor(name).toString()) + ",server=on,wait=off"));
    }

    /** The emulator's name of a port, for its monitor. */
    public static String netdev(LabPort port) {
        return "p" + port.plane() + port.port();
    }

    private String socket(String id, String own, String other) {
        return "dgram,id=" + id + ",local.type=unix,local.path="
                + value(sockets.resolve(own).toString()) + ",remote.type=unix,remote.path="
                + value(sockets.resolve(other).toString());
    }

    private static String guestSide(LabHost host, LabPort port) {
        return stem(host, port) + side(port, "a", "b", "h");
    }

    private static String farSide(LabHost host, LabPort port) {
        return stem(host, port) + side(port, "b", "a", "s");
    }

    private static String stem(LabHost host, LabPort port) {
        return switch (port.wire()) {
            case Wire.Cabled cabled -> "c" + port.plane() + "-" + cabled.cable() + ".";
            case Wire.Switch onSwitch -> "s" + port.plane() + "-" + host.index() + ".";
            case Wire.Free free -> "f" + port.plane() + "-" + host.index() + "-" + port.port() + ".";
        };
    }

    private static String side(LabPort port, String near, String far, String other) {
        return port.wire() instanceof Wire.Cabled cabled ? cabled.near() ? near : far : other;
    }

    /** The emulator's one quoting rule for values in a list: a comma stands twice. */
    private static String value(String text) {
        return text.replace(",", ",,");
    }
}
