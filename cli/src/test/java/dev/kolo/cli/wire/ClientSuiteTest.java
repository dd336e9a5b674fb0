package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kolo wire suite --client}: servers, mailboxes and clients as processes. */
class ClientSuiteTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void theSuitePassesFromPythonAndC() {
        assertThat(kolo("--client", "python,c", "--short", "--limit", "16KiB"))
                .as(out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(l -> l.matches("SUMMARY rank [01]: [1-9][0-9]+ passed, 0 failed"));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("through mailboxes, with clients in python, c")
                .contains("one-shot: ")
                .contains("two-shot: ");
    }

    @Test
    void aClientThatFailsIsNoSuccess() throws Exception {
        Path client = Files.writeString(folder.resolve("client"), "#!/bin/sh\necho FAILED $0\nexit 1\n");
        Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwx------"));
        assertThat(kolo("--client", client.toString(), "--short", "--startup-wait", "2s"))
                .isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("FAILED " + client)
                .contains("SUMMARY rank 1: 0 passed, 0 failed");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThat(kolo("--client", "cobol\u001b")).isEqualTo(2);
        assertThat(kolo("--client", "python", "--shuffle", "3")).isEqualTo(2);
        assertThat(kolo("--client", "python", "--nic", "tcp", "--lab", "ring4")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("give python, c, or the path of a program")
                .contains("--shuffle does nothing with --client")
                .contains("--client runs servers and clients on this host alone")
                .doesNotContain("\u001b");
    }

    private int kolo(String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "wire";
        all[1] = "suite";
        System.arraycopy(more, 0, all, 2, more.length);
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                Map.of());
        return new Kolo(console).run(all);
    }
}
