package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.RegionLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * What a rank that gives up writes into its peers' control pages: whom it missed, in which operation, and what it has heard
 * of the others. 31 words and a flag word; a checksum, since a second record may be placed while the first is read.
 *
 * @param rank who says so
 * @param kind number of {@link Failure.Kind}
 * @param missing whom it missed, or {@link RootCause#IDLE}
 * @param root where it began as far as known, −1 when not; {@link #NOBODY_ALONE} when ranks are in different operations
 * @param operation number of its operation
 * @param collective number of its collective, −1 when in none
 * @param type number of the element type
 * @param bytes size of its operation
 * @param schedule number of the schedule
 * @param waitedNanos how long it waited
 * @param edgesLow for each of ranks 0 to 7 whom it waits for: a byte each, see {@link RootCause}
 * @param edgesHigh the same of ranks 8 to 15
 * @param rootKind number of {@link Failure.Kind} at the root, −1 when not known
 * @param settled whether the rank has made up its mind; otherwise it still listens
 */
record AbortRecord(
        int rank,
        int kind,
        int missing,
        int root,
        long operation,
        int collective,
        int type,
        long bytes,
        int schedule,
        long waitedNanos,
        long edgesLow,
        long edgesHigh,
        int rootKind,
        boolean settled) {
    /** "KOLOABT1". */
    private static final long MAGIC = 0x4b4f_4c4f_4142_5431L;

    /** In place of a root: ranks are in different operations, so no single one is to blame. */
    static final int NOBODY_ALONE = -2;

    private static final int WORDS = 15;

    /** Where the flag word stands, after everything else. */
    static final long FLAG_AT = RegionLayout.ABORT_BYTES - 8;

    void write(MemorySegment region, long at, long sessionHigh, long sessionLow) {
        long[] words = {
            MAGIC,
            sessionHigh,
            sessionLow,
            pair(rank, kind),
            pair(missing, root),
            operation,
            pair(collective, type),
            bytes,
            pair(schedule, settled ? 1 : 0),
            waitedNanos,
            edgesLow,
            edgesHigh,
            rootKind,
            0,
            0
        };
        for (int i = 0; i < WORDS; i++) {
            region.set(ValueLayout.JAVA_LONG, at + 8L * i, words[i]);
        }
        region.set(ValueLayout.JAVA_LONG, at + 8L * WORDS, checksum(words));
    }

    /** A record that belongs to the session and is whole. */
    static Optional<AbortRecord> read(MemorySegment region, long at, long sessionHigh, long sessionLow) {
        long[] words = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = region.get(ValueLayout.JAVA_LONG, at + 8L * i);
        }
        if (words[0] != MAGIC
                || words[1] != sessionHigh
                || words[2] != sessionLow
                || region.get(ValueLayout.JAVA_LONG, at + 8L * WORDS) != checksum(words)) {
            return Optional.empty();
        }
        return Optional.of(new AbortRecord(
                high(words[3]),
                low(words[3]),
                high(words[4]),
                low(words[4]),
                words[5],
                high(words[6]),
                low(words[6]),
                words[7],
                high(words[8]),
                words[9],
                words[10],
                words[11],
                low(words[12]),
                low(words[8]) != 0));
    }

    /** Whom a rank waits for, as this record's author has heard. */
    int edge(int of) {
        return (byte) (of < 8 ? edgesLow >>> (8 * of) : edgesHigh >>> (8 * (of - 8)));
    }

    private static long pair(int high, int low) {
        return ((long) high << 32) | (low & 0xffff_ffffL);
    }

    private static int high(long word) {
        return (int) (word >>> 32);
    }

    private static int low(long word) {
        return (int) word;
    }

    private static long checksum(long[] words) {
        long sum = 0x9e37_79b9_7f4a_7c15L;
        for (long word : words) {
            sum = (sum ^ word) * 0xff51_afd7_ed55_8ccdL;
            sum ^= sum >>> 32;
        }
        return sum;
    }
}
