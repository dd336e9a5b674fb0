package dev.kolo.verbs.nic;

/**
 * The work requests of a lane that the device still has, in order: credits are counted here, since a full queue may take half
 * a chain, and completions find out here whose they are. Arrays of fixed size: posting allocates nothing.
 */
final class WorkLog {
    private static final byte LAST = 1;
    private static final byte REPORTED = 2;

    private final int depth;
    private final int mask;
    private final long[] workIds;
    private final byte[] marks;
    /** Sequence number of the next work request. */
    private long head;
    /** The oldest that the device still has. */
    private long tail;
    /** Work requests since the last signaled one. */
    private int unsignaled;

    WorkLog(int depth) {
        this.depth = depth;
        int room = Integer.highestOneBit(depth - 1) << 1;
        mask = room - 1;
        workIds = new long[room];
        marks = new byte[room];
    }

    int room() {
        return depth - (int) (head - tail);
    }

    int depth() {
        return depth;
    }

    long head() {
        return head;
    }

    long tail() {
        return tail;
    }

    /** Whether the last of so many more must be signaled, so that room comes back before there is none. */
    boolean mustSignal(int more) {
        return unsignaled + more >= depth / 4;
    }

    /**
     * One more.
     *
     * @param last whether it is the last of its request
     * @param reported whether the request's completion is reported
     * @param signaled whether the device makes a completion of it
     */
    void add(long workId, boolean last, boolean reported, boolean signaled) {
        int at = (int) head & mask;
        workIds[at] = workId;
        marks[at] = (byte) ((last ? LAST : 0) | (reported ? REPORTED : 0));
        head++;
        unsignaled = signaled ? 0 : unsignaled + 1;
    }

    /** Takes back the last so many, which the device did not get. */
    void forgetLast(int count) {
        head -= count;
    }

    /** Everything before a sequence number is done. */
    void doneBefore(long sequence) {
        tail = Math.max(tail, sequence);
    }

    boolean holds(long sequence) {
        return sequence - tail >= 0 && sequence - head < 0;
    }

    boolean isLast(long sequence) {
        return (marks[(int) sequence & mask] & LAST) != 0;
    }

    boolean isReported(long sequence) {
        return (marks[(int) sequence & mask] & REPORTED) != 0;
    }

    long workId(long sequence) {
        return workIds[(int) sequence & mask];
    }
}
