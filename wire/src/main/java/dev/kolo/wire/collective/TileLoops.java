package dev.kolo.wire.collective;

/**
 * The loops over one tile's elements, each of which the compiler turns into vectors. A whole tile has a loop of its own with a
 * constant length: what a compiler makes of a loop depends on how long it was at first, and one that began with tiny exchanges
 * stays slow for large ones (256 KiB of f32 took 32 µs after exchanges of 16 bytes, else 21).
 */
final class TileLoops {
    /** Small enough that the tiles of two threads fit into the nearest cache of a core that they share. */
    static final int ELEMENTS = 1024;

    private static final int PAIRS = ELEMENTS / 2;
    private static final int INFINITY_BITS = 0x7f80_0000;
    private static final int UPPER_HALF = 0xffff_0000;

    private TileLoops() {}

    static void add(float[] sum, float[] more, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                sum[i] += more[i];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            sum[i] += more[i];
        }
    }

    static void max(float[] most, float[] more, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                most[i] = Math.max(most[i], more[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            most[i] = Math.max(most[i], more[i]);
        }
    }

    static void min(float[] least, float[] more, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                least[i] = Math.min(least[i], more[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            least[i] = Math.min(least[i], more[i]);
        }
    }

    static void add(int[] sum, int[] more, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                sum[i] += more[i];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            sum[i] += more[i];
        }
    }

    static void max(int[] most, int[] more, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                most[i] = Math.max(most[i], more[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            most[i] = Math.max(most[i], more[i]);
        }
    }

    static void min(int[] least, int[] more, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                least[i] = Math.min(least[i], more[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            least[i] = Math.min(least[i], more[i]);
        }
    }

    /** Whether there is a NaN among floats of these bits: without its sign it is above infinity as an integer. */
    static boolean hasNan(int[] bits, int count) {
        int signs = 0;
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                signs |= INFINITY_BITS - (bits[i] & Integer.MAX_VALUE);
            }
            return signs < 0;
        }
        for (int i = 0; i < count; i++) {
            signs |= INFINITY_BITS - (bits[i] & Integer.MAX_VALUE);
        }
        return signs < 0;
    }

    /** The bits of floats from pairs of bf16: the lower halves first, the upper ones from {@code count} on. */
    static void part(int[] pairs, int[] bits, int count) {
        if (count == PAIRS) {
            for (int i = 0; i < PAIRS; i++) {
                bits[i] = pairs[i] << 16;
            }
            for (int i = 0; i < PAIRS; i++) {
                bits[PAIRS + i] = pairs[i] & UPPER_HALF;
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            bits[i] = pairs[i] << 16;
        }
        for (int i = 0; i < count; i++) {
            bits[count + i] = pairs[i] & UPPER_HALF;
        }
    }

    /** The way back, of bits that are rounded. */
    static void join(int[] bits, int[] pairs, int count) {
        if (count == PAIRS) {
            for (int i = 0; i < PAIRS; i++) {
                pairs[i] = bits[i] >>> 16 | bits[PAIRS + i] & UPPER_HALF;
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            pairs[i] = bits[i] >>> 16 | bits[count + i] & UPPER_HALF;
        }
    }

    /** Rounds the bits of floats that are no NaNs to the nearest bf16, ties to even; what lies below it is left. */
    static void roundToBf16(int[] bits, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                bits[i] = bits[i] + 0x7fff + ((bits[i] >>> 16) & 1);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            bits[i] = bits[i] + 0x7fff + ((bits[i] >>> 16) & 1);
        }
    }

    static void fromF16(short[] halves, float[] values, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                values[i] = Float.float16ToFloat(halves[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            values[i] = Float.float16ToFloat(halves[i]);
        }
    }

    static void toF16(float[] values, short[] halves, int count) {
        if (count == ELEMENTS) {
            for (int i = 0; i < ELEMENTS; i++) {
                halves[i] = Float.floatToFloat16(values[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            halves[i] = Float.floatToFloat16(values[i]);
        }
    }
}
