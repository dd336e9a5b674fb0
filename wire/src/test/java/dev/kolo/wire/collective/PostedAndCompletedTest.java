package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.scripted.ScriptedWorld;
import dev.kolo.wire.scripted.ScriptedWorld.Setting;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** What a rank says of its requests must add up: nothing completes that was never posted. */
class PostedAndCompletedTest {
    private static final int BYTES = 64;

    private final ScriptedWorld world = new ScriptedWorld(31, Setting.of(2));

    /** The lane check's and the order check's requests bear the mark 0, and a NIC may report them after set-up is over. */
    @Test
    void aLateCompletionOfSetUpIsNotCounted() {
        Counters counters = world.engine(0).counters();

        world.engine(0).completed(1, 0, CompletionStatus.OK, 0);

        assertThat(counters.get(OfPeer.POSTED, 1)).isZero();
        assertThat(counters.get(OfPeer.COMPLETED, 1)).isZero();
    }

    @Test
    void everyRequestOfAnExchangeIsCountedOnceEachWay() {
        long[] tickets = new long[2];
        for (int rank = 0; rank < 2; rank++) {
            MemorySegment input = MemorySegment.ofArray(new byte[BYTES]);
            MemorySegment output = MemorySegment.ofArray(new byte[BYTES * 2]);
            world.next(rank)
                    .prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, 0, output, 0, BYTES, -1);
            tickets[rank] = world.engine(rank).submit();
        }
        assertThat(world.run(tickets, 1_000_000)).isTrue();
        world.run(new long[] {-1, -1}, 10_000);
        for (int rank = 0; rank < 2; rank++) {
            Counters counters = world.engine(rank).counters();
            assertThat(counters.get(OfPeer.POSTED, 1 - rank)).isPositive();
            assertThat(counters.get(OfPeer.COMPLETED, 1 - rank))
                    .isLessThanOrEqualTo(counters.get(OfPeer.POSTED, 1 - rank));
        }
    }
}
