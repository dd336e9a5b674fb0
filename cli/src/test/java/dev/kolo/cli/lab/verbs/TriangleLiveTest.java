package dev.kolo.cli.lab.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.cable.LabCables;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The verbs NIC on real kernels and soft RoCE, three hosts in a ring: what fails, fails by name, on every rank. */
@Lab(shape = "ring", hosts = 3)
class TriangleLiveTest {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(5);

    private final RunningLab lab;

    TriangleLiveTest(RunningLab lab) {
        this.lab = lab;
    }

    @Test
    void aCableThatIsCutFailsEveryRankByNameAndMendedItCarriesANewSession() throws Exception {
        LabCables cables = new LabCables(lab);
        try (LiveRanks ranks = LiveRanks.start(lab, List.of("fallback=refuse", "wait=30s"), Map.of())) {
            ranks.untilAllSay("PROGRESS 8");
            // Port 0 of the first host leads to port 1 of the second.
            cables.cut("spark1:0");
            try {
                ranks.untilAllHaveEnded();
            } finally {
                cables.mend("spark1:0");
            }
            for (int rank = 0; rank < 3; rank++) {
                assertThat(ranks.said(rank)).contains("OUTCOME wire").contains("FAILED ");
            }
            String ends = ranks.said(0) + ranks.said(1);
            assertThat(ends).contains("rocep1s0f").contains("IBV_WC_").contains("to rank");
        }
        try (LiveRanks ranks = LiveRanks.start(lab, List.of("fallback=refuse", "ops=40"), Map.of())) {
            ranks.untilAllHaveEnded();
            for (int rank = 0; rank < 3; rank++) {
                assertThat(ranks.said(rank))
                        .contains("OUTCOME wire")
                        .contains("DONE")
                        .doesNotContain("FAILED");
            }
        }
    }

    @Test
    void exactlyThePairedQueuePairsAreReadyToSend() throws Exception {
        for (int devices : new int[] {2, 4}) {
            // Two devices allow one stripe to each of two peers, four devices two.
            int wanted = devices == 2 ? 2 : 4;
            try (LiveRanks ranks =
                    LiveRanks.start(lab, List.of("fallback=refuse", "device-limit=" + devices), Map.of())) {
                ranks.untilAllSay("PROGRESS 2");
                List<LabHost> hosts = lab.layout().hosts();
                for (String pairs : InParallel.map(hosts, hosts.size(), this::queuePairs)) {
                    assertThat(pairs.lines()).as(pairs).hasSize(wanted).allMatch(line -> line.contains("state RTS"));
                }
            }
        }
    }

    private String queuePairs(LabHost host) throws InterruptedException {
        return lab.shell(host.name(), NANOS, "rdma resource show qp | grep 'type RC'", new Input.Nothing())
                .stdout()
                .text();
    }

    @Test
    void oneRankWhoseTrialDiffersPutsEveryRankOnTheFallback() throws Exception {
        List<String> flags = List.of("fallback=tcp", "ops=4");
        try (LiveRanks ranks = LiveRanks.start(lab, flags, Map.of("spark2", "lie=yes"))) {
            ranks.untilAllHaveEnded();
            for (int rank = 0; rank < 3; rank++) {
                assertThat(ranks.said(rank))
                        .contains("OUTCOME fallback: verbs trial failed")
                        .contains("DONE");
            }
        }
    }
}
