package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.scripted.ScriptedWorld;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Queues broadcasts of one root at once, so that it runs as far ahead as the protocol lets it. */
final class Broadcasts {
    private static final int BYTES = 32;

    private Broadcasts() {}

    /** Whether any rank ended with a wrong byte, or did not end. */
    static boolean wrong(ScriptedWorld world, int count) {
        MemorySegment[][] buffers = new MemorySegment[world.world()][count];
        long[] tickets = new long[world.world()];
        for (int rank = 0; rank < world.world(); rank++) {
            for (int i = 0; i < count; i++) {
                buffers[rank][i] = MemorySegment.ofArray(new byte[BYTES]);
                if (rank == 0) {
                    buffers[rank][i].fill((byte) (i + 1));
                }
                world.next(rank)
                        .prepare(
                                Collective.BROADCAST,
                                DataType.BYTES,
                                Reduction.SUM,
                                buffers[rank][i],
                                0,
                                buffers[rank][i],
                                0,
                                BYTES,
                                0);
                tickets[rank] = world.engine(rank).submit();
            }
        }
        // The last rank looks late, so that nothing but proofs holds the root back.
        world.stop(world.world() - 1);
        for (int turn = 0; turn < 3_000; turn++) {
            world.turn();
        }
        world.resume(world.world() - 1);
        boolean over = world.run(tickets, 40_000);
        for (int rank = 0; rank < world.world() && over; rank++) {
            for (int i = 0; i < count; i++) {
                for (int at = 0; at < BYTES; at++) {
                    if (buffers[rank][i].get(ValueLayout.JAVA_BYTE, at) != i + 1) {
                        return true;
                    }
                }
            }
        }
        return !over;
    }
}
