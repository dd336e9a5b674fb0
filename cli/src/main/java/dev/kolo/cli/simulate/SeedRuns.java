package dev.kolo.cli.simulate;

import dev.kolo.sim.run.Coverage;
import dev.kolo.sim.run.Options;
import dev.kolo.sim.run.Run;
import dev.kolo.sim.run.Scenario;
import dev.kolo.sim.run.Verdict;
import dev.kolo.sim.run.Wishes;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Many seeds on several threads, added up in the order of the seeds, so that the sum does not depend on who was faster. */
final class SeedRuns implements AutoCloseable {
    private static final long TELL_EVERY_NANOS = 5_000_000_000L;
    /** So many failures are kept whole; the others are counted. */
    private static final int MOST_FAILURES = 3;

    private final ExecutorService threads;
    private final int ahead;
    private final Wishes wishes;
    private final Consumer<String> progress;

    /**
     * What came of all of them.
     *
     * @param runs how many
     * @param violated how many broke a rule
     * @param failed the first few of those
     * @param hash hash of all hashes
     * @param events how much happened
     * @param seconds virtual time that passed
     * @param cpuNanos processor time that all of them took, 0 where it is not known
     * @param coverage what was exercised
     */
    record Sum(
            int runs,
            int violated,
            List<Verdict> failed,
            long hash,
            long events,
            double seconds,
            long cpuNanos,
            Coverage coverage) {}

    private record Timed(Verdict verdict, long cpuNanos) {}

    SeedRuns(int jobs, Wishes wishes, Consumer<String> progress) {
        threads = Executors.newFixedThreadPool(jobs, task -> {
            Thread thread = new Thread(task, "kolo-seeds");
            thread.setDaemon(true);
            return thread;
        });
        ahead = 4 * jobs;
        this.wishes = wishes;
        this.progress = progress;
    }

    Sum run(long first, int runs) {
        ArrayDeque<Future<Timed>> under = new ArrayDeque<>();
        List<Verdict> failed = new ArrayList<>();
        Coverage coverage = new Coverage();
        int violated = 0;
        long hash = 0;
        long events = 0;
        double seconds = 0;
        long cpuNanos = 0;
        long toldNanos = System.nanoTime();
        int given = 0;
        for (int done = 0; done < runs; done++) {
            for (; given < runs && under.size() < ahead; given++) {
                long seed = first + given;
                under.add(threads.submit(() -> timed(seed)));
            }
            Timed timed = take(under.remove(), first + done);
            Verdict verdict = timed.verdict();
            cpuNanos += timed.cpuNanos();
            hash = Long.rotateLeft(hash, 7) * 0x9e37_79b9_7f4a_7c15L ^ verdict.hash();
            events += verdict.events();
            seconds += verdict.picos() / 1e12;
            coverage.addAll(verdict.coverage());
            if (!verdict.isGood()) {
                violated++;
                if (failed.size() < MOST_FAILURES) {
                    failed.add(verdict);
                }
            }
            if (System.nanoTime() - toldNanos > TELL_EVERY_NANOS) {
                toldNanos = System.nanoTime();
                progress.accept("  " + (done + 1) + " of " + runs + " seeds, " + violated + " with violations");
            }
        }
        return new Sum(runs, violated, failed, hash, events, seconds, cpuNanos, coverage);
    }

    private Timed timed(long seed) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        boolean known = clock.isCurrentThreadCpuTimeSupported();
        long before = known ? clock.getCurrentThreadCpuTime() : 0;
        Verdict verdict = Run.of(Scenario.of(seed, wishes), Options.PLAIN);
        return new Timed(verdict, known ? clock.getCurrentThreadCpuTime() - before : 0);
    }

    private static Timed take(Future<Timed> future, long seed) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in seed " + seed, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("seed " + seed + " broke the simulator or the wire: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
