package dev.kolo.wire.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Writes and reads payload as words that bear their step's number (the LL forms). Whoever copies checks <b>all</b> words
 * first, each with acquire: a copy that is checked afterwards can hold an old half of a word whose number is new by then.
 *
 * <p>LL8: data in the low four bytes, the number in the high four. LL16: eight bytes of data, then the number twice.
 */
public final class StepWords {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final ValueLayout.OfInt DATA4 = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong DATA8 = ValueLayout.JAVA_LONG_UNALIGNED;

    private StepWords() {}

    /**
     * Writes words.
     *
     * @param form a word form
     * @param from memory of the data
     * @param fromAt first byte of it
     * @param bytes length of it; what is missing to the last word is 0
     * @param to where the words go
     * @param toAt first byte there, aligned to 16
     * @param number the step's number, not 0
     */
    public static void write(
            PayloadForm form, MemorySegment from, long fromAt, long bytes, MemorySegment to, long toAt, int number) {
        if (form == PayloadForm.LL8) {
            write8(from, fromAt, bytes, to, toAt, (long) number << 32);
        } else {
            write16(from, fromAt, bytes, to, toAt, twice(number));
        }
    }

    private static void write8(MemorySegment from, long fromAt, long bytes, MemorySegment to, long toAt, long number) {
        long whole = bytes / 4;
        for (long word = 0; word < whole; word++) {
            LONG.set(to, toAt + 8 * word, from.get(DATA4, fromAt + 4 * word) & 0xffff_ffffL | number);
        }
        if (4 * whole < bytes) {
            LONG.set(to, toAt + 8 * whole, rest(from, fromAt + 4 * whole, bytes - 4 * whole) | number);
        }
    }

    private static void write16(
            MemorySegment from, long fromAt, long bytes, MemorySegment to, long toAt, long numbers) {
        long whole = bytes / 8;
        for (long word = 0; word < whole; word++) {
            LONG.set(to, toAt + 16 * word, from.get(DATA8, fromAt + 8 * word));
            LONG.setRelease(to, toAt + 16 * word + 8, numbers);
        }
        if (8 * whole < bytes) {
            LONG.set(to, toAt + 16 * whole, rest(from, fromAt + 8 * whole, bytes - 8 * whole));
            LONG.setRelease(to, toAt + 16 * whole + 8, numbers);
        }
    }

    /** The last bytes of the data as the low bytes of a word. */
    private static long rest(MemorySegment from, long at, long bytes) {
        long data = 0;
        for (long i = 0; i < bytes; i++) {
            data |= (from.get(ValueLayout.JAVA_BYTE, at + i) & 0xffL) << 8 * i;
        }
        return data;
    }

    private static long twice(int number) {
        return (long) number << 32 | number & 0xffff_ffffL;
    }

    /**
     * Looks, with acquire, for the first word that does not bear a number; the count of words when all do.
     *
     * @param in where the words arrive
     * @param at first byte there
     * @param words how many
     * @param first the word to begin with; those before it have been seen
     */
    public static long missing(PayloadForm form, MemorySegment in, long at, long words, long first, int number) {
        if (form == PayloadForm.LL8) {
            for (long word = first; word < words; word++) {
                if ((int) ((long) LONG.getAcquire(in, at + 8 * word) >>> 32) != number) {
                    return word;
                }
            }
            return words;
        }
        long numbers = twice(number);
        for (long word = first; word < words; word++) {
            if ((long) LONG.getAcquire(in, at + 16 * word + 8) != numbers) {
                return word;
            }
        }
        return words;
    }

    /** Copies the data out of words, all of which {@link #missing} has seen. */
    public static void read(PayloadForm form, MemorySegment in, long at, long bytes, MemorySegment to, long toAt) {
        int dataBytes = form.wordBytes() / 2;
        long whole = bytes / dataBytes;
        for (long word = 0; word < whole; word++) {
            if (dataBytes == 4) {
                to.set(DATA4, toAt + 4 * word, (int) (long) LONG.get(in, at + 8 * word));
            } else {
                to.set(DATA8, toAt + 8 * word, (long) LONG.get(in, at + 16 * word));
            }
        }
        long last = (long) (whole * dataBytes < bytes ? LONG.get(in, at + whole * form.wordBytes()) : 0L);
        for (long i = whole * dataBytes; i < bytes; i++) {
            to.set(ValueLayout.JAVA_BYTE, toAt + i, (byte) (last >>> 8 * (i - whole * dataBytes)));
        }
    }
}
