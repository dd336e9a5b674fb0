package dev.kolo.wire.tcp;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Buffers over the memory that callers send from, since a channel takes nothing else and making one allocates. A buffer is made
 * when the same memory comes for the second time in a row at its place in the table: callers use the same few buffers again
 * and again, and one that never does costs a copy and no garbage. The table holds them weakly, so that it keeps no memory of a
 * caller alive.
 */
final class LoanViews {
    /** No buffer: the memory is copied. */
    static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private static final int PLACES = 32;

    private final WeakReference<ByteBuffer> none = new WeakReference<>(NONE);
    private final long[] addresses = new long[PLACES];
    private final long[] lengths = new long[PLACES];
    private final List<WeakReference<ByteBuffer>> views = new ArrayList<>(Collections.nCopies(PLACES, none));
    private final List<WeakReference<MemorySegment.Scope>> scopes =
            new ArrayList<>(Collections.nCopies(PLACES, new WeakReference<>(MemorySegment.NULL.scope())));

    /** A buffer of exactly these bytes, or {@link #NONE}. */
    ByteBuffer of(MemorySegment memory, long at, long bytes) {
        if (!memory.isNative() || bytes > Integer.MAX_VALUE) {
            return NONE;
        }
        long address = memory.address() + at;
        int place = (int) ((address * 0x9e37_79b9_7f4a_7c15L) >>> 59);
        if (addresses[place] != address || lengths[place] != bytes) {
            addresses[place] = address;
            lengths[place] = bytes;
            views.set(place, none);
            return NONE;
        }
        ByteBuffer known = views.get(place).get();
        if (known != null
                && known.capacity() == bytes
                && memory.scope().equals(scopes.get(place).get())) {
            return known;
        }
        ByteBuffer made = memory.asSlice(at, bytes).asByteBuffer();
        views.set(place, new WeakReference<>(made));
        scopes.set(place, new WeakReference<>(memory.scope()));
        return made;
    }
}
