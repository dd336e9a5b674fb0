package dev.kolo.wire.protocol;

import dev.kolo.wire.memory.NativeWords;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What a rank counts, in a page of memory that others may map and read while it runs; one writer. Words of 8 bytes, little
 * effort: a plain store each.
 *
 * <p>Layout: magic and version, rank, world, then the totals in the order of {@link Total}; from byte 512 on, for each peer, a
 * block of 128 bytes in the order of {@link OfPeer}.
 */
public final class Counters {
    /** "KOLOCNT1". */
    public static final long MAGIC = 0x4b4f_4c4f_434e_5431L;

    public static final int BYTES = 4096;
    static final long VERSION = 1;
    static final int MOST_RANKS = 16;
    private static final int TOTALS_AT = 32;
    private static final int PEERS_AT = 512;
    private static final int PEER_BYTES = 128;

    /** Counted for the whole rank. */
    public enum Total {
        /** Collective calls done. */
        OPERATIONS(0),
        /** Bytes of own payload in them. */
        BYTES(1),
        /** Calls of the user, done or not: the doorbell. */
        DOORBELLS(2),
        /** Number of the last operation started. */
        LAST_OPERATION(3),
        /** Number of its collective. */
        LAST_COLLECTIVE(4),
        /** Its bytes. */
        LAST_BYTES(5),
        /** Waits that were long enough for a repair. */
        LATE_WAITS(6),
        /** Words in flag lines that were neither awaited nor the ones before. */
        STALE_FLAGS(7),
        /** Words of another session. */
        FOREIGN_FLAGS(8),
        /** Flags sent again. */
        REPAIRS(9),
        /** 1 when poisoned. */
        POISONED(10),
        /** Steps whose payload came in words that bear the step's number. */
        WORD_STEPS(11);

        private final int place;

        Total(int place) {
            this.place = place;
        }
    }

    /** Counted for each peer. */
    public enum OfPeer {
        /** Requests taken by the NIC. */
        POSTED(0),
        /** Completions of them. */
        COMPLETED(1),
        /** Steps received. */
        STEPS(2),
        /** Nanoseconds waited for this peer, as far as the clock was read. */
        WAITED_NANOS(3),
        /** The longest such wait. */
        LONGEST_WAIT_NANOS(4),
        /** Waits that were long enough for a repair. */
        LATE_WAITS(5),
        /** Stale words in its flag lines. */
        STALE_FLAGS(6),
        /** Steps whose flag was not there at the first look: the peer came later than this rank. */
        AWAITED(7);

        private final int place;

        OfPeer(int place) {
            this.place = place;
        }
    }

    private final NativeWords page;

    /**
     * Counters in a page that others may see.
     *
     * @param page {@link #BYTES} bytes, native, zeroed, aligned to 8; mapped for as long as it can be reached
     */
    public Counters(MemorySegment page, int rank, int world) {
        this.page = new NativeWords(page, BYTES);
        this.page.write(8L, VERSION);
        this.page.write(16L, rank);
        this.page.write(24L, world);
        this.page.release(0, MAGIC);
    }

    /** Counters that nobody else sees. */
    public static Counters inMemory(int rank, int world) {
        return new Counters(Arena.ofAuto().allocate(BYTES, Long.BYTES), rank, world);
    }

    public long get(Total which) {
        return page.read(at(which));
    }

    public long get(OfPeer which, int peer) {
        return page.read(at(which, peer));
    }

    /** Adds to a total; the one writer alone. */
    public void add(Total which, long more) {
        long at = at(which);
        page.write(at, page.read(at) + more);
    }

    void add(OfPeer which, int peer, long more) {
        long at = at(which, peer);
        page.write(at, page.read(at) + more);
    }

    void waited(int peer, long nanos) {
        add(OfPeer.WAITED_NANOS, peer, nanos);
        long at = at(OfPeer.LONGEST_WAIT_NANOS, peer);
        if (nanos > page.read(at)) {
            page.write(at, nanos);
        }
    }

    void poisoned() {
        page.write(at(Total.POISONED), 1);
    }

    /** An operation has started. */
    public void started(long number, int collective, long bytes) {
        page.write(at(Total.LAST_OPERATION), number);
        page.write(at(Total.LAST_COLLECTIVE), collective);
        page.write(at(Total.LAST_BYTES), bytes);
    }

    /** An operation is done. */
    public void done(long bytes) {
        add(Total.OPERATIONS, 1);
        add(Total.BYTES, bytes);
    }

    /** The user has called. */
    public void rung() {
        add(Total.DOORBELLS, 1);
    }

    static long at(Total which) {
        return TOTALS_AT + 8L * which.place;
    }

    static long at(OfPeer which, int peer) {
        return PEERS_AT + (long) peer * PEER_BYTES + 8L * which.place;
    }
}
