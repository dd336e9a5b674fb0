package dev.kolo.wire.progress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The blocks of an all-gather where they arrived, without a copy. It is void as soon as the next exchange of its communicator
 * starts: the memory is then the peers' again. Every access checks that and throws.
 */
public final class BlockView {
    private final Communicator owner;
    private long ticket = -1;

    BlockView(Communicator owner) {
        this.owner = owner;
    }

    BlockView of(long ticket) {
        this.ticket = ticket;
        return this;
    }

    /** One byte of a rank's block. */
    public byte get(int rank, long offset) {
        check(rank, offset, 1);
        return owner.engine()
                .viewMemory(rank)
                .get(ValueLayout.JAVA_BYTE, owner.engine().viewOffset(rank) + offset);
    }

    /** One 32-bit word of a rank's block; {@code offset} in bytes. */
    public int getInt(int rank, long offset) {
        check(rank, offset, 4);
        return owner.engine()
                .viewMemory(rank)
                .get(ValueLayout.JAVA_INT_UNALIGNED, owner.engine().viewOffset(rank) + offset);
    }

    /** Copies from a rank's block. */
    public void copyTo(int rank, long offset, MemorySegment to, long toAt, long bytes) {
        check(rank, offset, bytes);
        MemorySegment.copy(owner.engine().viewMemory(rank), owner.engine().viewOffset(rank) + offset, to, toAt, bytes);
    }

    private void check(int rank, long offset, long bytes) {
        if (ticket < 0 || ticket != owner.currentView()) {
            throw new IllegalStateException(
                    "this view is void: another exchange of its communicator has started, and its memory is the peers' again");
        }
        if (rank < 0 || rank >= owner.world() || offset < 0 || bytes < 0 || offset > owner.viewBytes() - bytes) {
            throw new IndexOutOfBoundsException("bytes " + offset + " to " + (offset + bytes) + " of rank " + rank
                    + " in a view of " + owner.world() + " blocks of " + owner.viewBytes() + " bytes");
        }
    }
}
