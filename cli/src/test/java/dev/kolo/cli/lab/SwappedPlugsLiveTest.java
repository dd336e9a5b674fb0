package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.junit.QueuePairsMade;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Lab(shape = "ring", hosts = 3, swapped = 1)
class SwappedPlugsLiveTest {
    @TempDir
    Path folder;

    @Test
    void namesTheHostWhosePlugsSitInEachOthersPlace(RunningLab lab) {
        LiveKolo.Ran doctor = new LiveKolo(lab, folder).onAllHosts("doctor", "--shape", "ring");

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(ExitCode.FINDINGS);
        assertThat(doctor.out()).contains("ENDS_IN_DIFFERENT_SUBNETS").contains("spark2");
    }

    @Test
    void carriesNoWireAndMakesNoQueuePair(RunningLab lab) throws InterruptedException {
        QueuePairsMade made = QueuePairsMade.on(lab);

        LiveKolo.Ran ran = LiveWire.suite(lab, folder);

        assertThat(ran.exitCode()).as(ran.toString()).isEqualTo(ExitCode.FINDINGS);
        assertThat(ran.out()).contains("verbs cables failed", "exchange the plugs there");
        assertThat(made.since()).as("queue pairs made, by host").containsExactly(0L, 0L, 0L);
    }
}
