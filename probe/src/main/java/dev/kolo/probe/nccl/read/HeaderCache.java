package dev.kolo.probe.nccl.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Knows the beginnings of lines that were taken apart before. A process begins all its lines alike ({@code
 * spark1:315:401 [0] NCCL INFO }), so that the same bytes mean the same process; lines with a time in front never match
 * and take the long way.
 */
final class HeaderCache {
    private static final int SLOTS = 32;
    private static final byte[] MARK = "NCCL INFO ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COUNT = ": opCount".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_OPERATION = 32;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOPS = 0x8080808080808080L;
    private static final long BLANKS = 0x2020202020202020L;

    private final List<Known> slots = new ArrayList<>();
    private int next;

    /**
     * A beginning.
     *
     * @param bytes up to the end of the mark
     * @param process whose lines begin so
     * @param line a line of it, taken apart
     * @param quoteStart where NCCL's own header begins
     */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are compared one by one, and nobody compares the record
    record Known(byte[] bytes, RankCollector process, LogLine line, int quoteStart) {
        boolean begins(byte[] text, int from, int to) {
            return to - from >= bytes.length
                    && Arrays.mismatch(bytes, 0, bytes.length, text, from, from + bytes.length) < 0;
        }
    }

    /** The beginning of a line, if it is known and the rest of the line is plain text. */
    Optional<Known> find(byte[] text, int from, int to) {
        for (Known known : slots) {
            if (known.begins(text, from, to)) {
                return isPlain(text, from + known.bytes().length, to) ? Optional.of(known) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Remembers the beginning of a line whose only message has no time. */
    void keep(byte[] text, int from, int to, RankCollector process, LogLine line) {
        int mark = markIn(text, from, to);
        int quote = mark < 0 ? -1 : mark - from + MARK.length - header(line);
        if (mark >= 0 && quote >= 0 && line.process() > 0 && line.time().isEmpty() && !line.isWarning()) {
            byte[] bytes = Arrays.copyOfRange(text, from, mark + MARK.length);
            Known known = new Known(bytes, process, line, quote);
            if (slots.size() < SLOTS) {
                slots.add(known);
            } else {
                slots.set(next, known);
                next = (next + 1) % SLOTS;
            }
        }
    }

    /** Length of NCCL's own header with its mark, from the quote. */
    private static int header(LogLine line) {
        return line.quote().indexOf("NCCL INFO ") + MARK.length;
    }

    /** One line a collective, as the COLL subsystem prints them by the million: "AllReduce: opCount …". */
    static boolean isCollective(byte[] text, int from, int to) {
        int mark = markIn(text, from, Math.min(to, from + 256));
        if (mark < 0) {
            return false;
        }
        int start = mark + MARK.length;
        int end = Math.min(to - COUNT.length, start + LONGEST_OPERATION);
        for (int i = start; i < end && text[i] != ' '; i++) {
            if (text[i] == ':') {
                return Arrays.equals(text, i, i + COUNT.length, COUNT, 0, COUNT.length);
            }
        }
        return false;
    }

    private static int markIn(byte[] text, int from, int to) {
        for (int i = from; i + MARK.length <= to; i++) {
            if (text[i] == 'N' && Arrays.equals(text, i, i + MARK.length, MARK, 0, MARK.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Printable ASCII throughout: nothing to decode, no colours. */
    private static boolean isPlain(byte[] text, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long word = (long) LONGS.get(text, i);
            if (((word | word - BLANKS) & TOPS) != 0) {
                return false;
            }
        }
        for (; i < to; i++) {
            if (text[i] < ' ') {
                return false;
            }
        }
        return true;
    }
}
