package dev.kolo.cli.wire;

import com.sun.management.ThreadMXBean;
import dev.kolo.cli.wire.beside.Cell;
import dev.kolo.cli.wire.beside.Measured;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.progress.Communicator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/**
 * Times one rank's exchanges, each by itself, after some that let the compiler finish; and counts what the calling thread
 * allocates meanwhile, which is nothing.
 */
final class Exchanges {
    static final String ALL_REDUCE_BF16 = "all-reduce-bf16";
    /** The all-gathers of one decode step of the measured model, back to back. */
    private static final int WINDOW = 86;

    private final Communicator communicator;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    Exchanges(Communicator communicator) {
        this.communicator = communicator;
    }

    /**
     * What was measured.
     *
     * @param samples nanoseconds an exchange
     * @param allocatedBytes bytes of heap that the calling thread took for all timed exchanges together
     */
    record Timed(Histogram samples, long allocatedBytes) {}

    /** Measures one cell; all ranks call with the same. */
    Timed measure(Cell cell) {
        try (Arena arena = Arena.ofShared()) {
            int bytes = cell.bytes();
            MemorySegment input = arena.allocate(Math.max(bytes, 1), 4096);
            MemorySegment output = arena.allocate(Math.max(1, (long) bytes * communicator.world()), 4096);
            return switch (cell.op()) {
                case Cell.ALL_REDUCE ->
                    timed(
                            cell,
                            round -> floats(input, bytes, round),
                            () -> communicator.allReduce(input, output, bytes, DataType.F32, Reduction.SUM));
                case ALL_REDUCE_BF16 ->
                    timed(
                            cell,
                            round -> rewrite(input, bytes, round & 1),
                            () -> communicator.allReduce(input, output, bytes, DataType.BF16, Reduction.SUM));
                case Cell.WINDOW -> timed(cell, round -> communicator.barrier(), () -> window(input, output, bytes));
                default -> gather(cell, input, output);
            };
        }
    }

    private Timed gather(Cell cell, MemorySegment input, MemorySegment output) {
        int bytes = cell.bytes();
        Runnable plain = () -> communicator.allGather(input, output, bytes);
        Runnable slot = () -> communicator.allGatherFromSlot(output, 0, bytes);
        return switch (cell.payload()) {
            case Cell.REWRITTEN -> timed(cell, round -> rewrite(input, bytes, round), plain);
            case Cell.SLOT -> timed(cell, round -> rewrite(communicator.acquireSendSlot(), bytes, round), slot);
            case Cell.SLOT_REPEATED -> timed(cell, round -> communicator.acquireSendSlot(), slot);
            default -> timed(cell, round -> {}, plain);
        };
    }

    private void window(MemorySegment input, MemorySegment output, int bytes) {
        for (int i = 0; i < WINDOW; i++) {
            communicator.allGather(input, output, bytes);
        }
    }

    private Timed timed(Cell cell, IntConsumer before, Runnable exchange) {
        Histogram samples = Measured.histogram();
        int share = cell.op().equals(Cell.WINDOW) ? WINDOW : 1;
        communicator.barrier();
        for (int round = 0; round < cell.warm(); round++) {
            before.accept(round);
            exchange.run();
        }
        long allocated = threads.getCurrentThreadAllocatedBytes();
        for (int round = 0; round < cell.times(); round++) {
            before.accept(round);
            long start = System.nanoTime();
            exchange.run();
            Measured.record(samples, (System.nanoTime() - start) / share);
        }
        return new Timed(samples, threads.getCurrentThreadAllocatedBytes() - allocated);
    }

    /**
     * Every word anew, as a kernel of the engine would. By address, a word at a time: through the segment the compiler made of
     * this loop now one thing, now another, and the rank that fills faster waits for the other within the time that counts.
     */
    private static void rewrite(MemorySegment memory, int bytes, int round) {
        long address = memory.address();
        int i = 0;
        for (; i + 8 <= bytes; i += 8) {
            NativeMemory.writeWord(address + i, round * 0x9E3779B97F4A7C15L + i & 0x3f7f_3f7f_3f7f_3f7fL);
        }
        for (; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (round + i));
        }
    }

    private static void floats(MemorySegment memory, int bytes, int round) {
        long address = memory.address();
        int i = 0;
        for (; i + 8 <= bytes; i += 8) {
            long first = Float.floatToRawIntBits(round + i & 63);
            long second = Float.floatToRawIntBits(round + i + 4 & 63);
            NativeMemory.writeWord(address + i, first | second << 32);
        }
        for (; i + 4 <= bytes; i += 4) {
            memory.set(ValueLayout.JAVA_FLOAT, i, round + i & 63);
        }
    }
}
