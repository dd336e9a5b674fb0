package dev.kolo.cli.wire.beside;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What an exchange took, in microseconds; empty where a program does not say it.
 *
 * @param p50Micros median
 * @param p99Micros 99th percentile
 * @param p999Micros 99.9th percentile
 * @param maxMicros longest
 * @param meanMicros mean
 */
public record Figures(
        OptionalDouble p50Micros,
        OptionalDouble p99Micros,
        OptionalDouble p999Micros,
        OptionalDouble maxMicros,
        OptionalDouble meanMicros) {
    private static final double NANOS_A_MICRO = 1000;

    /** The slowest rank's figures, quantile by quantile. */
    public static Figures slowest(List<Histogram> ranks) {
        return new Figures(
                most(ranks, h -> h.getValueAtPercentile(50)),
                most(ranks, h -> h.getValueAtPercentile(99)),
                most(ranks, h -> h.getValueAtPercentile(99.9)),
                most(ranks, Histogram::getMaxValue),
                OptionalDouble.of(
                        ranks.stream().mapToDouble(Histogram::getMean).max().orElseThrow() / NANOS_A_MICRO));
    }

    /** Only a mean is known. */
    public static Figures ofMean(double micros) {
        OptionalDouble none = OptionalDouble.empty();
        return new Figures(none, none, none, none, OptionalDouble.of(micros));
    }

    /** The medians of the rounds' figures, and the longest of all, for a program that keeps its samples to itself. */
    static Figures middle(List<Figures> rounds) {
        return new Figures(
                middle(rounds, Figures::p50Micros),
                middle(rounds, Figures::p99Micros),
                middle(rounds, Figures::p999Micros),
                rounds.stream().flatMapToDouble(f -> f.maxMicros().stream()).max(),
                middle(rounds, Figures::meanMicros));
    }

    private static OptionalDouble middle(List<Figures> rounds, Function<Figures, OptionalDouble> which) {
        List<Double> known =
                rounds.stream().flatMap(f -> which.apply(f).stream().boxed()).toList();
        return known.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Ratio.of(known).median());
    }

    private static OptionalDouble most(List<Histogram> ranks, ToLongFunction<Histogram> which) {
        return OptionalDouble.of(ranks.stream().mapToLong(which).max().orElseThrow() / NANOS_A_MICRO);
    }
}
