package dev.kolo.wire.memory;

import java.lang.foreign.MemorySegment;

/**
 * The words of eight bytes of some native memory, by their offsets, for paths where a segment's checks at every word take part
 * of a microsecond's exchange: some 25 of 1,200 ns. Bounds and alignment are looked at when it is made, and its offsets come
 * from the layout of that memory (assertions check each).
 *
 * <p>Nothing here sees that the memory has gone: whoever closes it ends everyone's use of it first.
 */
public final class NativeWords {
    private final MemorySegment memory;
    private final long address;

    /**
     * The words of some memory, which stays mapped while this is used.
     *
     * @param memory native, aligned to 8 bytes
     * @param bytes how many of its bytes are used
     * @throws IllegalArgumentException when it is on the heap, unaligned or smaller
     */
    public NativeWords(MemorySegment memory, long bytes) {
        if (!memory.isNative() || memory.address() % Long.BYTES != 0 || memory.byteSize() < bytes) {
            throw new IllegalArgumentException("wanted are " + bytes
                    + " bytes of native memory, aligned to 8 bytes; given are " + memory.byteSize() + " at "
                    + memory.address() + (memory.isNative() ? "" : " on the heap"));
        }
        this.memory = memory;
        address = memory.address();
    }

    private long at(long offset) {
        assert offset >= 0 && offset <= memory.byteSize() - Long.BYTES && offset % Long.BYTES == 0 : offset;
        return address + offset;
    }

    /** A word as it stands. */
    public long read(long offset) {
        return NativeMemory.readWord(at(offset));
    }

    /** A word as it stands; what follows in the program is read later. */
    public long acquire(long offset) {
        return NativeMemory.acquireWord(at(offset));
    }

    /** Writes a word. */
    public void write(long offset, long value) {
        NativeMemory.writeWord(at(offset), value);
    }

    /** Writes a word that is seen after what was written before. */
    public void release(long offset, long value) {
        NativeMemory.releaseWord(at(offset), value);
    }
}
