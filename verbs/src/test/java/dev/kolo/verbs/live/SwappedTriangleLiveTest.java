package dev.kolo.verbs.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.junit.QueuePairsMade;
import dev.kolo.lab.layout.LabHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plugs that sit in each other's place: addresses say one thing, cables another. */
@Lab(shape = "ring", hosts = 3, swapped = 1)
class SwappedTriangleLiveTest {
    @Test
    void aRingWithExchangedPlugsIsRefusedByEveryRankBeforeAnyQueuePairExists(RunningLab lab) throws Exception {
        List<QueuePairsMade> made = new ArrayList<>();
        List<Long> before = new ArrayList<>();
        for (LabHost host : lab.layout().hosts()) {
            made.add(QueuePairsMade.on(lab, host.name()));
            before.add(made.getLast().count());
        }
        try (LiveRanks ranks = LiveRanks.start(lab, List.of("fallback=refuse"), Map.of())) {
            ranks.untilAllHaveEnded();
            for (int rank = 0; rank < 3; rank++) {
                assertThat(ranks.said(rank))
                        .contains("REFUSED verbs cables failed", "which is rank 1's roce", "exchange the plugs there")
                        .doesNotContain("lane 0 to rank");
                assertThat(made.get(rank).count()).as("rank " + rank).isEqualTo(before.get(rank));
            }
        }
    }
}
