package dev.kolo.wire.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reduces the same range of several sources, in the order given: floating types in f32, rounded once at the end, I32 with
 * wrap-around. NaNs come out as the one canonical NaN, because which payload survives an addition is up to the compiler, and
 * all ranks must get equal bits.
 *
 * <p>All sources of a tile are read before any of it is written, so the output may be one of the sources.
 */
public final class Reducer {
    private static final int TILE = 2048;
    private static final short BF16_NAN = 0x7fc0;
    private static final short F16_NAN = 0x7e00;
    private static final int INFINITY_BITS = 0x7f80_0000;

    private final float[] sum = new float[TILE];
    private final float[] more = new float[TILE];
    private final int[] intSum = new int[TILE];
    private final int[] intMore = new int[TILE];
    private final short[] halves = new short[TILE];

    /**
     * Reduces one range of some sources, which all begin at offsets of their own.
     *
     * @param count how many sources, at least 1
     * @param from the sources
     * @param at first byte of each
     * @param to where the result goes
     * @param toAt first byte there
     * @param bytes length of the range, whole elements
     */
    public void reduce(
            DataType type,
            Reduction how,
            int count,
            MemorySegment[] from,
            long[] at,
            MemorySegment to,
            long toAt,
            long bytes) {
        int width = type.bytes();
        long elements = bytes / width;
        for (long done = 0; done < elements; done += TILE) {
            int tile = (int) Math.min(TILE, elements - done);
            long offset = done * width;
            if (type == DataType.I32) {
                intTile(how, count, from, at, to, toAt, offset, tile);
            } else {
                floatTile(type, how, count, from, at, to, toAt, offset, tile);
            }
        }
    }

    private void floatTile(
            DataType type,
            Reduction how,
            int count,
            MemorySegment[] from,
            long[] at,
            MemorySegment to,
            long toAt,
            long offset,
            int tile) {
        load(type, from[0], at[0] + offset, sum, tile);
        for (int source = 1; source < count; source++) {
            load(type, from[source], at[source] + offset, more, tile);
            switch (how) {
                case SUM -> add(sum, more, tile);
                case MAX -> max(sum, more, tile);
                case MIN -> min(sum, more, tile);
            }
        }
        store(type, sum, to, toAt + offset, tile);
    }

    private static void add(float[] sum, float[] more, int tile) {
        for (int i = 0; i < tile; i++) {
            sum[i] += more[i];
        }
    }

    private static void max(float[] sum, float[] more, int tile) {
        for (int i = 0; i < tile; i++) {
            sum[i] = Math.max(sum[i], more[i]);
        }
    }

    private static void min(float[] sum, float[] more, int tile) {
        for (int i = 0; i < tile; i++) {
            sum[i] = Math.min(sum[i], more[i]);
        }
    }

    private void load(DataType type, MemorySegment from, long at, float[] into, int tile) {
        switch (type) {
            case F32 -> MemorySegment.copy(from, ValueLayout.JAVA_FLOAT_UNALIGNED, at, into, 0, tile);
            case BF16 -> {
                MemorySegment.copy(from, ValueLayout.JAVA_SHORT_UNALIGNED, at, halves, 0, tile);
                for (int i = 0; i < tile; i++) {
                    into[i] = Float.intBitsToFloat(halves[i] << 16);
                }
            }
            case F16 -> {
                MemorySegment.copy(from, ValueLayout.JAVA_SHORT_UNALIGNED, at, halves, 0, tile);
                for (int i = 0; i < tile; i++) {
                    into[i] = Float.float16ToFloat(halves[i]);
                }
            }
            default -> throw new IllegalArgumentException(type + " is not reduced in floating point");
        }
    }

    private void store(DataType type, float[] from, MemorySegment to, long at, int tile) {
        switch (type) {
            case F32 -> {
                if (hasNan(from, tile)) {
                    for (int i = 0; i < tile; i++) {
                        from[i] = Float.isNaN(from[i]) ? Float.NaN : from[i];
                    }
                }
                MemorySegment.copy(from, 0, to, ValueLayout.JAVA_FLOAT_UNALIGNED, at, tile);
            }
            case BF16 -> {
                for (int i = 0; i < tile; i++) {
                    halves[i] = toBf16(from[i]);
                }
                MemorySegment.copy(halves, 0, to, ValueLayout.JAVA_SHORT_UNALIGNED, at, tile);
            }
            case F16 -> {
                for (int i = 0; i < tile; i++) {
                    halves[i] = toF16(from[i]);
                }
                MemorySegment.copy(halves, 0, to, ValueLayout.JAVA_SHORT_UNALIGNED, at, tile);
            }
            default -> throw new IllegalArgumentException(type + " is not reduced in floating point");
        }
    }

    /**
     * Whether there is a NaN among them: without its sign it is above infinity as an integer. Two passes that the compiler
     * turns into vectors take 340 ns for a tile; replacing NaNs that are not there takes 600.
     */
    private boolean hasNan(float[] values, int tile) {
        for (int i = 0; i < tile; i++) {
            intSum[i] = Float.floatToRawIntBits(values[i]);
        }
        int signs = 0;
        for (int i = 0; i < tile; i++) {
            signs |= INFINITY_BITS - (intSum[i] & Integer.MAX_VALUE);
        }
        return signs < 0;
    }

    /** Round to nearest, ties to even. */
    static short toBf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        int rounded = (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
        return Float.isNaN(value) ? BF16_NAN : (short) rounded;
    }

    private static short toF16(float value) {
        return Float.isNaN(value) ? F16_NAN : Float.floatToFloat16(value);
    }

    private void intTile(
            Reduction how,
            int count,
            MemorySegment[] from,
            long[] at,
            MemorySegment to,
            long toAt,
            long offset,
            int tile) {
        MemorySegment.copy(from[0], ValueLayout.JAVA_INT_UNALIGNED, at[0] + offset, intSum, 0, tile);
        for (int source = 1; source < count; source++) {
            MemorySegment.copy(from[source], ValueLayout.JAVA_INT_UNALIGNED, at[source] + offset, intMore, 0, tile);
            for (int i = 0; i < tile; i++) {
                intSum[i] = switch (how) {
                    case SUM -> intSum[i] + intMore[i];
                    case MAX -> Math.max(intSum[i], intMore[i]);
                    case MIN -> Math.min(intSum[i], intMore[i]);
                };
            }
        }
        MemorySegment.copy(intSum, 0, to, ValueLayout.JAVA_INT_UNALIGNED, toAt + offset, tile);
    }
}
