package dev.kolo.probe.source;

import dev.kolo.fabric.finding.Verdict;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What the tests of this package share: recorded folders, and one way to read any source. */
final class Scene {
    /** The shortest text that names a netdev. */
    static final String IP_ADDR = """
            2: enp1s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
                link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff
                inet 10.10.0.10/24 scope global enp1s0f0np0
                   valid_lft forever preferred_lft forever
            """;

    private Scene() {}

    static Path recorded(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(Scene.class.getResource("/recorded/" + name), name)
                .toURI());
    }

    static ReadResult read(Path... paths) throws InterruptedException {
        List<Source> sources = Stream.of(paths)
                .<Source>map(path -> new Source.Files(
                        path, Objects.requireNonNull(path.getFileName()).toString()))
                .toList();
        return observe(sources).result();
    }

    static ReadResult readStdin(byte[] bytes) throws InterruptedException {
        return observe(List.of(new Source.StandardInput(new ByteArrayInputStream(bytes))))
                .result();
    }

    static Observed observe(List<Source> sources) throws InterruptedException {
        try (ProcessRunner processes = new ProcessRunner()) {
            Ssh ssh = new Ssh(processes, new SshSettings("ssh", Optional.empty(), 5));
            return new Observer(processes, ssh, Observer.Settings.usual(), line -> {}).observe(sources);
        }
    }

    static ReadResult intake(Path file, long unpackedLimitBytes) {
        InventoryReader reader = new InventoryReader();
        new FileIntake(new InventoryTaker(reader), unpackedLimitBytes)
                .take(
                        Objects.requireNonNull(file.getFileName()).toString(),
                        Optional.empty(),
                        () -> Files.newInputStream(file));
        return reader.finish();
    }

    /** Runs a tool of this machine in a folder. */
    static void run(Path folder, String... command) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(String.join(" ", command) + " ended with status " + status);
        }
    }

    static String refusal(ReadResult result, String file) {
        return result.notUnderstood().stream()
                .filter(n -> n.file().equals(file))
                .map(Verdict.NotUnderstood::reason)
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " is not refused: " + result.notUnderstood()));
    }
}
