package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A path has no way round: its hosts reach each other over relays, or there is no wire. */
@Lab(shape = "path", hosts = 4, relays = true)
class WireOnPathOf4LiveTest {
    @TempDir
    Path folder;

    @Test
    void carriesTheWireToEveryHostOverRelays(RunningLab lab) {
        Path plan = lab.folder().path().resolve("plan/plan.json");

        assertThat(LiveWire.passes(lab, folder, "--plan", plan.toString(), "--device-limit", "4")
                        .err())
                .contains("one-shot: ")
                .contains("lane 0 to rank 3");
    }

    @Test
    void isRefusedWithoutAPlanBeforeAnyQueuePair(RunningLab lab) {
        LiveKolo.Ran ran = LiveWire.suite(lab, folder);

        assertThat(ran.exitCode()).as(ran.toString()).isEqualTo(ExitCode.FINDINGS);
        assertThat(ran.out()).contains("verbs pairing failed").contains("PAIRING_NO_SHARED_LINK");
    }
}
