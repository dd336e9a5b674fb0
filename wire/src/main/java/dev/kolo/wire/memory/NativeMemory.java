package dev.kolo.wire.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/**
 * Memory by address: what a library allocated, and hot paths' own, where a segment's checks would cost (bounds, alignment and
 * liveness: a nanosecond a word, twice what a look at 512 words of a packed payload takes without). Callers know the layouts and
 * keep the memory mapped; nothing here can check them.
 */
public final class NativeMemory {
    /** Bits of a user space address on x86_64 (57 with five levels of pages) and aarch64 (52), with room. */
    private static final long USER_SPACE = (1L << 57) - 1;

    /** All of the address space: an offset in it is an address. */
    @SuppressWarnings("restricted") // the room that may call native code
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** The same with words of eight bytes: neither bounds nor alignment are left to check. */
    private static final long WORDS = USER_SPACE & -Long.BYTES;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private NativeMemory() {}

    /** A whole word of 8 bytes from memory that others write, each time it is asked for; at a multiple of 8. */
    public static long readWord(long address) {
        return (long) WORD.getOpaque(ALL, address & WORDS);
    }

    /** As {@link #readWord}, and what follows in the program is read later. */
    public static long acquireWord(long address) {
        return (long) WORD.getAcquire(ALL, address & WORDS);
    }

    /** Writes a whole word of 8 bytes that others read; at a multiple of 8. */
    public static void writeWord(long address, long value) {
        WORD.setOpaque(ALL, address & WORDS, value);
    }

    /** As {@link #writeWord}, and seen after what was written before. */
    public static void releaseWord(long address, long value) {
        WORD.setRelease(ALL, address & WORDS, value);
    }

    /**
     * An address as it is, but seen by the compiler to be one of user space: what is read and written at small offsets from
     * it then needs no check of bounds, three instructions each.
     */
    public static long plain(long address) {
        return address & USER_SPACE;
    }

    public static byte getByte(long address) {
        return ALL.get(ValueLayout.JAVA_BYTE, address);
    }

    public static int getInt(long address) {
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    public static long getLong(long address) {
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    public static void putByte(long address, int value) {
        ALL.set(ValueLayout.JAVA_BYTE, address, (byte) value);
    }

    public static void putShort(long address, int value) {
        ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) value);
    }

    public static void putInt(long address, int value) {
        ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    public static void putLong(long address, long value) {
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    /** Copies between any two places. */
    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }

    public static void fill(long address, long bytes) {
        ALL.asSlice(address, bytes).fill((byte) 0);
    }

    /** The text up to its zero, at most {@code mostBytes} long. */
    public static String getText(long address, int mostBytes) {
        int length = 0;
        while (length < mostBytes && getByte(address + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public static void getBytes(long address, byte[] to) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, to, 0, to.length);
    }

    public static void putBytes(long address, byte[] from) {
        MemorySegment.copy(from, 0, ALL, ValueLayout.JAVA_BYTE, address, from.length);
    }
}
