package dev.kolo.wire.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.WireFailure;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls that users see, over real shared memory with a thread a rank. */
class CommunicatorTest {
    private static final long[] SIZES = {0, 6, 1000, 4096, 16_385, ShmRanks.LIMIT, ShmRanks.LIMIT + 16, 1 << 20};

    @TempDir
    Path folder;

    private static byte pattern(int rank, long i, int round) {
        return (byte) (rank * 31L + i * 7 + (i >> 8) + round);
    }

    private static void fill(MemorySegment memory, int rank, long bytes, int round) {
        for (long i = 0; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, pattern(rank, i, round));
        }
    }

    private static void check(MemorySegment memory, long at, int rank, long bytes, int round) {
        for (long i = 0; i < bytes; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, at + i) != pattern(rank, i, round)) {
                throw new AssertionError(
                        "byte " + i + " of rank " + rank + " in round " + round + " of " + bytes + " B");
            }
        }
    }

    private static int hash(MemorySegment memory, long at, long bytes) {
        return Arrays.hashCode(memory.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void gathersEverySizeFromHeapAndFromNativeMemory(boolean threads) throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 3, 1, threads)) {
            ranks.run(comm -> {
                try (Arena arena = threads ? Arena.ofShared() : Arena.ofConfined()) {
                    for (int round = 0; round < SIZES.length; round++) {
                        long bytes = SIZES[round];
                        // Which kind of memory a rank has is its own affair: it must change nothing for the others.
                        boolean heap = (comm.rank() + round) % 2 == 0;
                        MemorySegment input = memory(arena, bytes, heap);
                        MemorySegment output = memory(arena, 3 * bytes, !heap);
                        fill(input, comm.rank(), bytes, round);
                        comm.allGather(input, output, bytes);
                        for (int rank = 0; rank < 3; rank++) {
                            check(output, rank * bytes, rank, bytes, round);
                        }
                    }
                }
            });
        }
    }

    /** Payloads leave in both ways in turns while their times are compared, and then in one of them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyByteArrivesWhileTwoWaysAreTried(boolean threads) throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 1, threads)) {
            ranks.run(comm -> {
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment input = arena.allocate(ShmRanks.LIMIT, 64);
                    MemorySegment output = arena.allocate(2 * ShmRanks.LIMIT, 64);
                    MemorySegment heap = MemorySegment.ofArray(new byte[8192]);
                    long[] sizes = {8192, 20_000, ShmRanks.LIMIT};
                    for (int round = 0; round < 450; round++) {
                        for (long bytes : sizes) {
                            // Every other round it is as it was.
                            boolean onHeap = bytes == 8192 && comm.rank() == 1;
                            MemorySegment from = onHeap ? heap : input;
                            mark(from, comm.rank(), round, bytes);
                            comm.allGather(from, output, bytes);
                            for (int rank = 0; rank < 2; rank++) {
                                checkMark(output, rank, round, bytes);
                            }
                        }
                    }
                }
            });
        }
    }

    /** A sum that replaces its input must wait until the peer has fetched that: in a trial half of them are fetched. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everySumIsRightWhileTwoWaysAreTried(boolean threads) throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 1, threads)) {
            assertThat(ranks.direct).isTrue();
            ranks.run(comm -> {
                try (Arena arena = Arena.ofShared()) {
                    Random random = new Random(7);
                    MemorySegment input = arena.allocate(ShmRanks.LIMIT, 64);
                    MemorySegment heap = MemorySegment.ofArray(new int[4096]);
                    MemorySegment output = arena.allocate(ShmRanks.LIMIT, 64);
                    for (int round = 0; round < 600; round++) {
                        int numbers = random.nextInt(8) == 0 ? 16_384 : 2048 + random.nextInt(2048);
                        boolean inPlace = random.nextBoolean();
                        boolean onHeap = numbers <= 4096 && (round + comm.rank()) % 5 == 0;
                        MemorySegment from = onHeap ? heap : input;
                        MemorySegment to = inPlace ? from : output;
                        for (int i = 0; i < numbers; i++) {
                            from.setAtIndex(ValueLayout.JAVA_INT, i, (comm.rank() + 1) * (round + i));
                        }
                        comm.allReduce(from, to, 4L * numbers, DataType.I32, Reduction.SUM);
                        for (int i = 0; i < numbers; i++) {
                            if (to.getAtIndex(ValueLayout.JAVA_INT, i) != 3 * (round + i)) {
                                throw new AssertionError("number " + i + " of " + numbers + " in round " + round
                                        + " is " + to.getAtIndex(ValueLayout.JAVA_INT, i));
                            }
                        }
                    }
                }
            });
        }
    }

    private static void mark(MemorySegment memory, int rank, int round, long bytes) {
        for (long at = 0; at < bytes; at += 1_000) {
            memory.set(ValueLayout.JAVA_BYTE, at, pattern(rank, at, round / 2));
        }
    }

    private static void checkMark(MemorySegment output, int rank, int round, long bytes) {
        for (long at = 0; at < bytes; at += 1_000) {
            if (output.get(ValueLayout.JAVA_BYTE, rank * bytes + at) != pattern(rank, at, round / 2)) {
                throw new AssertionError(
                        "byte " + at + " of rank " + rank + " in round " + round + " of " + bytes + " B");
            }
        }
    }

    private static MemorySegment memory(Arena arena, long bytes, boolean heap) {
        return heap ? MemorySegment.ofArray(new byte[(int) bytes]) : arena.allocate(Math.max(1, bytes), 8);
    }

    @Test
    void blocksOfDifferentLengthsComeTogether() throws Exception {
        long[] lengths = {5, 0, 20_000};
        try (ShmRanks ranks = new ShmRanks(folder, 3, 2, false)) {
            ranks.run(comm -> {
                MemorySegment input = MemorySegment.ofArray(new byte[(int) lengths[comm.rank()]]);
                fill(input, comm.rank(), lengths[comm.rank()], 0);
                MemorySegment output = MemorySegment.ofArray(new byte[20_005]);
                comm.allGatherVariable(input, output, lengths);
                check(output, 0, 0, 5, 0);
                check(output, 5, 2, 20_000, 0);
            });
        }
    }

    @Test
    void asynchronousCallsAreDoneInOrder() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 3, true)) {
            ranks.run(comm -> {
                float[] values = new float[64];
                Arrays.fill(values, comm.rank() + 1);
                MemorySegment sums = MemorySegment.ofArray(values);
                long last = -1;
                for (int i = 0; i < 40; i++) {
                    last = comm.allReduceAsync(sums, 0, sums, 0, 256, DataType.F32, Reduction.MAX);
                }
                comm.await(last);
                long sum = comm.allReduceAsync(sums, 0, sums, 0, 256, DataType.F32, Reduction.SUM);
                comm.await(sum);
                assertThat(comm.isOver(last)).isTrue();
                assertThat(values).containsOnly(4f);
                comm.barrier();
            });
        }
    }

    @Test
    void everyCollectiveQueuesAndIsDoneInOrder() throws Exception {
        long[] lengths = {7, 300};
        try (ShmRanks ranks = new ShmRanks(folder, 2, 13, true)) {
            ranks.run(comm -> {
                int rank = comm.rank();
                MemorySegment own = MemorySegment.ofArray(new byte[300]);
                fill(own, rank, 300, 0);
                MemorySegment gathered = MemorySegment.ofArray(new byte[600]);
                MemorySegment varied = MemorySegment.ofArray(new byte[307]);
                MemorySegment paired = MemorySegment.ofArray(new byte[300]);
                MemorySegment scattered = MemorySegment.ofArray(new int[2]);
                MemorySegment sent = MemorySegment.ofArray(new byte[300]);
                fill(sent, 1, 300, 5);
                MemorySegment cast = rank == 1 ? sent : MemorySegment.ofArray(new byte[300]);
                MemorySegment sums = MemorySegment.ofArray(new int[] {1, 2, 3, 4});
                comm.allGatherAsync(own, 0, gathered, 0, 300);
                comm.allGatherVariableAsync(own, varied, lengths);
                comm.pairExchangeAsync(own, paired, 300, 1 - rank);
                comm.broadcastAsync(cast, 0, 300, 1);
                comm.reduceScatterAsync(sums, 0, scattered, 0, 8, DataType.I32, Reduction.SUM);
                comm.await(comm.barrierAsync());
                check(gathered, 300, 1, 300, 0);
                check(varied, 0, 0, 7, 0);
                check(varied, 7, 1, 300, 0);
                check(paired, 0, 1 - rank, 300, 0);
                check(cast, 0, 1, 300, 5);
                assertThat(scattered.toArray(ValueLayout.JAVA_INT))
                        .containsExactly(rank == 0 ? 2 : 6, rank == 0 ? 4 : 8);
            });
        }
    }

    @Test
    void aViewIsVoidOnceTheNextExchangeStarts() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 4, false)) {
            ranks.run(comm -> {
                MemorySegment input = MemorySegment.ofArray(new byte[100]);
                fill(input, comm.rank(), 100, 0);
                BlockView view = comm.allGatherView(input, 100);
                byte[] seen = new byte[100];
                for (int rank = 0; rank < 2; rank++) {
                    view.copyTo(rank, 0, MemorySegment.ofArray(seen), 0, 100);
                    check(MemorySegment.ofArray(seen), 0, rank, 100, 0);
                }
                assertThatThrownBy(() -> view.get(0, 100)).isInstanceOf(IndexOutOfBoundsException.class);
                comm.barrier();
                assertThatThrownBy(() -> view.get(0, 0))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("void");
            });
        }
    }

    /** Rewritten payload is staged and the same payload is fetched; each rank does what its own asks for. */
    @Test
    void payloadArrivesWhetherItIsNewOrTheSameAsBefore() throws Exception {
        int[][] sent = new int[2][3000];
        int[][] got = new int[2][3000];
        try (ShmRanks ranks = new ShmRanks(folder, 2, 23, false)) {
            assertThat(ranks.direct).isTrue();
            ranks.run(comm -> {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment input = arena.allocate(12_288, 64);
                    MemorySegment output = arena.allocate(2 * 12_288, 64);
                    Random random = new Random(41);
                    for (int round = 0; round < 3000; round++) {
                        long bytes = random.nextInt(4) == 0 ? 12_288 : 8192 + random.nextInt(16);
                        int changes = random.nextInt();
                        // One byte that no look at a few words sees, all bytes, or none: on either rank by itself.
                        for (int rank = 0; rank < 2; rank++) {
                            int change = (changes >>> (4 * rank)) & 3;
                            if (rank == comm.rank() && change == 1) {
                                input.set(ValueLayout.JAVA_BYTE, 100, (byte) round);
                            } else if (rank == comm.rank() && change == 2) {
                                fill(input, rank, 12_288, round);
                            }
                        }
                        if (random.nextInt(8) == 0) {
                            MemorySegment slot = comm.acquireSendSlot();
                            MemorySegment.copy(input, 0, slot, 0, bytes);
                            comm.allGatherFromSlot(output, 0, bytes);
                        } else if (random.nextInt(8) == 0) {
                            BlockView view = comm.allGatherView(input, bytes);
                            for (int rank = 0; rank < 2; rank++) {
                                view.copyTo(rank, 0, output, rank * bytes, bytes);
                            }
                        } else {
                            comm.allGather(input, output, bytes);
                        }
                        assertThat(output.asSlice(comm.rank() * bytes, bytes).mismatch(input.asSlice(0, bytes)))
                                .isEqualTo(-1);
                        sent[comm.rank()][round] = hash(input, 0, bytes);
                        got[comm.rank()][round] = hash(output, (1 - comm.rank()) * bytes, bytes);
                    }
                }
            });
        }
        assertThat(got[0]).isEqualTo(sent[1]);
        assertThat(got[1]).isEqualTo(sent[0]);
    }

    @Test
    void aSendSlotThatTheCallerFillsTravelsAsItIs() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 3, 5, false)) {
            ranks.run(comm -> {
                MemorySegment output = MemorySegment.ofArray(new byte[3 * 20_000]);
                for (int round = 0; round < 200; round++) {
                    long bytes = round % 2 == 0 ? 1000 : 20_000;
                    MemorySegment slot = comm.acquireSendSlot();
                    assertThat(slot.isNative()).isTrue();
                    fill(slot, comm.rank(), bytes, round);
                    comm.allGatherFromSlot(output, 0, bytes);
                    for (int rank = 0; rank < 3; rank++) {
                        check(output, rank * bytes, rank, bytes, round);
                    }
                    if (round % 7 == 0) {
                        comm.barrier();
                    }
                }
                assertThatThrownBy(() -> comm.allGatherFromSlot(output, 0, 8)).hasMessageContaining("acquireSendSlot");
            });
        }
    }

    @Test
    void buffersThatDoNotFitAreRefusedBeforeAnythingIsQueued() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 6, false)) {
            MemorySegment small = MemorySegment.ofArray(new byte[10]);
            Communicator comm = ranks.comm(0);
            assertThatThrownBy(() -> comm.allGather(small, small, 10))
                    .hasMessageContaining("all-gather output needs 20 bytes from offset 0, and has 10");
            assertThatThrownBy(() -> comm.allReduce(small, small, 6, DataType.F32, Reduction.SUM))
                    .hasMessageContaining("6 bytes are not whole elements of 4 bytes");
            ranks.run(Communicator::barrier);
        }
    }

    @Test
    void memoryThatTheDrivingThreadCannotReachIsRefused() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 12, true);
                Arena mine = Arena.ofConfined()) {
            MemorySegment memory = mine.allocate(64);
            assertThatThrownBy(() -> ranks.comm(0).broadcast(memory, 64, 0)).hasMessageContaining("Arena.ofShared()");
        }
    }

    @Test
    void aPoisonedSessionThrowsTheFirstRecordEveryTime() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 7, false)) {
            ranks.run(Communicator::barrier);
            ranks.comm(0).engine().poison().poison(Failure.ofSession(Failure.Kind.PEER_GONE, 0, 1, "killed"));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(ranks.comm(0)::barrier)
                        .isInstanceOf(WireFailure.class)
                        .hasMessageContaining("rank 1 has ended")
                        .hasMessageContaining("killed");
            }
            assertThatThrownBy(ranks.comm(1)::barrier)
                    .isInstanceOf(WireFailure.class)
                    .hasMessageContaining("rank 0 gave up");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallAfterTheEndFailsByNameAndTouchesNothing(boolean threads) throws Exception {
        ShmRanks ranks = new ShmRanks(folder, 2, 14, threads);
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        ranks.run(comm -> comm.broadcast(memory, 0, 0));
        Communicator comm = ranks.comm(0);
        ranks.run(c -> c.allGatherView(MemorySegment.ofArray(new byte[8]), 8));
        ranks.close();
        assertThatThrownBy(() -> comm.broadcast(memory, 64, 0))
                .isInstanceOf(WireFailure.class)
                .hasMessageContaining("Rank 0 called after its session was closed.");
        assertThatThrownBy(comm::acquireSendSlot).isInstanceOf(WireFailure.class);
        assertThatThrownBy(() -> comm.await(0)).isInstanceOf(WireFailure.class);
        assertThat(comm.isOver(0)).isTrue();
        assertThatThrownBy(() -> new BlockView(comm).get(0, 0)).hasMessageContaining("void");
    }

    @Test
    void theEngineIsHandedFromOneDriverToAnother() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 8, false)) {
            for (int i = 0; i < 6; i++) {
                boolean thread = i % 2 == 0;
                ranks.run(comm -> {
                    comm.drive(e -> thread ? new ThreadProgress(e, true, 100_000) : new CallerProgress(e, true));
                    for (int round = 0; round < 50; round++) {
                        comm.barrier();
                    }
                });
            }
            assertThat(ranks.comm(0).failure()).isEmpty();
        }
    }

    /**
     * In the best of some windows less than one byte an exchange: what is allocated per exchange would show in each of them,
     * while compilers and counters of the JVM allocate now and then.
     */
    @Test
    void anExchangeAllocatesNothing() throws Exception {
        int windows = 12;
        int exchanges = 1_000;
        AtomicLong most = new AtomicLong();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (ShmRanks ranks = new ShmRanks(folder, 2, 10, false)) {
            ranks.run(comm -> {
                MemorySegment input = Arena.ofAuto().allocate(4096, 64);
                MemorySegment output = Arena.ofAuto().allocate(8192, 64);
                long least = Long.MAX_VALUE;
                for (int window = 0; window < windows; window++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < exchanges; i++) {
                        comm.allGather(input, output, 4096);
                        comm.allReduce(input, output, 4096, DataType.BF16, Reduction.SUM);
                        comm.acquireSendSlot();
                        comm.allGatherFromSlot(output, 0, 512);
                        comm.allGatherView(input, 64).get(1, 3);
                    }
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                }
                most.accumulateAndGet(least, Math::max);
            });
        }
        assertThat(most.get()).isLessThan(4L * exchanges);
    }
}
