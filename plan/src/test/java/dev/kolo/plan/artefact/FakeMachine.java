package dev.kolo.plan.artefact;

import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A host on which scripts can be run without being root on one: its ip, tc and so on keep their state in a folder, see
 * fake-machine.sh.
 */
final class FakeMachine {
    private static final List<String> TOOLS = List.of("ip", "tc", "ethtool", "devlink", "rdma", "uname");

    private final Path folder;
    private final Path state;

    private FakeMachine(Path folder) {
        this.folder = folder;
        this.state = folder.resolve("state");
    }

    /** A machine as the plan's network profile leaves it. */
    static FakeMachine of(Path folder, PlannedHost host) {
        FakeMachine machine = new FakeMachine(folder);
        try (InputStream in = FakeMachine.class.getResourceAsStream("fake-machine.sh")) {
            Files.createDirectories(machine.state.resolve("netdevs"));
            Files.createDirectories(machine.state.resolve("addresses"));
            Path bin = Files.createDirectories(folder.resolve("bin"));
            byte[] script = Objects.requireNonNull(in, "fake-machine.sh").readAllBytes();
            for (String tool : TOOLS) {
                Files.write(bin.resolve(tool), script);
                Files.setPosixFilePermissions(bin.resolve(tool), PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        machine.put("name", host.name());
        host.functions().forEach(machine::addFunction);
        return machine;
    }

    private void addFunction(PlannedFunction f) {
        put(
                "netdevs/" + f.netdev(),
                "3: " + f.netdev() + ": <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT\\"
                        + "    link/ether " + f.mac().orElseThrow() + " brd ff:ff:ff:ff:ff:ff");
        f.address()
                .ifPresent(a -> put(
                        "addresses/" + f.netdev(),
                        "3: " + f.netdev() + "    inet " + a + "/"
                                + f.prefixLength().orElseThrow() + " scope global " + f.netdev()
                                + "\\       valid_lft forever preferred_lft forever"));
        f.pci().ifPresent(pci -> put("hairpin." + pci, "1024"));
    }

    /** Writes one of the files of the state. */
    FakeMachine put(String file, String line) {
        try {
            Files.createDirectories(Objects.requireNonNull(state.resolve(file).getParent()));
            Files.writeString(state.resolve(file), line + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Forgets one of the files of the state. */
    void forget(String file) {
        try {
            Files.deleteIfExists(state.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails the n-th call of any tool from now on; 0 for none. */
    void failAt(int call) {
        forget("calls");
        put("fail-at", Integer.toString(call));
    }

    /** Kills the script at its n-th call from now on, which still does its work; 0 for never. */
    void killAt(int call) {
        failAt(0);
        put("kill-at", Integer.toString(call));
    }

    /** Calls since the last {@link #failAt}. */
    List<String> calls() {
        return lines("calls");
    }

    List<String> lines(String file) {
        try {
            return Files.exists(state.resolve(file)) ? Files.readAllLines(state.resolve(file)) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder that stands for /run/kolo-fabric. */
    Path run() {
        return folder.resolve("run");
    }

    /** Runs a script in a shell, given as the words before the script. */
    Programs.Answer run(List<String> shell, String script, String... arguments) {
        try {
            Path file = Files.writeString(folder.resolve("script.sh"), script);
            List<String> command = new ArrayList<>(shell);
            command.add(file.toString());
            command.addAll(List.of(arguments));
            Map<String, String> environment = Map.of(
                    "MACHINE", state.toString(),
                    "KOLO_RUN_DIR", run().toString(),
                    "PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
            return Programs.run(folder, environment, command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything that could have been changed, file by file: the state without the notes on calls, and the run folder. */
    Map<String, String> snapshot() {
        Map<String, String> all = new TreeMap<>();
        for (Path root : List.of(state, run())) {
            if (!Files.exists(root)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String content = Files.readString(file);
                    // An empty table is the same whether its file is there or not.
                    if (!content.isEmpty() || file.getFileName().toString().startsWith("clsact.")) {
                        all.put(folder.relativize(file).toString(), content);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        all.keySet()
                .removeIf(f ->
                        List.of("state/calls", "state/fail-at", "state/kill-at").contains(f));
        return all;
    }
}
