package dev.kolo.wire.tcp;

import dev.kolo.wire.record.SessionId;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The 64 bytes before each payload, read and written in place. A check word over the others finds damage and lost
 * synchronisation before an offset from the wire is believed.
 *
 * <pre>
 *    0  session id     16  number of the frame on this lane     24  offset of the payload     32  its length
 *   40  offset of the flag, −1 for none     48  the flag     56  check word
 * </pre>
 */
final class TcpHeader {
    static final int BYTES = 64;

    /** As a length: the sender leaves in peace. */
    static final long GOODBYE = -2;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private TcpHeader() {}

    static void write(
            MemorySegment to,
            long at,
            SessionId session,
            long number,
            long offset,
            long bytes,
            long flagOffset,
            long flag) {
        to.set(WORD, at, session.high());
        to.set(WORD, at + 8, session.low());
        to.set(WORD, at + 16, number);
        to.set(WORD, at + 24, offset);
        to.set(WORD, at + 32, bytes);
        to.set(WORD, at + 40, flagOffset);
        to.set(WORD, at + 48, flag);
        to.set(WORD, at + 56, check(to, at));
    }

    static boolean isWhole(MemorySegment header, long at) {
        return header.get(WORD, at + 56) == check(header, at);
    }

    static boolean isOf(MemorySegment header, long at, SessionId session) {
        return header.get(WORD, at) == session.high() && header.get(WORD, at + 8) == session.low();
    }

    static SessionId session(MemorySegment header, long at) {
        return new SessionId(header.get(WORD, at), header.get(WORD, at + 8));
    }

    static long number(MemorySegment header, long at) {
        return header.get(WORD, at + 16);
    }

    static long offset(MemorySegment header, long at) {
        return header.get(WORD, at + 24);
    }

    static long bytes(MemorySegment header, long at) {
        return header.get(WORD, at + 32);
    }

    static long flagOffset(MemorySegment header, long at) {
        return header.get(WORD, at + 40);
    }

    static long flag(MemorySegment header, long at) {
        return header.get(WORD, at + 48);
    }

    /** Mixes the seven words before it; the multiplier is the golden ratio's, as in splitmix64. */
    private static long check(MemorySegment header, long at) {
        long mixed = 0x6b6f_6c6f_7463_7031L;
        for (int word = 0; word < 56; word += 8) {
            mixed = (mixed ^ header.get(WORD, at + word)) * 0x9e37_79b9_7f4a_7c15L;
            mixed ^= mixed >>> 29;
        }
        return mixed;
    }
}
