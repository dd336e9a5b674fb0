package dev.kolo.cli.wire;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.progress.Communicator;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.HdrHistogram.Histogram;

/** One rank's run of the benchmark: each exchange is timed by itself, after a warm-up that lets the compiler finish. */
final class BenchRank {
    /** The all-gathers of one decode step of the measured model, back to back. */
    private static final int WINDOW = 86;

    private static final int WINDOW_BYTES = 8192;
    private static final long MOST_NANOS = 60_000_000_000L;

    private final Communicator communicator;
    private final PrintStream out;

    BenchRank(Communicator communicator, PrintStream out) {
        this.communicator = communicator;
        this.out = out;
    }

    /** Runs every size (comma-separated bytes), then the window. */
    void run(String sizes) {
        try (Arena arena = Arena.ofShared()) {
            for (String size : sizes.split(",", -1)) {
                run(arena, Integer.parseInt(size));
            }
            window(arena);
        }
    }

    private void run(Arena arena, int bytes) {
        MemorySegment input = arena.allocate(Math.max(bytes, 1), 64);
        MemorySegment output = arena.allocate(Math.max(1, (long) bytes * communicator.world()), 64);
        int times = bytes <= 16 * 1024 ? 20_000 : bytes <= 128 * 1024 ? 4_000 : 1_000;
        measure(
                "all-gather",
                bytes,
                "repeated",
                times,
                round -> {},
                () -> communicator.allGather(input, output, bytes));
        measure(
                "all-gather",
                bytes,
                "rewritten",
                times,
                round -> rewrite(input, bytes, round),
                () -> communicator.allGather(input, output, bytes));
        measure(
                "all-gather",
                bytes,
                "slot",
                times,
                round -> rewrite(communicator.acquireSendSlot(), bytes, round),
                () -> communicator.allGatherFromSlot(output, 0, bytes));
        int whole = bytes / 2 * 2;
        measure(
                "all-reduce-bf16",
                whole,
                "rewritten",
                times,
                round -> rewrite(input, whole, round & 1),
                () -> communicator.allReduce(input, output, whole, DataType.BF16, Reduction.SUM));
    }

    private void measure(String op, int bytes, String payload, int times, Preparation before, Runnable exchange) {
        Histogram histogram = new Histogram(MOST_NANOS, 3);
        for (int round = 0; round < 2 * times; round++) {
            before.prepare(round);
            long start = System.nanoTime();
            exchange.run();
            if (round >= times) {
                histogram.recordValue(Math.min(MOST_NANOS, System.nanoTime() - start));
            }
        }
        report(op, bytes, payload, histogram);
    }

    private void window(Arena arena) {
        MemorySegment input = arena.allocate(WINDOW_BYTES, 64);
        MemorySegment output = arena.allocate((long) WINDOW_BYTES * communicator.world(), 64);
        Histogram histogram = new Histogram(MOST_NANOS, 3);
        for (int round = 0; round < 400; round++) {
            communicator.barrier();
            long start = System.nanoTime();
            for (int i = 0; i < WINDOW; i++) {
                communicator.allGather(input, output, WINDOW_BYTES);
            }
            if (round >= 100) {
                histogram.recordValue(Math.min(MOST_NANOS, (System.nanoTime() - start) / WINDOW));
            }
        }
        report("window-86-all-gather", WINDOW_BYTES, "repeated", histogram);
    }

    private void report(String op, int bytes, String payload, Histogram histogram) {
        out.println(RankLine.result(new BenchResult(
                op,
                bytes,
                payload,
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue())));
    }

    /** Every word anew, as a kernel of the engine would. */
    private static void rewrite(MemorySegment memory, int bytes, int round) {
        int i = 0;
        for (; i + 8 <= bytes; i += 8) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, i, round * 0x9E3779B97F4A7C15L + i & 0x3f7f_3f7f_3f7f_3f7fL);
        }
        for (; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (round + i));
        }
    }

    private interface Preparation {
        void prepare(int round);
    }
}
