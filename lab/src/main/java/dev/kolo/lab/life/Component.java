package dev.kolo.lab.life;

import dev.kolo.lab.LabException;
import dev.kolo.lab.machine.Architecture;
import dev.kolo.lab.machine.Programs;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a lab needs of this machine beyond a kernel, by program, with Debian's package for each.
 *
 * @param program what is looked for
 * @param packageName what to install
 * @param purpose what it is for
 * @param needed whether there is no lab without it
 */
public record Component(String program, String packageName, String purpose, boolean needed) {
    /** All of them, the needed ones first. */
    public static List<Component> all() {
        Architecture architecture = Architecture.ofMachine().orElseThrow(Component::noArchitecture);
        List<Component> all = new ArrayList<>();
        all.add(new Component(architecture.emulator(), architecture.emulatorPackage(), "runs the guests", true));
        all.add(new Component("busybox", "busybox-static", "starts a guest; the package busybox will do too", true));
        all.add(new Component("sshd", "openssh-server", "answers in a guest", true));
        all.add(new Component("ssh", "openssh-client", "reaches a guest", true));
        all.add(new Component("ssh-keygen", "openssh-client", "makes the lab's keys", true));
        all.add(new Component("modprobe", "kmod", "loads modules in a guest", true));
        all.add(new Component("depmod", "kmod", "indexes an unpacked kernel's modules", true));
        all.add(new Component("ip", "iproute2", "names and addresses interfaces in a guest", true));
        all.add(new Component("tc", "iproute2", "relays, delays and loses frames in a guest", true));
        all.add(new Component("rdma", "iproute2", "makes soft RoCE devices in a guest", true));
        all.add(new Component(
                "ibv_devinfo", "ibverbs-utils ibverbs-providers", "shows RDMA devices in a guest", false));
        all.add(new Component("ib_write_lat", "perftest ibverbs-providers", "the suites' RDMA writes", false));
        all.add(new Component("ethtool", "ethtool", "what a scan reads of a NIC", false));
        all.add(new Component("lldpd", "lldpd", "recordings with LLDP", false));
        all.add(new Component("podman", "podman", "containers in a guest", false));
        return all;
    }

    /** Whether it is here. */
    public boolean isHere(Programs programs) {
        return programs.find(program).isPresent();
    }

    /**
     * Refuses when something is missing without which there is no lab.
     *
     * @throws LabException with everything that is missing and the command that installs it
     */
    public static void require(Programs programs) {
        List<String> missing = new ArrayList<>();
        Set<String> packages = new LinkedHashSet<>();
        for (Component component : all()) {
            if (component.needed() && !component.isHere(programs)) {
                missing.add(component.program());
                packages.add(component.packageName());
            }
        }
        if (!missing.isEmpty()) {
            throw LabException.refused("a lab needs programs that are not installed: " + String.join(", ", missing)
                    + ". On Debian or Ubuntu: sudo apt-get install " + String.join(" ", packages));
        }
    }

    static LabException noArchitecture() {
        return LabException.refused("labs need Linux on x86-64 or 64-bit Arm, and this is "
                + System.getProperty("os.name", "?") + " on " + System.getProperty("os.arch", "?"));
    }
}
