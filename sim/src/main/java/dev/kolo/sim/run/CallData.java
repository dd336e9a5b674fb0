package dev.kolo.sim.run;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The bytes of a call, from session, call and rank alone, and what must come of them. No two calls have the same bytes, so
 * that whoever reads what another call left behind is seen. Numbers are small integers: their sums are exact in any order and
 * any type.
 */
public final class CallData {
    private final long session;

    /** Data of one session; other sessions have other bytes. */
    public CallData(long session) {
        this.session = session;
    }

    /** A rank's input. */
    public byte[] input(Call call, int rank, int world) {
        byte[] bytes = new byte[(int) call.inputBytes(rank, world)];
        if (call.type() == DataType.BYTES) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (mix(call, rank, i >> 3) >>> (8 * (i & 7)));
            }
            return bytes;
        }
        MemorySegment memory = MemorySegment.ofArray(bytes);
        for (int i = 0; i < bytes.length / call.type().bytes(); i++) {
            set(call.type(), memory, i, number(call, rank, i));
        }
        return bytes;
    }

    /** What a rank must end with. */
    public byte[] expected(Call call, int rank, int world) {
        byte[] bytes = new byte[(int) call.outputBytes(rank, world)];
        switch (call.collective()) {
            case ALL_GATHER -> {
                int at = 0;
                for (int from = 0; from < world; from++) {
                    byte[] block = input(call, from, world);
                    System.arraycopy(block, 0, bytes, at, block.length);
                    at += block.length;
                }
            }
            case BROADCAST -> System.arraycopy(input(call, call.root(), world), 0, bytes, 0, bytes.length);
            case PAIR_EXCHANGE -> {
                if (bytes.length > 0) {
                    System.arraycopy(input(call, call.partner(rank, world), world), 0, bytes, 0, bytes.length);
                }
            }
            case ALL_REDUCE -> reduce(call, world, 0, bytes);
            case REDUCE_SCATTER ->
                reduce(call, world, rank * (int) call.bytes() / call.type().bytes(), bytes);
            case BARRIER -> {
                // Moves nothing.
            }
        }
        return bytes;
    }

    private void reduce(Call call, int world, int first, byte[] into) {
        MemorySegment memory = MemorySegment.ofArray(into);
        for (int i = 0; i < into.length / call.type().bytes(); i++) {
            int all = number(call, 0, first + i);
            for (int rank = 1; rank < world; rank++) {
                int next = number(call, rank, first + i);
                all = call.how() == Reduction.SUM
                        ? all + next
                        : call.how() == Reduction.MAX ? Math.max(all, next) : Math.min(all, next);
            }
            set(call.type(), memory, i, all);
        }
    }

    /** From −8 to 8: sixteen ranks' sums stay below the 256 up to which bf16 is exact. */
    private int number(Call call, int rank, int index) {
        return (int) Long.remainderUnsigned(mix(call, rank, index), 17) - 8;
    }

    private static void set(DataType type, MemorySegment memory, int index, int value) {
        switch (type) {
            case F32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * index, value);
            case I32 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * index, value);
            case BF16 ->
                memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * index, (short) (Float.floatToIntBits(value) >>> 16));
            case F16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * index, Float.floatToFloat16(value));
            case BYTES -> throw new IllegalArgumentException("bytes are not numbers");
        }
    }

    private long mix(Call call, int rank, long index) {
        long z = (session * 64 + rank) * 0x9e37_79b9_7f4a_7c15L + call.number() * 0xbf58_476d_1ce4_e5b9L + index;
        z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return z ^ (z >>> 31);
    }
}
