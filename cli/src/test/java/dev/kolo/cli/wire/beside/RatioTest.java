package dev.kolo.cli.wire.beside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Medians of ratios and their intervals, against values of the binomial distribution. */
class RatioTest {
    @Test
    void takesTheSecondFromEachEndOfNineRounds() {
        Ratio ratio = Ratio.of(List.of(0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.6, 0.4, 0.5));
        assertThat(ratio.median()).isEqualTo(0.5);
        assertThat(ratio.low()).isEqualTo(0.2);
        assertThat(ratio.high()).isEqualTo(0.8);
        // 1 − 2·(1 + 9)/512.
        assertThat(ratio.confidence()).isCloseTo(0.9609, within(1e-4));
        assertThat(ratio.rounds()).isEqualTo(9);
    }

    @Test
    void takesTheWholeRangeAndSaysHowLittleItIsWorthWhereRoundsAreFew() {
        Ratio four = Ratio.of(List.of(1.0, 2.0, 4.0, 8.0));
        assertThat(four.median()).isEqualTo(3.0);
        assertThat(four.low()).isEqualTo(1.0);
        assertThat(four.high()).isEqualTo(8.0);
        assertThat(four.confidence()).isCloseTo(0.875, within(1e-9));
        assertThat(Ratio.of(List.of(0.7)).confidence()).isZero();
    }

    @Test
    void narrowsWithMoreRounds() {
        List<Double> thirty = java.util.stream.IntStream.rangeClosed(1, 30)
                .mapToObj(i -> (double) i)
                .toList();
        Ratio ratio = Ratio.of(thirty);
        assertThat(ratio.low()).isEqualTo(10.0);
        assertThat(ratio.high()).isEqualTo(21.0);
        assertThat(ratio.confidence()).isCloseTo(0.9572, within(1e-4));
    }
}
