package dev.kolo.wire.collective;

import java.util.Arrays;

/**
 * Learns from callers' clocks how a payload leaves sooner that is small enough for a slot and could as well be fetched by
 * address. What a fetch costs is the kernel's affair and differs by more than any rule can bear: 8 KiB took 1.4 µs an exchange
 * on one machine, where staging took 1.65, and 2.5 to 3.0 on another, where staging takes 0.6 to 1.9.
 *
 * <p>Every so many exchanges of a kind (gathered or added up, of a size up to twice another, freshly written or not) are done
 * both ways in turns, in blocks, and whoever called is asked how long each took. Ranks that call the same count the same, so
 * all of them go the same way at the same time: that is what makes the times comparable. What a rank then chooses is its own
 * affair, since a receiver reads either. Without times, as from a caller that queues its calls or another process's, the rule
 * stays ({@link Freshness#stages}).
 *
 * <p>The times count by their lower tenth, because a rank that comes first also waits for the others; and the other way must
 * win by a sixteenth.
 */
public final class StagingTrial {
    /** Exchanges of a kind until its first trial; then four times as many each, until {@link #EVERY} is reached. */
    static final int FIRST_AT = 256;

    /** From here on one trial in so many exchanges: callers and their loads change. */
    static final int EVERY = 65_536;

    static final int BLOCK_EXCHANGES = 16;
    /** The first of a block are not timed: caches hold what the other way left. */
    static final int UNTIMED_EXCHANGES = 4;

    private static final int BLOCKS = 8;
    static final int TRIAL_EXCHANGES = BLOCKS * BLOCK_EXCHANGES;
    private static final int SAMPLES = (BLOCK_EXCHANGES - UNTIMED_EXCHANGES) * BLOCKS / 2;

    /** A trial whose kind has not come again for so many exchanges ends undecided. */
    static final int FORGOTTEN_AFTER = 4096;

    private static final int STAGED = 0;
    private static final int FETCHED = 1;
    private static final int LEAST_LOG = 12;

    private final Kind[] kinds;
    private long calls;
    private int running;
    private int lastWay;
    private Kind last = new Kind();
    private boolean asked;

    private static final class Kind {
        final long[][] samples = new long[2][SAMPLES];
        final int[] taken = new int[2];
        long count;
        long lastCall;
        /** Exchanges of the trial that have begun, −1 outside. */
        int at = -1;

        boolean decided;
        boolean staged;
    }

    /** Nothing known yet; the slots have so many bytes. */
    StagingTrial(long slotBytes) {
        kinds = new Kind[4 * (indexOf(slotBytes) + 1)];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = new Kind();
        }
    }

    private static int indexOf(long bytes) {
        return Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes) - LEAST_LOG);
    }

    /**
     * How the next exchange's payload leaves; every rank asks once for every exchange whose largest block fits a slot.
     *
     * @param sums whether what leaves is added up, not kept
     * @param largestBytes the largest block of any rank
     * @param fresh whether the own payload was written since the exchange before
     * @param usual whether to stage it as long as nothing is known
     */
    boolean stages(boolean sums, long largestBytes, boolean fresh, boolean usual) {
        Kind kind = kinds[4 * indexOf(largestBytes) + (sums ? 2 : 0) + (fresh ? 1 : 0)];
        calls++;
        kind.count++;
        if (kind.at < 0 && isDue(kind.count)) {
            kind.at = 0;
            Arrays.fill(kind.taken, 0);
            running++;
        }
        asked = false;
        if (running > 0) {
            if (kind.at >= 0) {
                return tried(kind, usual);
            }
            forgetOthers();
        }
        return kind.decided ? kind.staged : usual;
    }

    private static boolean isDue(long count) {
        if (count >= EVERY) {
            return count % EVERY == 0;
        }
        boolean powerOfFour = Long.bitCount(count) == 1 && Long.numberOfTrailingZeros(count) % 2 == 0;
        return powerOfFour && count >= FIRST_AT;
    }

    private boolean tried(Kind kind, boolean usual) {
        kind.lastCall = calls;
        if (kind.at == TRIAL_EXCHANGES) {
            decide(kind, usual);
            return kind.decided ? kind.staged : usual;
        }
        last = kind;
        lastWay = kind.at / BLOCK_EXCHANGES % 2;
        asked = kind.at % BLOCK_EXCHANGES >= UNTIMED_EXCHANGES;
        kind.at++;
        return lastWay == STAGED;
    }

    private void forgetOthers() {
        for (Kind kind : kinds) {
            if (kind.at >= 0 && calls - kind.lastCall > FORGOTTEN_AFTER) {
                kind.at = -1;
                running--;
            }
        }
    }

    private void decide(Kind kind, boolean usual) {
        kind.at = -1;
        running--;
        if (Math.min(kind.taken[STAGED], kind.taken[FETCHED]) < SAMPLES / 2) {
            return;
        }
        long staged = lowerTenth(kind, STAGED);
        long fetched = lowerTenth(kind, FETCHED);
        boolean present = kind.decided ? kind.staged : usual;
        kind.staged = present ? fetched >= staged - staged / 16 : staged < fetched - fetched / 16;
        kind.decided = true;
    }

    private static long lowerTenth(Kind kind, int way) {
        Arrays.sort(kind.samples[way], 0, kind.taken[way]);
        return kind.samples[way][kind.taken[way] / 10];
    }

    /** Whether a caller may be asked for times soon. Cheap; reading the clock is not. */
    public boolean isRunning() {
        return running > 0;
    }

    /** How long the exchange took that began last, from the call to its return. Counts when it was asked for. */
    public void took(long nanos) {
        if (asked) {
            asked = false;
            last.samples[lastWay][last.taken[lastWay]++] = nanos;
        }
    }
}
