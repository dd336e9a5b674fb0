package dev.kolo.wire.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Tells whether a payload was written since the exchange before: then it lies in its writer's caches, from where another core
 * fetches it slowly. Below 16 KiB such a payload is staged, as a rule, and the next slot's cache lines are taken back from the
 * peer meanwhile; one that was not written is fetched by address. {@link StagingTrial} finds out where the rule is wrong.
 *
 * <p>Four words of the payload tell. A wrong guess costs time and nothing else, since a receiver reads either.
 */
final class Freshness {
    /** From here on fetching was as fast for fresh payload, too: 3.0 against 3.1 µs at 16 KiB, 3.9 against 5.2 at 24 KiB. */
    private static final long STAGED_BELOW_BYTES = 16 << 10;

    private static final long LEAST_BYTES = 32;
    private static final long LINE_BYTES = 64;

    /**
     * As many lines as a core can have stores waiting for: more of them hold the exchange up, fewer leave more for the next
     * one. Of 8 KiB, 1.9 µs an exchange with none, 1.8 with all 128, 1.5 to 1.6 with 80 to 96.
     */
    private static final long RECLAIMED_BYTES = 88 * LINE_BYTES;

    private static final int REHEARSALS = 1_000;

    private long lastAddress;
    private long lastBytes;
    private long lastWords;

    /** Whether a payload is staged that peers could fetch by address, as long as nothing is known of the machine. */
    static boolean stages(MemorySegment memory, long bytes, boolean fresh) {
        return fresh && bytes < STAGED_BELOW_BYTES && memory.isNative();
    }

    /** Whether a payload was written since the one before; one of a few bytes never counts as that. */
    boolean isFresh(MemorySegment memory, long at, long bytes) {
        if (bytes < LEAST_BYTES) {
            return false;
        }
        long quarterBytes = bytes / 4;
        long words = word(memory, at);
        words = words * 31 + word(memory, at + quarterBytes);
        words = words * 31 + word(memory, at + 2 * quarterBytes);
        words = words * 31 + word(memory, at + bytes - 8);
        long address = memory.address() + at;
        boolean same = words == lastWords && address == lastAddress && bytes == lastBytes;
        lastWords = words;
        lastAddress = address;
        lastBytes = bytes;
        return !same;
    }

    private static long word(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    /**
     * Takes cache lines of a writable slot back from the peer that read them last, by a store into each, so that staging finds
     * them here. The stores complete while the caller computes.
     */
    static void reclaim(MemorySegment region, long slotAt, long bytes) {
        for (long at = Math.max(0, bytes - RECLAIMED_BYTES); at < bytes; at += LINE_BYTES) {
            region.set(ValueLayout.JAVA_BYTE, slotAt + at, (byte) 0);
        }
    }

    /** Lets the compiler have that loop, which takes 9 µs before: a slot that nobody uses yet is taken back a few times. */
    static void rehearse(MemorySegment region, long slotAt, long slotBytes) {
        for (int i = 0; i < REHEARSALS; i++) {
            reclaim(region, slotAt, Math.min(slotBytes, RECLAIMED_BYTES));
        }
    }
}
