package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import dev.kolo.wire.scripted.ScriptedWorld;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All-gathers whose blocks differ so much that some are over before the last window of the largest one. */
class UnequalBlocksTest {
    private static final long MOST_TURNS = 3_000_000;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void blocksThatEndInAnEarlierWindowArriveWholeUnderEverySchedule(int ranks) {
        long[] lengths = new long[ranks];
        Arrays.setAll(lengths, r -> (ScriptedWorld.LIMIT * 2 + 16) * (ranks - 1 - r) / (ranks - 1));
        for (ScheduleKind kind : Schedules.kindsFor(Collective.ALL_GATHER, Reach.everyPair(ranks))) {
            ScriptedWorld world =
                    new ScriptedWorld(ranks, ScriptedWorld.Setting.of(ranks).by(kind));
            List<MemorySegment> outputs = new ArrayList<>();
            long[] tickets = new long[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                byte[] block = block(rank, lengths[rank]);
                MemorySegment output = MemorySegment.ofArray(
                        new byte[(int) Arrays.stream(lengths).sum()]);
                outputs.add(output);
                world.next(rank)
                        .prepare(
                                Collective.ALL_GATHER,
                                DataType.BYTES,
                                Reduction.SUM,
                                MemorySegment.ofArray(block),
                                0,
                                output,
                                0,
                                lengths[rank],
                                -1)
                        .varying(lengths);
                tickets[rank] = world.engine(rank).submit();
            }
            assertThat(world.run(tickets, MOST_TURNS)).as("%s ends", kind).isTrue();
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(world.engine(rank).poison().failure()).as("%s", kind).isEmpty();
                assertThat(outputs.get(rank).toArray(ValueLayout.JAVA_BYTE))
                        .as("%s, rank %d", kind, rank)
                        .isEqualTo(all(lengths));
            }
        }
    }

    private static byte[] block(int rank, long bytes) {
        byte[] block = new byte[(int) bytes];
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) (rank * 59 + i * 7 + (i >> 8));
        }
        return block;
    }

    private static byte[] all(long[] lengths) {
        byte[] all = new byte[(int) Arrays.stream(lengths).sum()];
        int at = 0;
        for (int rank = 0; rank < lengths.length; rank++) {
            byte[] block = block(rank, lengths[rank]);
            System.arraycopy(block, 0, all, at, block.length);
            at += block.length;
        }
        return all;
    }
}
