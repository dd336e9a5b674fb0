package dev.kolo.gpu.session;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.kernel.Shape;
import dev.kolo.gpu.layout.DeviceOp;
import dev.kolo.wire.collective.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * The trial of a device session: an all-gather of 4 KiB and a sum of 2,048 bf16 numbers, byte for byte. The numbers are small
 * integers, so that their sums are exact in any order and the fallback may add as it likes.
 */
final class DeviceTrial {
    private static final int BYTES = 4096;

    private final CudaDriver cuda;
    private final DeviceWire wire;
    private final int rank;
    private final int world;
    private final long stream;

    DeviceTrial(CudaDriver cuda, DeviceWire wire, int rank, int world, long stream) {
        this.cuda = cuda;
        this.wire = wire;
        this.rank = rank;
        this.world = world;
        this.stream = stream;
    }

    /** The first difference in a sentence, or empty. */
    String difference(Optional<DeviceFallback> fallback, boolean spoil) {
        long all = (long) BYTES * world;
        long memory = cuda.allocate(BYTES + 2 * (all + BYTES));
        try (Arena arena = Arena.ofConfined()) {
            long gathered = memory + BYTES;
            long summed = gathered + all;
            long judge = summed + BYTES;
            MemorySegment input = arena.allocate(BYTES, 64);
            fill(input, rank);
            cuda.copyIn(memory, input, BYTES);
            Shape shape = wire.shape(BYTES);
            wire.allGather(stream, memory, gathered, BYTES, shape);
            wire.allReduce(stream, DeviceOp.ALL_REDUCE_BF16, memory, summed, BYTES, shape);
            wire.finish(stream);
            cuda.synchronize(stream);
            MemorySegment seen = arena.allocate(all + BYTES, 64);
            MemorySegment wanted = arena.allocate(all + BYTES, 64);
            cuda.copyOut(seen, gathered, all + BYTES);
            if (spoil) {
                seen.set(ValueLayout.JAVA_BYTE, 7, (byte) ~seen.get(ValueLayout.JAVA_BYTE, 7));
            }
            if (fallback.isPresent()) {
                fallback.get().allGather(stream, memory, judge, BYTES);
                fallback.get().allReduce(stream, memory, judge + all, BYTES, DataType.BF16);
                cuda.synchronize(stream);
                cuda.copyOut(wanted, judge, all + BYTES);
            } else {
                expect(wanted);
            }
            long at = seen.mismatch(wanted);
            String than = fallback.map(f -> "from " + f.name() + "'s").orElse("from plain arithmetic");
            return at < 0
                    ? ""
                    : "the trial's " + (at < all ? "all-gather" : "bf16 sum") + " differs " + than + " at byte "
                            + (at < all ? at : at - all) + ": " + hex(seen, at) + ", wanted " + hex(wanted, at);
        } finally {
            cuda.free(memory);
        }
    }

    private static String hex(MemorySegment memory, long at) {
        return "0x" + Integer.toHexString(memory.get(ValueLayout.JAVA_BYTE, at) & 0xff);
    }

    /** Small integers as bf16; no two ranks have the same. */
    private static void fill(MemorySegment memory, int rank) {
        for (int i = 0; i < BYTES / 2; i++) {
            memory.set(ValueLayout.JAVA_SHORT, 2L * i, bf16(number(rank, i)));
        }
    }

    private void expect(MemorySegment wanted) {
        for (int r = 0; r < world; r++) {
            fill(wanted.asSlice((long) r * BYTES, BYTES), r);
        }
        for (int i = 0; i < BYTES / 2; i++) {
            int sum = 0;
            for (int r = 0; r < world; r++) {
                sum += number(r, i);
            }
            wanted.set(ValueLayout.JAVA_SHORT, (long) BYTES * world + 2L * i, bf16(sum));
        }
    }

    private static int number(int rank, int i) {
        return (i * 7 + rank * 5 + i / 17) % 17 - 8;
    }

    private static short bf16(int value) {
        return (short) (Float.floatToIntBits(value) >>> 16);
    }
}
