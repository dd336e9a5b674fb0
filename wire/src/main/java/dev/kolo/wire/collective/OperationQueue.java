package dev.kolo.wire.collective;

/**
 * The operations of one communicator, in order: a ring of preallocated ones. One thread adds, one thread carries out; they may
 * be the same. What is queued is not staged before everything ahead of it is done.
 */
final class OperationQueue {
    static final int DEPTH = 16;

    private final Operation[] ring = new Operation[DEPTH];
    /** Next to add; the caller's. */
    private long tail;
    /** Next to carry out; the engine's. */
    private long head;

    OperationQueue(int world) {
        for (int i = 0; i < DEPTH; i++) {
            ring[i] = new Operation(world);
        }
    }

    /** Whether the next operation to add is free. */
    boolean hasRoom() {
        return ring[(int) (tail % DEPTH)].state() != Operation.QUEUED;
    }

    /** The operation to fill next; {@link #add} queues it. */
    Operation next() {
        Operation next = ring[(int) (tail % DEPTH)];
        if (next.state() == Operation.QUEUED) {
            throw new IllegalStateException("more than " + DEPTH + " operations queued");
        }
        return next;
    }

    /** Queues what {@link #next} returned. Returns its ticket, from 0. */
    long add() {
        ring[(int) (tail % DEPTH)].state(Operation.QUEUED);
        return tail++;
    }

    /** Whether an operation is done or has failed; true for all that have made room for younger ones. The caller's. */
    boolean isOver(long ticket) {
        return tail - ticket > DEPTH || of(ticket).state() != Operation.QUEUED;
    }

    Operation of(long ticket) {
        return ring[(int) (ticket % DEPTH)];
    }

    /** The operation to carry out next, or nothing. Never null when {@link #hasWork}. */
    Operation head() {
        return ring[(int) (head % DEPTH)];
    }

    boolean hasWork() {
        return ring[(int) (head % DEPTH)].state() == Operation.QUEUED;
    }

    void done(int state) {
        ring[(int) (head % DEPTH)].state(state);
        head++;
    }
}
