package dev.kolo.wire.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScheduleChooserTest {
    private static final long LIMIT = 256 << 10;

    private static ScheduleKind choose(Reach reach, Collective collective, long bytes) {
        return new ScheduleChooser(reach, CostModel.CONNECTX7, LIMIT, Long.MAX_VALUE, Optional.empty())
                .choose(collective, bytes);
    }

    @Test
    void smallExchangesTakeOneShotAndLargeOnesTheRing() {
        Reach three = Reach.everyPair(3);
        assertThat(choose(three, Collective.ALL_GATHER, 8192)).isEqualTo(ScheduleKind.ONE_SHOT);
        assertThat(choose(three, Collective.ALL_REDUCE, 8192)).isEqualTo(ScheduleKind.ONE_SHOT);
        assertThat(choose(three, Collective.ALL_REDUCE, 64 << 20)).isEqualTo(ScheduleKind.RING);
        assertThat(choose(Reach.everyPair(8), Collective.ALL_REDUCE, 200_000)).isEqualTo(ScheduleKind.TWO_SHOT);
    }

    @Test
    void ringsWithoutRelaysTakeTheNeighbourSchedules() {
        assertThat(choose(Reach.neighbours(4), Collective.ALL_GATHER, 8192)).isEqualTo(ScheduleKind.MATCHINGS);
        assertThat(choose(Reach.neighbours(5), Collective.ALL_GATHER, 8192)).isEqualTo(ScheduleKind.BOTH_WAYS);
        assertThat(choose(Reach.neighbours(5), Collective.ALL_REDUCE, 64 << 20)).isEqualTo(ScheduleKind.RING);
    }

    @Test
    void everyCollectiveHasAWayOverEveryReach() {
        for (int world = 2; world <= 16; world++) {
            for (Collective collective : Collective.values()) {
                assertThat(Schedules.kindsFor(collective, Reach.everyPair(world)))
                        .isNotEmpty();
                assertThat(Schedules.kindsFor(collective, Reach.neighbours(world)))
                        .isNotEmpty();
            }
        }
    }

    @Test
    void readingByAddressBeginsAtItsSizeAndHasNoUpperEnd() {
        ScheduleChooser shared =
                new ScheduleChooser(Reach.everyPair(4), CostModel.SHARED_MEMORY, LIMIT, 16_385, Optional.empty());
        assertThat(shared.choose(Collective.ALL_GATHER, 1L << 30)).isEqualTo(ScheduleKind.ONE_SHOT);
        assertThat(shared.direct(Collective.ALL_GATHER, ScheduleKind.ONE_SHOT, 16_384))
                .isFalse();
        assertThat(shared.direct(Collective.ALL_GATHER, ScheduleKind.ONE_SHOT, 1L << 30))
                .isTrue();
        assertThat(shared.direct(Collective.ALL_REDUCE, ScheduleKind.ONE_SHOT, 1L << 30))
                .isFalse();
    }

    @Test
    void aPartnerWithoutALaneIsRefusedByName() {
        assertThatThrownBy(() ->
                        Schedules.program(ScheduleKind.ONE_SHOT, Collective.PAIR_EXCHANGE, Reach.neighbours(5), 0, 2))
                .hasMessageContaining("rank 0 has no lane to rank 2")
                .hasMessageContaining("its peers are [1, 4]");
    }

    @Test
    void aWindowIsWhatFitsWhenEverythingIsStaged() {
        Program twoShot = Schedules.program(ScheduleKind.TWO_SHOT, Collective.ALL_REDUCE, Reach.everyPair(3), 0, -1);
        assertThat(twoShot.windowBytes(4096)).isEqualTo(4096);
        Program five = Schedules.program(ScheduleKind.BOTH_WAYS, Collective.ALL_GATHER, Reach.neighbours(5), 0, -1);
        assertThat(five.windowBytes(4096)).isEqualTo(2048);
        Program ring = Schedules.program(ScheduleKind.RING, Collective.ALL_REDUCE, Reach.everyPair(3), 0, -1);
        assertThat(ring.windowBytes(4096)).isEqualTo(6 * 4096);
    }
}
