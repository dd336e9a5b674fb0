package dev.kolo.wire.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.WireFailure;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real threads against each other where memory order matters: doorbell, flags, poison, send slots, hand-over. */
class StressTest {
    @TempDir
    Path folder;

    /** Doorbell: the caller queues as fast as there is room while another thread carries out. */
    @Test
    void noQueuedOperationIsLostOrSeenHalfWritten() throws Exception {
        int count = 3_000;
        try (ShmRanks ranks = new ShmRanks(folder, 2, 21, true)) {
            ranks.run(comm -> {
                int[] own = new int[count];
                int[] sums = new int[count];
                MemorySegment from = MemorySegment.ofArray(own);
                MemorySegment to = MemorySegment.ofArray(sums);
                long last = -1;
                for (int i = 0; i < count; i++) {
                    own[i] = i * 3 + comm.rank();
                    last = comm.allReduceAsync(from, 4L * i, to, 4L * i, 4, DataType.I32, Reduction.SUM);
                }
                comm.await(last);
                for (int i = 0; i < count; i++) {
                    assertThat(sums[i]).isEqualTo(i * 6 + 1);
                }
                comm.barrier();
            });
        }
    }

    /** Flags and send slots: what is read is what was written for this exchange, every word of it. */
    @Test
    void everyWordBelongsToItsExchange() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 22, false)) {
            ranks.run(comm -> {
                MemorySegment output = MemorySegment.ofArray(new byte[2 * 1024]);
                for (int round = 1; round < 4_000; round++) {
                    MemorySegment slot = comm.acquireSendSlot();
                    for (int at = 0; at < 1024; at += 4) {
                        slot.set(ValueLayout.JAVA_INT, at, round * 2 + comm.rank());
                    }
                    comm.allGatherFromSlot(output, 0, 1024);
                    for (int at = 0; at < 2048; at += 4) {
                        int seen = output.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                        if (seen != round * 2 + at / 1024) {
                            throw new AssertionError("word " + at + " in round " + round + " is of " + seen / 2);
                        }
                    }
                }
            });
        }
    }

    /** The same where another thread drives: the slot that a caller fills is never one that is still being sent. */
    @Test
    void aSlotThatIsAcquiredIsNobodyElses() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 3, 23, true)) {
            ranks.run(comm -> {
                MemorySegment output = MemorySegment.ofArray(new int[3 * 256]);
                MemorySegment other = MemorySegment.ofArray(new int[4]);
                for (int round = 1; round < 1_500; round++) {
                    MemorySegment slot = comm.acquireSendSlot();
                    for (int at = 0; at < 1024; at += 4) {
                        slot.set(ValueLayout.JAVA_INT, at, round * 3 + comm.rank());
                    }
                    if (round % 5 == 0) {
                        // While the slot is held others travel by the other one.
                        comm.allReduce(other, other, 16, DataType.I32, Reduction.MAX);
                    }
                    comm.allGatherFromSlot(output, 0, 1024);
                    expectWords(output, round, 3);
                }
            });
        }
    }

    private static void expectWords(MemorySegment output, int round, int world) {
        for (int at = 0; at < world * 1024; at += 4) {
            int seen = output.get(ValueLayout.JAVA_INT, at);
            if (seen != round * world + at / 1024) {
                throw new AssertionError("word " + at + " in round " + round + " is of " + seen / world);
            }
        }
    }

    /** Words that bear their step's number, written by one thread while another looks at them. */
    @ParameterizedTest
    @EnumSource(names = {"LL8", "LL16"})
    void everyWordThatIsTakenBelongsToItsStep(PayloadForm form) throws Exception {
        RegionLayout layout = new RegionLayout(2, 1, ShmRanks.LIMIT, form, 2048);
        try (ShmRanks ranks = new ShmRanks(folder, 2, 24, false, layout)) {
            ranks.run(comm -> {
                MemorySegment own = MemorySegment.ofArray(new int[256]);
                MemorySegment output = MemorySegment.ofArray(new int[2 * 256]);
                for (int round = 1; round < 4_000; round++) {
                    for (int at = 0; at < 1024; at += 4) {
                        own.set(ValueLayout.JAVA_INT, at, round * 2 + comm.rank());
                    }
                    comm.allGather(own, output, 1024);
                    expectWords(output, round, 2);
                }
            });
            assertThat(ranks.comm(0).engine().counters().get(Counters.Total.WORD_STEPS))
                    .isEqualTo(3_999);
        }
    }

    /** Hand-over with calls under way: who drives next finds all that was queued, and nothing twice. */
    @Test
    void queuedOperationsSurviveEveryHandOver() throws Exception {
        try (ShmRanks ranks = new ShmRanks(folder, 2, 25, false)) {
            ranks.run(comm -> {
                int[] counters = new int[8];
                MemorySegment sums = MemorySegment.ofArray(counters);
                for (int turn = 0; turn < 300; turn++) {
                    Arrays.fill(counters, comm.rank() + 1);
                    long last = -1;
                    for (int i = 0; i < 8; i++) {
                        last = comm.allReduceAsync(sums, 4L * i, sums, 4L * i, 4, DataType.I32, Reduction.SUM);
                    }
                    boolean thread = turn % 2 == 0;
                    comm.drive(e -> thread ? new ThreadProgress(e, true, 100_000) : new CallerProgress(e, true));
                    comm.await(last);
                    for (int seen : counters) {
                        if (seen != 3) {
                            throw new AssertionError("turn " + turn + ": " + Arrays.toString(counters));
                        }
                    }
                }
            });
            assertThat(ranks.comm(0).engine().counters().get(Counters.Total.OPERATIONS))
                    .isEqualTo(2_400);
        }
    }

    /** Poison from a third thread at any moment: an output is right or marked, never old, and every later call fails. */
    @Test
    void poisonAtAnyMomentLeavesOutputsRightOrMarked() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        for (int run = 0; run < 8; run++) {
            int spins = new SplittableRandom(run).nextInt(200_000);
            try (ShmRanks ranks = new ShmRanks(folder, 2, 100 + run, run % 2 == 0)) {
                Thread poisoner = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < spins; i++) {
                        Thread.onSpinWait();
                    }
                    ranks.comm(0)
                            .engine()
                            .poison()
                            .poison(Failure.ofSession(Failure.Kind.SESSION, 0, 1, "poisoned by the test"));
                });
                ranks.run(comm -> {
                    exchangeUntilPoisoned(comm);
                    failed.incrementAndGet();
                });
                poisoner.join();
            }
        }
        assertThat(failed.get()).isEqualTo(16);
    }

    private static void exchangeUntilPoisoned(Communicator comm) {
        byte[] own = new byte[256];
        byte[] all = new byte[512];
        for (int round = 0; ; round++) {
            byte mark = (byte) (round % 100 + 1);
            Arrays.fill(own, mark);
            try {
                comm.allGather(MemorySegment.ofArray(own), MemorySegment.ofArray(all), 256);
            } catch (WireFailure poisoned) {
                // The exchange may have been over when the poison came: then all of it is right.
                expect(all, all[0] == mark ? mark : (byte) 0xff, round);
                return;
            }
            expect(all, mark, round);
        }
    }

    private static void expect(byte[] all, byte mark, int round) {
        for (byte seen : all) {
            if (seen != mark) {
                throw new AssertionError("round " + round + " has " + seen + " where " + mark + " belongs");
            }
        }
    }
}
