package dev.kolo.lab.life;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.machine.Initramfs;
import dev.kolo.lab.machine.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The files that a guest copies from this machine when it starts: who it is, its ports, its ssh server's configuration. */
record GuestSettings(LabLayout layout, Kernel kernel, String id, String busybox, String sshd, List<String> kolo) {
    /**
     * Writes them.
     *
     * @param folder the guest's own, empty
     * @throws LabException when a path could not stand where it has to
     */
    void write(LabHost host, Path folder) throws IOException {
        requirePlain(folder);
        requirePlain(kernel.modules());
        Files.createDirectories(folder);
        Files.write(folder.resolve("settings"), settings(host));
        Files.write(folder.resolve("hosts"), hosts());
        Files.write(folder.resolve("sshd_config"), sshdConfig());
        Files.write(
                folder.resolve("inittab"),
                List.of(
                        "# Whatever ends here is started again.",
                        "::sysinit:/bin/sh /run/kolo-lab/setup.sh",
                        "::respawn:" + sshd + " -D -e -f /run/kolo-lab/sshd_config -E /run/kolo-lab/sshd.log",
                        "::ctrlaltdel:" + busybox + " poweroff"));
        Files.write(folder.resolve("setup.sh"), Initramfs.resource("setup.sh"));
        if (!kolo.isEmpty()) {
            Files.write(
                    folder.resolve("kolo"),
                    List.of(
                            "#!/bin/sh",
                            "# The kolo command of the machine on which the lab runs, in little memory.",
                            "exec "
                                    + kolo.stream().map(ShellWord::quote).collect(Collectors.joining(" "))
                                    + " \"$@\""));
        }
    }

    private List<String> settings(LabHost host) {
        List<String> lines = new ArrayList<>();
        lines.add("name " + host.name() + " " + id + String.format("%016x", host.index() + 1));
        lines.add("modules " + kernel.modules());
        lines.add("management " + host.managementMac() + " " + LabHost.MANAGEMENT_NETDEV + " "
                + host.managementAddress() + "/24 " + LabLayout.GATEWAY);
        for (LabPort port : host.ports()) {
            String address =
                    port.address().map(own -> own + "/" + LabPort.PREFIX_LENGTH).orElse("-");
            lines.add("port " + port.mac() + " " + port.netdev() + " " + port.device() + " "
                    + layout.spec().mtuBytes() + " " + address);
        }
        return lines;
    }

    private List<String> hosts() {
        List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost", "::1 localhost"));
        layout.hosts().forEach(host -> lines.add(host.managementAddress() + " " + host.name()));
        return lines;
    }

    private static List<String> sshdConfig() {
        return List.of(
                "Port 22",
                "HostKey /run/kolo-lab/host_key",
                "AuthorizedKeysFile /run/kolo-lab/authorized_keys",
                "StrictModes no",
                "UsePAM no",
                "UseDNS no",
                "PasswordAuthentication no",
                "PermitRootLogin prohibit-password",
                "PrintMotd no",
                "PidFile none",
                "MaxStartups 100",
                "Subsystem sftp internal-sftp",
                "SetEnv PATH=/run/kolo-lab/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    }

    /** The kernel's command line has no quoting that init could undo. */
    private static void requirePlain(Path path) {
        if (!path.toString().matches("[A-Za-z0-9/._+@,=:~-]+")) {
            throw LabException.refused("a guest cannot be told the path " + path
                    + ": labs need a folder without blanks and rare characters. Set KOLO_LAB_HOME (and XDG_CACHE_HOME)"
                    + " to one");
        }
    }
}
