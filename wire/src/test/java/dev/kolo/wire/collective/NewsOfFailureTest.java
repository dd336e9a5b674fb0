package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.PayloadForm;
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

    /** Ranks meet unseen by their users before numbers come again: who does not come has not called what is behind that. */
    @Test
    void whoStopsCallingRightWhereRanksMeetIsTheRoot() {
        ScriptedWorld world = new ScriptedWorld(22, Setting.of(3).words(PayloadForm.LL8));
        long[] tickets = new long[3];
        for (int rank = 0; rank < 3; rank++) {
            world.engine(rank).startAt((1L << 30) - 1);
            tickets[rank] = gather(world, rank);
        }
        assertThat(world.run(tickets, TURNS)).isTrue();
        tickets[0] = gather(world, 0);
        tickets[1] = -1;
        tickets[2] = gather(world, 2);
        long until = world.nowNanos() + Timing.SERVING.waitNanos() + 3 * Timing.SERVING.graceNanos();
        while (world.nowNanos() < until && !world.run(tickets, 16)) {
            world.pass(1_000_000);
        }
        assertThat(world.engine(0).poison().failure().orElseThrow().root()).isEqualTo(1);
        assertThat(world.engine(2).poison().failure().orElseThrow().root()).isEqualTo(1);
    }
}
