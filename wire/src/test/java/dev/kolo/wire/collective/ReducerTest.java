package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the numbers that are none. */
class ReducerTest {
    private static final int CANONICAL = 0x7fc0_0000;

    /** Quiet and signalling, of both signs, with the least and the greatest payload. */
    private static final List<Integer> NANS = List.of(0x7f80_0001, 0x7fff_ffff, 0xff80_0001, 0xffff_ffff, 0x7fc0_0000);

    private static final List<Integer> NUMBERS =
            List.of(0x7f80_0000, 0xff80_0000, 0x7f7f_ffff, 0xff7f_ffff, 0x0000_0001, 0x8000_0001, 0x3f80_0000);

    /** The sum of these bits and zeros. */
    private static int[] plusZero(int[] bits) {
        int[] out = new int[bits.length];
        new Reducer()
                .reduce(
                        DataType.F32,
                        Reduction.SUM,
                        2,
                        new MemorySegment[] {MemorySegment.ofArray(bits), MemorySegment.ofArray(new int[bits.length])},
                        new long[2],
                        MemorySegment.ofArray(out),
                        0,
                        4L * bits.length);
        return out;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64, 2047, 2048, 2049, 5000})
    void everyNanBecomesTheOneWhereverItLies(int elements) {
        for (int nan : NANS) {
            for (int at = 0; at < elements; at += Math.max(1, elements / 7)) {
                int[] bits = new int[elements];
                bits[at] = nan;
                int[] wanted = new int[elements];
                wanted[at] = CANONICAL;
                assertThat(plusZero(bits)).as("%x at %d", nan, at).isEqualTo(wanted);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 2049})
    void infinitiesAndTheSmallestAndGreatestNumbersStay(int elements) {
        for (int number : NUMBERS) {
            int[] bits = new int[elements];
            Arrays.fill(bits, number);
            assertThat(plusZero(bits)).as("%x", number).isEqualTo(bits);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2049})
    void infinitiesOfBothSignsAddUpToTheOneNan(int elements) {
        float[] above = new float[elements];
        Arrays.fill(above, Float.POSITIVE_INFINITY);
        float[] below = new float[elements];
        Arrays.fill(below, Float.NEGATIVE_INFINITY);
        MemorySegment sum = MemorySegment.ofArray(above);
        MemorySegment[] sources = {sum, MemorySegment.ofArray(below)};
        new Reducer().reduce(DataType.F32, Reduction.SUM, 2, sources, new long[2], sum, 0, 4L * elements);
        assertThat(sum.toArray(ValueLayout.JAVA_INT)).containsOnly(CANONICAL);
    }

    /** Any 16 bits, numbers or none, at odd places and in odd counts: each element as if it were alone. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 2047, 2048, 2049, 5001})
    void everyHalfIsReducedByItself(int elements) {
        SplittableRandom random = new SplittableRandom(elements);
        for (DataType type : List.of(DataType.BF16, DataType.F16)) {
            for (Reduction how : Reduction.values()) {
                for (boolean anyBits : new boolean[] {false, true}) {
                    MemorySegment[] sources = new MemorySegment[3];
                    long[] at = {2, 1, 7};
                    for (int i = 0; i < sources.length; i++) {
                        sources[i] = MemorySegment.ofArray(new byte[2 * elements + 8]);
                        for (int e = 0; e < elements; e++) {
                            int bits = anyBits ? random.nextInt() : 0x3c00 + random.nextInt(0x800);
                            sources[i].set(ValueLayout.JAVA_SHORT_UNALIGNED, at[i] + 2L * e, (short) bits);
                        }
                    }
                    short[] wanted = new short[elements];
                    for (int e = 0; e < elements; e++) {
                        wanted[e] = alone(type, how, sources, at, e);
                    }
                    MemorySegment out = MemorySegment.ofArray(new byte[2 * elements + 8]);
                    new Reducer().reduce(type, how, 3, sources, at, out, 3, 2L * elements);
                    short[] got = out.asSlice(3, 2L * elements).toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
                    assertThat(got).as("%s %s any bits %s", type, how, anyBits).isEqualTo(wanted);
                    assertThat(out.get(ValueLayout.JAVA_BYTE, 2)).isZero();
                    assertThat(out.get(ValueLayout.JAVA_BYTE, 3 + 2L * elements))
                            .isZero();
                }
            }
        }
    }

    private static short alone(DataType type, Reduction how, MemorySegment[] sources, long[] at, int element) {
        float result = 0;
        for (int i = 0; i < sources.length; i++) {
            short bits = sources[i].get(ValueLayout.JAVA_SHORT_UNALIGNED, at[i] + 2L * element);
            float value = type == DataType.BF16 ? Float.intBitsToFloat(bits << 16) : Float.float16ToFloat(bits);
            result = i == 0
                    ? value
                    : switch (how) {
                        case SUM -> result + value;
                        case MAX -> Math.max(result, value);
                        case MIN -> Math.min(result, value);
                    };
        }
        if (Float.isNaN(result)) {
            return (short) (type == DataType.BF16 ? 0x7fc0 : 0x7e00);
        }
        return type == DataType.BF16 ? nearestBf16(result) : Float.floatToFloat16(result);
    }

    /** Of the two neighbours the nearer one, of two equally near the even one. */
    private static short nearestBf16(float value) {
        int below = Float.floatToRawIntBits(value) >>> 16;
        if (Float.isInfinite(value)) {
            return (short) below;
        }
        double toBelow = Math.abs(value - (double) Float.intBitsToFloat(below << 16));
        // Beyond the greatest number lies what would be the next power of two.
        float above = Float.intBitsToFloat(below + 1 << 16);
        double next = Float.isInfinite(above) ? Math.copySign(0x1p128, above) : above;
        double toAbove = Math.abs(value - next);
        boolean up = toAbove < toBelow || (toAbove == toBelow && (below & 1) != 0);
        return (short) (up ? below + 1 : below);
    }
}
