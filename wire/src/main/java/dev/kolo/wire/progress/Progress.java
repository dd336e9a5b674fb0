package dev.kolo.wire.progress;

import java.lang.foreign.MemorySegment;

/** Who polls the engine, and how a caller waits for an operation. The simulator has one of its own, in virtual time. */
public interface Progress extends AutoCloseable {
    /** Waits until an operation is over; the engine's own bounds end every wait. */
    void await(long ticket);

    /** Waits until another operation can be queued. */
    void awaitRoom();

    /** A look without waiting: whether an operation is over. */
    boolean isOver(long ticket);

    /** Whether whoever polls can reach some memory; what is confined to another thread it cannot. */
    boolean reaches(MemorySegment memory);

    /** Hands the engine back; nobody polls any more. Idempotent. */
    @Override
    void close();
}
