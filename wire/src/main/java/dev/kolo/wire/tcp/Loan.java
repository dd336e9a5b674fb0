package dev.kolo.wire.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Memory that stands in for a part of the region while payload is sent: a caller's, which need not be copied there first.
 * Only its lender's thread touches it.
 */
final class Loan {
    private final LoanViews views = new LoanViews();
    private MemorySegment source = MemorySegment.NULL;
    private long sourceOffset;
    private long at;
    private long bytes;
    private ByteBuffer view = LoanViews.NONE;

    /** Takes the loan; false: a copy into the region costs less. */
    boolean take(long regionOffset, long length, MemorySegment from, long fromOffset) {
        view = length > SendQueue.MOST_BUFFERED_BYTES ? views.of(from, fromOffset, length) : LoanViews.NONE;
        if (length > SendQueue.MOST_BUFFERED_BYTES && view.capacity() == 0) {
            return false;
        }
        at = regionOffset;
        bytes = length;
        source = from;
        sourceOffset = fromOffset;
        return true;
    }

    void end() {
        bytes = 0;
        source = MemorySegment.NULL;
        view = LoanViews.NONE;
    }

    boolean stands() {
        return bytes > 0;
    }

    /** Whether a payload lies in what is replaced. */
    boolean covers(long regionOffset, long length) {
        return bytes > 0 && regionOffset >= at && regionOffset + length <= at + bytes;
    }

    /** A part of it as a buffer, of a loan too long for the sender's own. */
    ByteBuffer view(long regionOffset, long length) {
        int from = (int) (regionOffset - at);
        return view.limit(from + (int) length).position(from);
    }

    void copy(long regionOffset, long length, MemorySegment to, long toOffset) {
        MemorySegment.copy(source, regionOffset - at + sourceOffset, to, toOffset, length);
    }
}
