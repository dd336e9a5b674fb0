package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Lab(shape = "path", hosts = 4, addressed = false)
class PathOf4LiveTest {
    @TempDir
    Path folder;

    @Test
    void isPlannedFromHostsThatHaveNoAddressesYet(RunningLab lab) {
        LiveKolo.Ran plan = new LiveKolo(lab, folder).onAllHosts("plan", "--shape", "path", "--out", "plan");

        assertThat(plan.exitCode()).as(plan.toString()).isEqualTo(ExitCode.FINE);
        assertThat(plan.out()).contains("path");
        assertThat(folder.resolve("plan/spark1/41-kolo-fabric.yaml")).content().contains("enp1s0f0np0");
    }
}
