package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.scripted.ScriptedWorld;
import dev.kolo.wire.scripted.ScriptedWorld.Setting;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** How the news of a failure travels: from rank to rank over whatever lanes are left. */
class NewsOfFailureTest {
    private static final int BYTES = 64;
    /** A turn takes 500 ns, so that these take less than half a grace. */
    private static final long TURNS = Timing.SERVING.graceNanos() / 500 / 2;

    private static long gather(ScriptedWorld world, int rank) {
        world.next(rank)
                .prepare(
                        Collective.ALL_GATHER,
                        DataType.BYTES,
                        Reduction.SUM,
                        MemorySegment.ofArray(new byte[BYTES]),
                        0,
                        MemorySegment.ofArray(new byte[BYTES * world.world()]),
                        0,
                        BYTES,
                        -1);
        return world.engine(rank).submit();
    }

    /** Whoever first hears of a failure and then learns the root must not wait with that for a peer that takes nothing in. */
    @Test
    void aPeerThatTakesNothingInHoldsUpNoOthersNews() {
        ScriptedWorld world = new ScriptedWorld(21, Setting.of(5).ring());
        world.stop(4);
        world.fabric().hold(2, 3, 0);
        world.fabric().nic(3).killLane(4);
        long[] tickets = new long[5];
        for (int rank = 0; rank < 4; rank++) {
            tickets[rank] = gather(world, rank);
        }
        tickets[4] = -1;
        assertThat(world.run(tickets, TURNS)).isTrue();
        for (int rank = 0; rank < 4; rank++) {
            assertThat(world.engine(rank).poison().failure().orElseThrow().root())
                    .as("rank " + rank)
                    .isEqualTo(4);
        }
    }
}
