package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.cable.CableQuality;
import dev.kolo.lab.cable.LabCables;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.state.OwnProcesses;
import dev.kolo.remote.process.Input;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

@Lab(shape = "pair", hosts = 2)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PairLiveTest {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(5);

    private final RunningLab lab;

    @TempDir
    Path folder;

    PairLiveTest(RunningLab lab) {
        this.lab = lab;
    }

    @Test
    @Order(1)
    void carriesTheWireOverRdmaInBothWaysAtOnce() {
        LiveWire.passes(lab, folder);
    }

    @Test
    void isJudgedAsAHealthyPair() {
        LiveKolo.Ran doctor = new LiveKolo(lab, folder).onAllHosts("doctor", "--shape", "pair");

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(ExitCode.FINE);
    }

    @Test
    void writesOverBothPlanesOfItsCable() throws InterruptedException {
        LabHost a = lab.host("A");
        LabHost b = lab.host("B");
        for (int plane = 0; plane < 2; plane++) {
            String printed = RdmaWrite.write(lab, a.name(), a.port(plane, 0), b.name(), b.port(plane, 0));
            assertThat(printed).containsPattern("(?m)^ 8192 +10 +[0-9.]+");
        }
    }

    @Test
    void losesEverythingOnACableThatLosesEverythingAndNothingOnceItIsGoodAgain()
            throws IOException, InterruptedException {
        LabCables cables = new LabCables(lab);
        CableQuality hopeless = new CableQuality(Optional.of("20ms"), Optional.of("100%"), Optional.of("10mbit"));
        cables.set("A:0", hopeless);
        try {
            assertThat(cables.list().getFirst().quality()).isEqualTo(hopeless);
            assertThat(ping(2)).isNotZero();
            assertThat(lab.shell("B", NANOS, "tc qdisc show dev enp1s0f0np0", new Input.Nothing())
                            .stdout()
                            .text())
                    .contains("netem", "delay 20ms", "loss 100%", "rate 10Mbit");
        } finally {
            cables.set("B:0", CableQuality.GOOD);
        }
        assertThat(ping(30)).isZero();
    }

    @Test
    void hasNoCarrierOnAPulledCableAndOneAgainOnceItIsBack() throws IOException, InterruptedException {
        LabCables cables = new LabCables(lab);
        String carriers = "cat /sys/class/net/enp1s0f0np0/carrier /sys/class/net/enP2p1s0f0np0/carrier"
                + " /sys/class/net/enp1s0f1np1/carrier";
        cables.cut("A:0");
        try {
            assertThat(carriers(carriers)).isEqualTo("0 0 0");
        } finally {
            cables.mendAll();
        }
        // The second port of a pair never had a cable.
        assertThat(carriers(carriers)).isEqualTo("1 1 0");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void namesAHostWhoseMachineHasEnded() throws InterruptedException {
        OwnProcesses.of(lab.folder().id().orElseThrow()).stream()
                .filter(own -> own.name().equals(lab.host("B").name()))
                .forEach(own -> {
                    own.handle().destroyForcibly();
                    own.handle().onExit().join();
                });

        assertThatExceptionOfType(LabException.class)
                .isThrownBy(() -> lab.shell("B", NANOS, "true", new Input.Nothing()))
                .withMessageContaining("has ended")
                .withMessageContaining("kolo lab log");
        assertThat(lab.shell("A", NANOS, "true", new Input.Nothing()).status()).isZero();
    }

    private String carriers(String line) throws InterruptedException {
        return lab.shell("B", NANOS, line, new Input.Nothing())
                .stdout()
                .text()
                .strip()
                .replace("\n", " ");
    }

    private int ping(int seconds) throws InterruptedException {
        String line = "busybox ping -c 1 -w " + seconds + " 10.10.0.11";
        return lab.shell("A", NANOS, line, new Input.Nothing()).status();
    }
}
