package dev.kolo.wire.schedule;

import java.util.Locale;
import java.util.Optional;

/** The ways to carry out a collective; which one is taken depends on size and reach alone, so all ranks take the same. */
public enum ScheduleKind {
    /** Every rank to every other in one round. */
    ONE_SHOT(0),
    /** Round a ring in both directions at once, blocks forwarded; of an even ring's opposite block one half comes each way. */
    BOTH_WAYS(1),
    /** A ring of four in two rounds: 0-1 and 2-3, then 1-2 and 3-0. */
    MATCHINGS(2),
    /** Every pair, two rounds: each rank sums its part, then all gather the parts. */
    TWO_SHOT(3),
    /** Round a ring in one direction, in chunks with credits. */
    RING(4);

    private final int number;

    ScheduleKind(int number) {
        this.number = number;
    }

    /** The number that stands for it in digests and records; 0 and up without gaps. */
    public int number() {
        return number;
    }

    /** The word in messages, settings and tables. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<ScheduleKind> ofWord(String word) {
        for (ScheduleKind kind : values()) {
            if (kind.word().equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
