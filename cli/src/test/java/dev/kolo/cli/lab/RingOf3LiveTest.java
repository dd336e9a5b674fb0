package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Lab(shape = "ring", hosts = 3)
class RingOf3LiveTest {
    @TempDir
    Path folder;

    @Test
    void carriesTheWireOverRdmaWithOneStripeAPeer(RunningLab lab) {
        assertThat(LiveWire.passes(lab, folder).err())
                .contains("lane 0 to rank 2")
                .doesNotContain("lane 1 to rank");
    }

    @Test
    void isScannedAndJudgedAsAHealthyRing(RunningLab lab) {
        LiveKolo.Ran doctor = new LiveKolo(lab, folder).onAllHosts("doctor", "--shape", "ring");

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(ExitCode.FINE);
        assertThat(doctor.out()).contains("Nothing wrong was found in a ring of 3 hosts");
    }
}
