package dev.kolo.lab.life;

import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.machine.Programs;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The keys of one lab: one for the operator and one for each guest, made anew, so that every guest is known before it first
 * answers and nobody else's key opens anything.
 */
final class Keys {
    private static final long KEYGEN_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ProcessRunner processes;
    private final Programs programs;
    private final LabFolder folder;

    Keys(ProcessRunner processes, Programs programs, LabFolder folder) {
        this.processes = processes;
        this.programs = programs;
        this.folder = folder;
    }

    /** Makes all keys; the guests' settings folders are there already. */
    void make(LabLayout layout) throws IOException, InterruptedException {
        generate(folder.userKey(), "kolo lab " + folder.name());
        for (LabHost host : layout.hosts()) {
            Path guest = folder.guest(host);
            generate(guest.resolve("host_key"), host.name());
            Files.copy(folder.userKey().resolveSibling("user_key.pub"), guest.resolve("authorized_keys"));
        }
    }

    private void generate(Path file, String comment) throws InterruptedException {
        String program = programs.require("ssh-keygen");
        Programs.run(
                processes,
                KEYGEN_NANOS,
                List.of(program, "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", file.toString()));
    }

    /** Writes what ssh needs to reach the guests from here by their names. */
    void writeClientFiles(LabLayout layout, Map<String, Integer> sshPorts) throws IOException {
        List<String> known = new ArrayList<>();
        List<String> config = new ArrayList<>();
        for (LabHost host : layout.hosts()) {
            String key =
                    Files.readString(folder.guest(host).resolve("host_key.pub")).strip();
            known.add("kolo-lab-" + host.name() + " " + key);
            config.addAll(List.of(
                    "Host " + host.name(),
                    "  HostName 127.0.0.1",
                    "  Port " + sshPorts.get(host.name()),
                    "  HostKeyAlias kolo-lab-" + host.name()));
        }
        config.addAll(List.of(
                "Host *",
                "  User root",
                "  IdentityFile " + quoted(folder.userKey()),
                "  IdentitiesOnly yes",
                "  StrictHostKeyChecking yes",
                "  UserKnownHostsFile " + quoted(folder.knownHosts()),
                "  GlobalKnownHostsFile /dev/null",
                "  ServerAliveInterval 30",
                "  ServerAliveCountMax 10"));
        Files.write(folder.knownHosts(), known);
        Files.write(folder.sshConfig(), config);
    }

    /** A path in ssh's configuration: blanks are kept by double quotes, and a per cent sign stands twice. */
    private static String quoted(Path path) {
        return "\"" + path.toString().replace("%", "%%") + "\"";
    }
}
