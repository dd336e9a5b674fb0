package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** When a NIC may read a caller's input while the operation writes its output. */
class OperationTest {
    private static boolean keeps(
            int rank, Collective collective, MemorySegment input, MemorySegment output, long bytes) {
        return new Operation(2)
                .prepare(
                        collective,
                        DataType.BYTES,
                        Reduction.SUM,
                        input,
                        0,
                        output,
                        0,
                        bytes,
                        collective == Collective.PAIR_EXCHANGE ? 1 : -1)
                .keepsInput(rank);
    }

    @Test
    void anInputApartFromTheOutputIsKept() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(48);
            assertThat(keeps(0, Collective.ALL_GATHER, all.asSlice(32), all.asSlice(0, 32), 16))
                    .isTrue();
            assertThat(keeps(0, Collective.ALL_GATHER, all.asSlice(0, 16), all.asSlice(16), 16))
                    .isTrue();
            assertThat(keeps(0, Collective.ALL_GATHER, all, MemorySegment.ofArray(new byte[32]), 16))
                    .isTrue();
        }
    }

    @Test
    void anInputInItsOwnPlaceOfAGatherIsKeptAndInAnothersItIsNot() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(32);
            assertThat(keeps(0, Collective.ALL_GATHER, all.asSlice(0, 16), all, 16))
                    .isTrue();
            assertThat(keeps(1, Collective.ALL_GATHER, all.asSlice(16, 16), all, 16))
                    .isTrue();
            assertThat(keeps(0, Collective.ALL_GATHER, all.asSlice(16, 16), all, 16))
                    .isFalse();
            assertThat(keeps(0, Collective.ALL_GATHER, all.asSlice(8, 16), all, 16))
                    .isFalse();
        }
    }

    @Test
    void anInputThatTheResultReplacesIsNotKept() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(32);
            MemorySegment half = all.asSlice(0, 16);
            assertThat(keeps(0, Collective.ALL_REDUCE, half, half, 16)).isFalse();
            assertThat(keeps(0, Collective.PAIR_EXCHANGE, half, half, 16)).isFalse();
            assertThat(keeps(1, Collective.REDUCE_SCATTER, all, all.asSlice(16, 16), 16))
                    .isFalse();
            assertThat(keeps(0, Collective.ALL_REDUCE, half, all.asSlice(16), 16))
                    .isTrue();
        }
    }
}
