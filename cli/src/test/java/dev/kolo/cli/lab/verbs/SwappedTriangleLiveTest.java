package dev.kolo.cli.lab.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.junit.QueuePairsMade;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plugs that sit in each other's place: addresses say one thing, cables another. */
@Lab(shape = "ring", hosts = 3, swapped = 1)
class SwappedTriangleLiveTest {
    @Test
    void aRingWithExchangedPlugsIsRefusedByEveryRankBeforeAnyQueuePairExists(RunningLab lab) throws Exception {
        QueuePairsMade made = QueuePairsMade.on(lab);
        try (LiveRanks ranks = LiveRanks.start(lab, List.of("fallback=refuse"), Map.of())) {
            ranks.untilAllHaveEnded();
            for (int rank = 0; rank < 3; rank++) {
                assertThat(ranks.said(rank))
                        .contains("REFUSED verbs cables failed", "which is rank 1's roce", "exchange the plugs there")
                        .doesNotContain("lane 0 to rank");
            }
            assertThat(made.since()).as("queue pairs made, by rank").containsExactly(0L, 0L, 0L);
        }
    }
}
