package dev.kolo.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts' command {@code on}, with a shell in place of ssh and of the guest's shell behind it. */
class OnTest {
    @TempDir
    Path folder;

    @Test
    void handsEveryWordToTheGuestAsItWasGiven() throws IOException, InterruptedException {
        Path ssh = folder.resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nexec sh -c \"$3\"\n");
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
        Path on = folder.resolve("on");
        Files.writeString(on, Suite.resource("on.sh").replace("SSH_CONFIG", "config"));
        List<String> words = List.of("a b", "it's", "$(id)", "", "two\nlines", "back\\slash", "'", "end\n");

        List<String> argv = new ArrayList<>(List.of(
                "env",
                "PATH=" + folder + ":" + System.getenv("PATH"),
                "sh",
                on.toString(),
                "spark1",
                "printf",
                "<%s>"));
        argv.addAll(words);
        try (ProcessRunner processes = new ProcessRunner()) {
            Outcome outcome = processes.run(Command.of(TimeUnit.MINUTES.toNanos(1), argv));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Exited.class,
                            exited ->
                                    assertThat(exited.stdout().text()).isEqualTo("<" + String.join("><", words) + ">"));
        }
    }
}
