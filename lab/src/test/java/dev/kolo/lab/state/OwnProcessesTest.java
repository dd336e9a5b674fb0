package dev.kolo.lab.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.machine.Emulator;
import dev.kolo.lab.machine.Initramfs;
import dev.kolo.remote.process.Detached;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With shells in place of emulators, under the same name and with the same arguments. */
@Timeout(value = 120)
class OwnProcessesTest {
    private final String mine = id();
    private final String others = id();

    @TempDir
    Path folder;

    private Path emulator = Path.of("");

    @BeforeEach
    void makeAnEmulator() throws IOException {
        emulator = Files.copy(Path.of("/bin/sh").toRealPath(), folder.resolve("qemu-system-test"));
    }

    @AfterEach
    void endAll() throws InterruptedException {
        OwnProcesses.end(mine);
        OwnProcesses.end(others);
    }

    private static String id() {
        return HexFormat.of().toHexDigits(UUID.randomUUID().getMostSignificantBits());
    }

    /** It says when it runs, and then waits until it is ended. */
    private ProcessHandle start(Path program, String id, String host, String traps) throws IOException {
        Path running = folder.resolve(host + ".fifo");
        String script = traps + " : >\"" + running + "\"; while :; do read -r line <\"" + folder.resolve("never")
                + "\" || sleep 1; done";
        Detached started = Detached.start(
                List.of(program.toString(), "-c", script, Emulator.mark(id) + host),
                folder,
                folder.resolve("log"),
                Detached.Stdin.NOTHING);
        while (!Files.exists(running) && started.isAlive()) {
            Thread.onSpinWait();
        }
        return ProcessHandle.of(started.pid()).orElseThrow();
    }

    @Test
    void endsExactlyTheProcessesOfItsLab() throws IOException, InterruptedException {
        ProcessHandle own = start(emulator, mine, "spark1", "");
        ProcessHandle stubborn = start(emulator, mine, "spark2", "trap '' TERM;");
        ProcessHandle neighbour = start(emulator, others, "spark1", "");
        // Somebody who looks for the lab has its id on the command line, too.
        ProcessHandle looking = start(Path.of("/bin/sh"), mine, "spark3", "");

        assertThat(OwnProcesses.of(mine))
                .extracting(OwnProcesses.Own::name)
                .containsExactlyInAnyOrder("spark1", "spark2");
        assertThat(OwnProcesses.end(mine)).isEmpty();

        assertThat(own.isAlive()).isFalse();
        assertThat(stubborn.isAlive()).isFalse();
        assertThat(neighbour.isAlive()).isTrue();
        assertThat(looking.isAlive()).isTrue();
        looking.destroyForcibly();
    }

    @Test
    void lettingGoOfTheGuardEndsTheLabAndKeepingItDoesNot() throws IOException {
        ProcessHandle kept = start(emulator, mine, "spark1", "");
        Detached released = guard(mine);
        released.tell("keep");
        ProcessHandle.of(released.pid()).ifPresent(handle -> handle.onExit().join());
        assertThat(kept.isAlive()).isTrue();

        ProcessHandle neighbour = start(emulator, others, "spark2", "");
        // What a killed command leaves: the end of the pipe, and no word.
        guard(mine).tell("");
        kept.onExit().join();

        assertThat(neighbour.isAlive()).isTrue();
    }

    private Detached guard(String id) throws IOException {
        return Detached.start(
                List.of("sh", "-c", Initramfs.text("guard.sh"), "kolo-lab-guard", Emulator.mark(id)),
                folder,
                folder.resolve("guard.log"),
                Detached.Stdin.PIPE);
    }
}
