package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.cable.LabCables;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.relay.LabRelays;
import dev.kolo.remote.process.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Lab(shape = "ring", hosts = 4)
class RingOf4LiveTest {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(5);

    private final RunningLab lab;

    @TempDir
    Path folder;

    RingOf4LiveTest(RunningLab lab) {
        this.lab = lab;
    }

    @Test
    void isScannedAndJudgedAsAHealthyRing() {
        LiveKolo.Ran doctor = kolo().onAllHosts("doctor", "--shape", "ring");

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(ExitCode.FINE);
        assertThat(doctor.out()).contains("Nothing wrong was found in a ring of 4 hosts");
        // The cables were seen, not only believed.
        assertThat(doctor.out()).doesNotContain("not seen");
    }

    @Test
    void isPlannedWithRelaysAndTheirWordKept() {
        LiveKolo.Ran plan = kolo().onAllHosts("plan", "--relays", "auto", "--backend", "kernel", "--out", "plan");

        assertThat(plan.exitCode()).as(plan.toString()).isEqualTo(ExitCode.FINE);
        assertThat(folder.resolve("plan/spark4/up.sh")).exists();
    }

    @Test
    void showsACutCableInTheDoctor() throws IOException {
        LabCables cables = new LabCables(lab);
        cables.cut("spark2:0");
        try {
            LiveKolo.Ran doctor = kolo().onAllHosts("doctor", "--shape", "ring");

            assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(ExitCode.FINDINGS);
            assertThat(doctor.out()).contains("spark2", "spark3");
        } finally {
            cables.mend("spark2:0");
        }
    }

    @Test
    void relaysRdmaWritesBetweenOppositeHostsInTheKernelAndTakesItBack() throws IOException, InterruptedException {
        LabRelays relays = new LabRelays(lab);
        relays.apply();
        try {
            LabHost near = lab.host("spark1");
            LabHost far = lab.host("spark3");
            String printed = RdmaWrite.write(lab, near.name(), near.port(0, 0), far.name(), far.port(0, 1));

            assertThat(printed).containsPattern("(?m)^ 8192 +10 +[0-9.]+");
            assertThat(inGuest("spark2", "cat /proc/sys/net/ipv4/ip_forward").strip())
                    .isEqualTo("0");
            assertThat(inGuest("spark2", "nstat -az IpForwDatagrams")).containsPattern("IpForwDatagrams +0 ");
            assertThat(inGuest("spark2", "tc -s filter show dev enp1s0f1np1 ingress"))
                    .containsPattern("Sent [1-9][0-9]* bytes");
        } finally {
            relays.remove();
        }
        assertThat(inGuest("spark2", "tc filter show dev enp1s0f1np1 ingress; ip route show proto 82"))
                .isBlank();
    }

    @Test
    void carriesTheWireAmongNeighboursWithoutRelays() {
        LiveKolo.Ran ran = LiveWire.passes(lab, folder);

        // Pair exchanges of neighbours are one-shot everywhere; nothing else is without lanes between all pairs.
        assertThat(ran.err()).contains("both-ways: ", "matchings: ", "ring: ").doesNotContain("two-shot: ");
        assertThat(ran.err()).doesNotContain("lane 0 to rank 2");
    }

    @Test
    void carriesTheWireToOppositeHostsOverRelays() throws IOException, InterruptedException {
        LabRelays relays = new LabRelays(lab);
        relays.apply();
        try {
            Path plan = lab.folder().path().resolve("plan/plan.json");
            LiveKolo.Ran ran = LiveWire.passes(lab, folder, "--plan", plan.toString(), "--device-limit", "4");

            assertThat(ran.err()).contains("one-shot: ", "two-shot: ", "lane 0 to rank 2");
        } finally {
            relays.remove();
        }
    }

    @Test
    void runsKoloItselfInAGuest() throws InterruptedException {
        assertThat(inGuest("spark1", "kolo --version")).startsWith("kolo ");
    }

    @Test
    void keepsTheMachinesOwnFilesFromBeingWritten() throws IOException, InterruptedException {
        Path here = Files.writeString(folder.resolve("of-the-machine"), "untouched");

        inGuest("spark1", "echo changed >" + here + " && cat " + here);

        assertThat(here).hasContent("untouched");
    }

    @Test
    void letsHostsReachEachOtherByNameOverTheManagementNetworkAndNothingOutside() throws InterruptedException {
        assertThat(inGuest("spark1", "busybox ping -c 1 -w 20 spark3")).contains("1 packets received");
        assertThat(inGuest("spark1", "ip route get 192.0.2.1")).contains("dev enP7s7");
    }

    private LiveKolo kolo() {
        return new LiveKolo(lab, folder);
    }

    private String inGuest(String host, String line) throws InterruptedException {
        var exited = lab.shell(host, NANOS, line, new Input.Nothing());
        assertThat(exited.status()).as(line + ": " + exited.stderr()).isZero();
        return exited.stdout().text();
    }
}
