package dev.kolo.wire.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Elements of one tile as floats, on their way from memory of some type and back, rounded once. Every loop is one that the
 * compiler turns into vectors: bits become floats by a copy, since a loop of conversions stays scalar (300 against 130 ns for
 * the NaNs of 2,048 elements, 1,150 against 260 for rounding them to bf16); and those over halves are never short, with zeros
 * behind the last element, since a loop that was short at first may be compiled without vectors (bf16 took 3,300 to 3,900 ns for
 * 4,096 elements, with zeros 2,840).
 *
 * <p>Pairs of bf16 are taken apart as words of four bytes, so that the lower halves lie in the first half of the tile and the
 * upper ones in the second, alike in every tile of the same length: a reduction takes each element by itself.
 */
final class FloatTile {
    /** Small enough that the tiles of two threads fit into the nearest cache of a core that they share. */
    static final int ELEMENTS = 1024;

    private static final int SHORTEST_LOOP = 32;
    private static final short BF16_NAN = 0x7fc0;
    private static final short F16_NAN = 0x7e00;
    private static final int INFINITY_BITS = 0x7f80_0000;
    private static final int UPPER_HALF = 0xffff_0000;

    /** The elements, and zeros where more are used ({@link #filled}). */
    final float[] values = new float[ELEMENTS];

    private final MemorySegment valuesAsBits = MemorySegment.ofArray(values);
    private final int[] bits = new int[ELEMENTS];
    private final MemorySegment bitsMemory = MemorySegment.ofArray(bits);
    private final int[] pairs = new int[ELEMENTS / 2];
    private final short[] halves = new short[ELEMENTS];

    /** So many of a tile's values are used where it has so many elements. */
    static int filled(DataType type, int count) {
        return switch (type) {
            case BF16 -> 2 * padded((count + 1) / 2);
            case F16 -> padded(count);
            default -> count;
        };
    }

    private static int padded(int count) {
        return count + SHORTEST_LOOP - 1 & -SHORTEST_LOOP;
    }

    /** Takes a tile's elements from memory. */
    void load(DataType type, MemorySegment from, long at, int count) {
        switch (type) {
            case F32 -> MemorySegment.copy(from, ValueLayout.JAVA_FLOAT_UNALIGNED, at, values, 0, count);
            case BF16 -> loadBf16(from, at, count);
            case F16 -> {
                MemorySegment.copy(from, ValueLayout.JAVA_SHORT_UNALIGNED, at, halves, 0, count);
                Arrays.fill(halves, count, padded(count), (short) 0);
                fromF16(halves, values, padded(count));
            }
            default -> throw new IllegalArgumentException(type + " is not reduced in floating point");
        }
    }

    private void loadBf16(MemorySegment from, long at, int count) {
        int whole = count / 2;
        int words = padded((count + 1) / 2);
        MemorySegment.copy(from, ValueLayout.JAVA_INT_UNALIGNED, at, pairs, 0, whole);
        Arrays.fill(pairs, whole, words, 0);
        if (count % 2 != 0) {
            pairs[whole] = from.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * (count - 1)) & 0xffff;
        }
        lowerHalves(pairs, bits, words);
        upperHalves(pairs, bits, words);
        MemorySegment.copy(bitsMemory, 0, valuesAsBits, 0, 2L * words * Integer.BYTES);
    }

    private static void lowerHalves(int[] pairs, int[] bits, int words) {
        for (int i = 0; i < words; i++) {
            bits[i] = pairs[i] << 16;
        }
    }

    private static void upperHalves(int[] pairs, int[] bits, int words) {
        for (int i = 0; i < words; i++) {
            bits[words + i] = pairs[i] & UPPER_HALF;
        }
    }

    private static void join(int[] bits, int[] pairs, int words) {
        for (int i = 0; i < words; i++) {
            pairs[i] = bits[i] >>> 16 | bits[words + i] & UPPER_HALF;
        }
    }

    private static void fromF16(short[] halves, float[] values, int filled) {
        for (int i = 0; i < filled; i++) {
            values[i] = Float.float16ToFloat(halves[i]);
        }
    }

    /** Writes the elements to memory; every NaN as the one canonical NaN. */
    void store(DataType type, MemorySegment to, long at, int count) {
        int filled = filled(type, count);
        MemorySegment.copy(valuesAsBits, 0, bitsMemory, 0, (long) filled * Integer.BYTES);
        boolean nan = hasNan(bits, filled);
        switch (type) {
            case F32 -> {
                for (int i = 0; nan && i < count; i++) {
                    values[i] = Float.isNaN(values[i]) ? Float.NaN : values[i];
                }
                MemorySegment.copy(values, 0, to, ValueLayout.JAVA_FLOAT_UNALIGNED, at, count);
            }
            case BF16 -> storeBf16(nan, filled, to, at, count);
            case F16 -> {
                toF16(values, halves, filled);
                for (int i = 0; nan && i < count; i++) {
                    halves[i] = Float.isNaN(values[i]) ? F16_NAN : halves[i];
                }
                MemorySegment.copy(halves, 0, to, ValueLayout.JAVA_SHORT_UNALIGNED, at, count);
            }
            default -> throw new IllegalArgumentException(type + " is not reduced in floating point");
        }
    }

    /** Whether there is a NaN among them: without its sign it is above infinity as an integer. */
    private static boolean hasNan(int[] bits, int filled) {
        int signs = 0;
        for (int i = 0; i < filled; i++) {
            signs |= INFINITY_BITS - (bits[i] & Integer.MAX_VALUE);
        }
        return signs < 0;
    }

    private void storeBf16(boolean nan, int filled, MemorySegment to, long at, int count) {
        if (nan) {
            for (int i = 0; i < filled; i++) {
                bits[i] = toBf16(values[i]) << 16;
            }
        } else {
            roundToBf16(bits, filled);
        }
        join(bits, pairs, filled / 2);
        int whole = count / 2;
        MemorySegment.copy(pairs, 0, to, ValueLayout.JAVA_INT_UNALIGNED, at, whole);
        if (count % 2 != 0) {
            to.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * (count - 1), (short) pairs[whole]);
        }
    }

    private static void roundToBf16(int[] bits, int filled) {
        for (int i = 0; i < filled; i++) {
            bits[i] = bits[i] + 0x7fff + ((bits[i] >>> 16) & 1);
        }
    }

    private static void toF16(float[] values, short[] halves, int filled) {
        for (int i = 0; i < filled; i++) {
            halves[i] = Float.floatToFloat16(values[i]);
        }
    }

    /** Round to nearest, ties to even. */
    static short toBf16(float value) {
        int raw = Float.floatToRawIntBits(value);
        int rounded = (raw + 0x7fff + ((raw >>> 16) & 1)) >>> 16;
        return Float.isNaN(value) ? BF16_NAN : (short) rounded;
    }
}
