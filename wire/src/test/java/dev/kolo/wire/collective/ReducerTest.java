package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
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
}
