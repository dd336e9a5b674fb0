package dev.kolo.wire.nic;

/** Completions that wait to be reported, for NICs that make them in software; a ring of fixed size, so that posting allocates nothing. */
public final class CompletionQueue {
    private final long[] workIds;
    private final int[] lanes;
    private final CompletionStatus[] status;
    private long head;
    private long tail;

    /**
     * An empty queue.
     *
     * @param room most completions at a time, a power of two
     */
    public CompletionQueue(int room) {
        if (Integer.bitCount(room) != 1) {
            throw new IllegalArgumentException("room is a power of two, got " + room);
        }
        workIds = new long[room];
        lanes = new int[room];
        status = new CompletionStatus[room];
    }

    /** Completions that were not reported yet. */
    public int size() {
        return (int) (tail - head);
    }

    public boolean isFull() {
        return tail - head == workIds.length;
    }

    /** Adds one; the caller has looked for room. */
    public void add(int lane, long workId, CompletionStatus how) {
        int at = (int) tail & workIds.length - 1;
        workIds[at] = workId;
        lanes[at] = lane;
        status[at] = how;
        tail++;
    }

    /** Reports all in order. */
    public int report(NicListener listener) {
        int reported = 0;
        while (head != tail) {
            int at = (int) head & workIds.length - 1;
            head++;
            reported++;
            listener.completed(lanes[at], workIds[at], status[at], 0);
        }
        return reported;
    }
}
