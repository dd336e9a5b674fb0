package dev.kolo.cli.wire.beside;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One round of one cell.
 *
 * @param figures what it took
 * @param ranks each rank's samples in nanoseconds; empty where the program keeps them to itself
 */
public record Measured(Figures figures, List<Histogram> ranks) {
    private static final long MOST_NANOS = 60_000_000_000L;

    public Measured {
        ranks = List.copyOf(ranks);
    }

    /** Of every rank's samples. */
    public static Measured of(List<Histogram> ranks) {
        return new Measured(Figures.slowest(ranks), ranks);
    }

    /** A histogram that all parties use: to a minute, three digits. */
    public static Histogram histogram() {
        return new Histogram(MOST_NANOS, 3);
    }

    /** Takes a duration, bounded by what the histogram holds. */
    public static void record(Histogram into, long nanos) {
        into.recordValue(Math.clamp(nanos, 0, MOST_NANOS));
    }
}
