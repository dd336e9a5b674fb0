package dev.kolo.wire.schedule;

import java.util.Locale;

/** What ranks can do together. */
public enum Collective {
    ALL_GATHER(0),
    ALL_REDUCE(1),
    REDUCE_SCATTER(2),
    BROADCAST(3),
    BARRIER(4),
    PAIR_EXCHANGE(5);

    private final int number;

    Collective(int number) {
        this.number = number;
    }

    /** The number that stands for it in digests, counters and records; 0 and up without gaps. */
    public int number() {
        return number;
    }

    /** The word in messages and tables. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
