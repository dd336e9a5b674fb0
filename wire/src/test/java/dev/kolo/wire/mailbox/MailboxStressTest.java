package dev.kolo.wire.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.protocol.Failure;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real threads on both sides of mailboxes, where memory order matters: doorbell and descriptor, done word and result,
 * poison, acquiring slots, hand-over between threads that serve, attaching. Bounded by counts.
 */
class MailboxStressTest {
    private static final int UNTOUCHED = 0x5555_5555;

    @TempDir
    Path folder;

    /** What a client does on its thread. */
    private interface Task {
        void run(MailboxClient client, int rank) throws Exception;
    }

    private static void onEachRank(MailboxBed bed, Task task) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(bed.world())) {
            List<Future<?>> all = new ArrayList<>();
            for (int rank = 0; rank < bed.world(); rank++) {
                int own = rank;
                all.add(pool.submit(() -> {
                    task.run(bed.client(own), own);
                    return true;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    /** All-gathers of changing sizes, two under way: every word of every block is of its own operation. */
    @Test
    void everyWordBelongsToItsOperation() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 71)) {
            bed.attachAll();
            bed.startThreads();
            onEachRank(bed, (client, rank) -> {
                for (int pair = 0; pair < 1_500; pair++) {
                    int first = gather(client, rank);
                    int second = gather(client, rank);
                    expectGathered(client, first);
                    expectGathered(client, second);
                }
            });
        }
    }

    private static int words(int number) {
        return 1 + number * 7 % 200;
    }

    private static int gather(MailboxClient client, int rank) {
        int number = client.next();
        // Acquires the slot: what was rung there two operations ago is over.
        assertThat(client.await(number - MailboxAbi.SLOT_COUNT)).isTrue();
        MemorySegment file = client.memory.file();
        for (int i = 0; i < words(number); i++) {
            file.set(ValueLayout.JAVA_INT, client.input(number) + 4L * i, number * 1000 + rank * 400 + i);
        }
        return client.ring(MailboxAbi.OP_ALL_GATHER, 0, 0, 4L * words(number), -1);
    }

    private static void expectGathered(MailboxClient client, int number) {
        assertThat(client.await(number)).isTrue();
        for (int rank = 0; rank < 2; rank++) {
            for (int i = 0; i < words(number); i++) {
                long at = client.output(number) + 4L * (rank * words(number) + i);
                int seen = client.memory.file().get(ValueLayout.JAVA_INT, at);
                if (seen != number * 1000 + rank * 400 + i) {
                    throw new AssertionError(
                            "word " + i + " of rank " + rank + " in operation " + number + " is " + seen);
                }
            }
        }
    }

    /** Poison from a third thread at any moment: a result is right, marked, or was never begun; never half of anything. */
    @Test
    void poisonAtAnyMomentLeavesResultsRightMarkedOrUntouched() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        for (int run = 0; run < 8; run++) {
            int spins = new SplittableRandom(run).nextInt(200_000);
            try (MailboxBed bed = new MailboxBed(folder, 2, 100 + run)) {
                bed.attachAll();
                bed.startThreads();
                Thread poisoner = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < spins; i++) {
                        Thread.onSpinWait();
                    }
                    bed.engine(0)
                            .poison()
                            .poison(Failure.ofSession(Failure.Kind.SESSION, 0, 1, "poisoned by the test"));
                });
                onEachRank(bed, (client, rank) -> {
                    exchangeUntilPoisoned(client);
                    failed.incrementAndGet();
                });
                poisoner.join();
                assertThat(bed.client(0).memory.failureText()).contains("poisoned by the test");
            }
        }
        assertThat(failed.get()).isEqualTo(16);
    }

    private static void exchangeUntilPoisoned(MailboxClient client) {
        MemorySegment file = client.memory.file();
        while (true) {
            int number = client.next();
            for (int i = 0; i < 64; i++) {
                file.set(ValueLayout.JAVA_INT, client.input(number) + 4L * i, number);
                file.set(ValueLayout.JAVA_INT, client.output(number) + 4L * i, UNTOUCHED);
            }
            client.ring(MailboxAbi.OP_ALL_REDUCE, MailboxAbi.TYPE_I32, MailboxAbi.HOW_MAX, 256, -1);
            boolean well = client.await(number);
            int first = file.get(ValueLayout.JAVA_INT, client.output(number));
            if (first != number && (well || (first != -1 && first != UNTOUCHED))) {
                throw new AssertionError("operation " + number + " has " + first);
            }
            for (int i = 0; i < 64; i++) {
                assertThat(file.get(ValueLayout.JAVA_INT, client.output(number) + 4L * i))
                        .isEqualTo(first);
            }
            if (!well) {
                assertThat(client.memory.poison()).isEqualTo(client.poisonOf(number));
                assertThat(client.memory.failureText()).isNotEmpty();
                return;
            }
        }
    }

    /** The thread that serves is replaced again and again while clients go on: no order is lost, none is taken twice. */
    @Test
    void handingTheServerOverLosesNothing() throws Exception {
        try (MailboxBed bed = new MailboxBed(folder, 2, 73)) {
            bed.attachAll();
            bed.startThreads();
            AtomicInteger atWork = new AtomicInteger(2);
            Thread hander = Thread.ofPlatform().start(() -> {
                while (atWork.get() > 0) {
                    bed.startThreads();
                }
            });
            onEachRank(bed, (client, rank) -> {
                try {
                    for (int round = 0; round < 1_500; round++) {
                        int number = client.ringSum(round * 3 + rank);
                        assertThat(client.await(number)).isTrue();
                        assertThat(client.result(number)).isEqualTo(round * 6 + 1);
                    }
                } finally {
                    atWork.decrementAndGet();
                }
            });
            hander.join();
        }
    }

    /** The generation is taken once, whoever comes at the same moment. */
    @Test
    void ofManyThreadsExactlyOneAttaches() throws Exception {
        int threads = 4;
        for (int run = 0; run < 200; run++) {
            MailboxShape shape = new MailboxShape(2, 4096);
            MemorySegment file = MemorySegment.ofArray(new long[(int) (shape.fileBytes() / 8)]);
            file.set(ValueLayout.JAVA_INT, MailboxAbi.GENERATION_AT, MailboxAbi.GENERATION_OPEN);
            CyclicBarrier start = new CyclicBarrier(threads);
            AtomicInteger won = new AtomicInteger();
            try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    all.add(pool.submit(() -> {
                        start.await();
                        if (new MailboxMemory(file)
                                .moveGeneration(MailboxAbi.GENERATION_OPEN, MailboxAbi.GENERATION_ATTACHED)) {
                            won.incrementAndGet();
                        }
                        return true;
                    }));
                }
                for (Future<?> each : all) {
                    each.get();
                }
            }
            assertThat(won.get()).isEqualTo(1);
        }
    }
}
