package dev.kolo.wire.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Elements of one tile as floats, on their way from memory of some type and back, rounded once. Bits become floats by a copy,
 * since a loop of conversions stays scalar (300 against 130 ns for the NaNs of 2,048 elements, 1,150 against 260 for rounding
 * them to bf16).
 *
 * <p>Pairs of bf16 are taken apart as words of four bytes, so that the lower halves lie in the first half of the tile and the
 * upper ones in the second, alike in every tile of the same length: a reduction takes each element by itself.
 */
final class FloatTile {
    private static final int ELEMENTS = TileLoops.ELEMENTS;
    private static final short BF16_NAN = 0x7fc0;
    private static final short F16_NAN = 0x7e00;

    /** The elements. */
    final float[] values = new float[ELEMENTS];

    private final MemorySegment valuesAsBits = MemorySegment.ofArray(values);
    private final int[] bits = new int[ELEMENTS];
    private final MemorySegment bitsMemory = MemorySegment.ofArray(bits);
    private final int[] pairs = new int[ELEMENTS / 2];
    private final short[] halves = new short[ELEMENTS];

    /** Takes a tile's elements from memory. */
    void load(DataType type, MemorySegment from, long at, int count) {
        switch (type) {
            case F32 -> MemorySegment.copy(from, ValueLayout.JAVA_FLOAT_UNALIGNED, at, values, 0, count);
            case BF16 -> loadBf16(from, at, count);
            case F16 -> {
                MemorySegment.copy(from, ValueLayout.JAVA_SHORT_UNALIGNED, at, halves, 0, count);
                TileLoops.fromF16(halves, values, count);
            }
            default -> throw new IllegalArgumentException(type + " is not reduced in floating point");
        }
    }

    private void loadBf16(MemorySegment from, long at, int count) {
        MemorySegment.copy(from, ValueLayout.JAVA_INT_UNALIGNED, at, pairs, 0, count / 2);
        TileLoops.part(pairs, bits, count / 2);
        if (count % 2 != 0) {
            bits[count - 1] = from.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * (count - 1)) << 16;
        }
        MemorySegment.copy(bitsMemory, 0, valuesAsBits, 0, (long) count * Integer.BYTES);
    }

    /** Writes the elements to memory; every NaN as the one canonical NaN. */
    void store(DataType type, MemorySegment to, long at, int count) {
        MemorySegment.copy(valuesAsBits, 0, bitsMemory, 0, (long) count * Integer.BYTES);
        boolean nan = TileLoops.hasNan(bits, count);
        switch (type) {
            case F32 -> {
                for (int i = 0; nan && i < count; i++) {
                    values[i] = Float.isNaN(values[i]) ? Float.NaN : values[i];
                }
                MemorySegment.copy(values, 0, to, ValueLayout.JAVA_FLOAT_UNALIGNED, at, count);
            }
            case BF16 -> storeBf16(nan, to, at, count);
            case F16 -> {
                TileLoops.toF16(values, halves, count);
                for (int i = 0; nan && i < count; i++) {
                    halves[i] = Float.isNaN(values[i]) ? F16_NAN : halves[i];
                }
                MemorySegment.copy(halves, 0, to, ValueLayout.JAVA_SHORT_UNALIGNED, at, count);
            }
            default -> throw new IllegalArgumentException(type + " is not reduced in floating point");
        }
    }

    private void storeBf16(boolean nan, MemorySegment to, long at, int count) {
        if (nan) {
            for (int i = 0; i < count; i++) {
                bits[i] = toBf16(values[i]) << 16;
            }
        } else {
            TileLoops.roundToBf16(bits, count);
        }
        TileLoops.join(bits, pairs, count / 2);
        MemorySegment.copy(pairs, 0, to, ValueLayout.JAVA_INT_UNALIGNED, at, count / 2);
        if (count % 2 != 0) {
            to.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * (count - 1), (short) (bits[count - 1] >>> 16));
        }
    }

    /** Round to nearest, ties to even. */
    static short toBf16(float value) {
        int raw = Float.floatToRawIntBits(value);
        int rounded = (raw + 0x7fff + ((raw >>> 16) & 1)) >>> 16;
        return Float.isNaN(value) ? BF16_NAN : (short) rounded;
    }
}
