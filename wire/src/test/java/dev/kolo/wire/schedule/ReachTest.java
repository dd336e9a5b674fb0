package dev.kolo.wire.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** What schedules can make of the lanes that there are. */
class ReachTest {
    @Test
    void takesEveryPairWhereAllHaveLanes() {
        assertThat(Reach.over(4, (low, high) -> true)).contains(Reach.everyPair(4));
    }

    @Test
    void findsTheRingInTheOrderOfItsLanes() {
        Set<String> lanes = Set.of("0 2", "1 2", "1 3", "0 3");
        assertThat(Reach.over(4, (low, high) -> lanes.contains(low + " " + high))
                        .orElseThrow())
                .satisfies(reach -> {
                    assertThat(reach.everyPair()).isFalse();
                    assertThat(reach.ring()).containsExactly(0, 2, 1, 3);
                });
    }

    @Test
    void findsARingThroughShortcutsThatEndNowhere() {
        // A greedy walk goes 0, 1, 3, 2 and cannot close.
        Set<String> lanes = Set.of("0 1", "1 2", "2 3", "3 4", "0 4", "1 3");
        assertThat(Reach.over(5, (low, high) -> lanes.contains(low + " " + high))
                        .orElseThrow()
                        .ring())
                .containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void findsNothingOnAPath() {
        assertThat(Reach.over(4, (low, high) -> high - low == 1)).isEmpty();
        assertThat(Reach.over(2, (low, high) -> false)).isEmpty();
    }
}
