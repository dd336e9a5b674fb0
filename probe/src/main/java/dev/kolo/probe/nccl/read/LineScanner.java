package dev.kolo.probe.nccl.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Cuts bytes into lines and hands on those that can concern NCCL, in memory that does not grow with the input. One pass
 * looks at eight bytes at a time for line ends and for two pairs of letters, {@code cc} (NCCL, nccl) and {@code ib} (NET/IB,
 * ibv_), and takes a closer look only where a pair stands; lines without either are never decoded or copied.
 */
final class LineScanner {
    /** Longer lines are cut; NCCL's own stay below 2 KiB. */
    static final int MAX_LINE_BYTES = 16 << 10;

    /** What is kept of the beginning of a line that is too long and did not concern NCCL so far. */
    private static final int KEPT_BYTES = 2 << 10;

    private static final int NONE = -1;
    private static final int BUFFER_BYTES = 256 << 10;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;
    private static final long LOWER = 0x2020202020202020L;
    private static final long SEVEN_TOPS = 0x0080808080808080L;
    private static final long NEWLINES = ONES * '\n';
    private static final long CS = ONES * 'c';
    private static final long IS = ONES * 'i';
    private static final long BS = ONES * 'b';

    private final Sink sink;
    private final byte[] buffer = new byte[BUFFER_BYTES + Long.BYTES];
    private int filled;
    private long lineNumber;
    private long byteCount;
    private boolean skipping;

    /** Takes the lines that can concern NCCL. */
    @FunctionalInterface
    interface Sink {
        /** A line's bytes without its end; valid during the call only. {@code number} is 1-based. */
        void line(long number, byte[] bytes, int from, int to);
    }

    LineScanner(Sink sink) {
        this.sink = sink;
    }

    /** Lines that have ended so far. */
    long lineCount() {
        return lineNumber;
    }

    long byteCount() {
        return byteCount;
    }

    /** The buffer to read into, from {@link #position} on and at most {@link #room} bytes; then {@link #advance}. */
    byte[] buffer() {
        return buffer;
    }

    int position() {
        return filled;
    }

    int room() {
        return BUFFER_BYTES - filled;
    }

    /** Takes bytes that were put into {@link #buffer}. */
    void advance(int count) {
        filled += count;
        byteCount += count;
        scan(false);
    }

    /** Takes bytes of somebody else. */
    void feed(byte[] bytes, int from, int count) {
        int at = from;
        int left = count;
        while (left > 0) {
            int part = Math.min(left, room());
            System.arraycopy(bytes, at, buffer, filled, part);
            at += part;
            left -= part;
            advance(part);
        }
    }

    /** The input is over: its last line may lack an end. */
    void end() {
        scan(true);
        filled = 0;
        skipping = false;
    }

    private void scan(boolean isLast) {
        byte[] bytes = buffer;
        int end = filled;
        Arrays.fill(bytes, end, end + Long.BYTES, (byte) 0);
        int start = 0;
        int hit = NONE;
        for (int at = 0; at < end; at += 7) {
            long word = (long) LONGS.get(bytes, at);
            long lower = word | LOWER;
            long c = zeros(lower ^ CS);
            long pairs = c & c >>> 8 | zeros(lower ^ IS) & zeros(lower ^ BS) >>> 8;
            long marks = (pairs | zeros(word ^ NEWLINES)) & SEVEN_TOPS;
            while (marks != 0) {
                int place = at + (Long.numberOfTrailingZeros(marks) >>> 3);
                marks &= marks - 1;
                if (place >= end) {
                    break;
                }
                if (bytes[place] == '\n') {
                    emit(start, place, hit);
                    start = place + 1;
                    hit = NONE;
                } else if (hit == NONE && concerns(bytes, start, place, end)) {
                    hit = place;
                }
            }
        }
        rest(start, end, isLast, hit);
    }

    /** Sets the top bit of each byte that is zero; above a true one others may be set too, so that hits are looked at again. */
    private static long zeros(long word) {
        return word - ONES & ~word & TOPS;
    }

    /** Whether the pair at a place belongs to "NCCL", "nccl", "NET/IB" or "ibv_". */
    private static boolean concerns(byte[] bytes, int start, int place, int end) {
        byte at = bytes[place];
        if (at == 'C' || at == 'c') {
            byte before = at == 'C' ? (byte) 'N' : (byte) 'n';
            byte after = at == 'C' ? (byte) 'L' : (byte) 'l';
            return place > start
                    && place + 2 < end
                    && bytes[place - 1] == before
                    && bytes[place + 1] == at
                    && bytes[place + 2] == after;
        }
        if (at == 'I') {
            return place - 4 >= start
                    && bytes[place - 1] == '/'
                    && bytes[place - 2] == 'T'
                    && bytes[place - 3] == 'E'
                    && bytes[place - 4] == 'N';
        }
        return at == 'i' && place + 3 < end && bytes[place + 2] == 'v' && bytes[place + 3] == '_';
    }

    private void emit(int start, int lineEnd, int hit) {
        lineNumber++;
        if (skipping) {
            skipping = false;
            return;
        }
        if (hit != NONE) {
            int to = lineEnd > start && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
            int from = beginning(start, to, hit);
            sink.line(lineNumber, buffer, from, Math.min(to, from + MAX_LINE_BYTES));
        }
    }

    /** Where to begin a line that is too long as a whole: a little before what concerns NCCL, which a progress bar may precede. */
    private static int beginning(int start, int end, int hit) {
        return end - start > MAX_LINE_BYTES ? Math.max(start, hit - KEPT_BYTES) : start;
    }

    /** Keeps an unfinished line for the next bytes; one that is too long is handed on as far as it goes, its rest skipped. */
    private void rest(int start, int end, boolean isLast, int hit) {
        if (isLast) {
            if (end > start) {
                emit(start, end, hit);
            }
            return;
        }
        int left = end - start;
        if (left >= MAX_LINE_BYTES && hit != NONE) {
            if (!skipping) {
                int from = beginning(start, end, hit);
                sink.line(lineNumber + 1, buffer, from, Math.min(end, from + MAX_LINE_BYTES));
            }
            skipping = true;
            left = 0;
        } else if (left >= MAX_LINE_BYTES) {
            // A progress bar that returns to the line's start for an hour; what matters may stand behind it.
            left = KEPT_BYTES;
        }
        System.arraycopy(buffer, end - left, buffer, 0, left);
        filled = left;
    }
}
