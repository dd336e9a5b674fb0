package dev.kolo.verbs.nic;

/**
 * The work requests of a lane that the device still has, in order: credits are counted here, since a full queue may take half
 * a chain, and completions find out here whose they are. Arrays of fixed size: posting allocates nothing.
 */
final class WorkLog {
    private static final byte LAST = 1;
    private static final byte REPORTED = 2;

    /** Bits of a sequence number that travel in a work request's mark. */
    static final int SEQUENCE_BITS = 40;

    static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

    private final int depth;
    private final int unsignaledMost;
    /** Both have a power of two of entries, so that a masked index needs no check. */
    private final long[] workIds;

    private final byte[] marks;
    /** Sequence number of the next work request. */
    private long head;
    /** The oldest that the device still has. */
    private long tail;
    /** Work requests since the last signaled one. */
    private int unsignaled;
    /** Whether its lane has failed: the device tells nothing more of it that counts. */
    private boolean failed;

    WorkLog(int depth) {
        this.depth = depth;
        unsignaledMost = depth / 4;
        int room = Integer.highestOneBit(depth - 1) << 1;
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
        return unsignaled + more >= unsignaledMost;
    }

    /** One more, which is not the last of its request: nobody asks for it. */
    void addPart() {
        marks[(int) head & marks.length - 1] = 0;
        head++;
        unsignaled++;
    }

    /**
     * Two more, part and last of one request.
     *
     * @return sequence number of the part
     */
    long addChain(long workId, boolean reported, boolean signaled) {
        long part = head;
        int last = (int) part + 1;
        marks[(int) part & marks.length - 1] = 0;
        marks[last & marks.length - 1] = reported ? LAST | REPORTED : LAST;
        workIds[last & workIds.length - 1] = workId;
        head = part + 2;
        unsignaled = signaled ? 0 : unsignaled + 2;
        return part;
    }

    /**
     * One more, the last of its request.
     *
     * @param reported whether the request's completion is reported
     * @param signaled whether the device makes a completion of it
     */
    void addLast(long workId, boolean reported, boolean signaled) {
        int at = (int) head;
        workIds[at & workIds.length - 1] = workId;
        marks[at & marks.length - 1] = reported ? LAST | REPORTED : LAST;
        head++;
        unsignaled = signaled ? 0 : unsignaled + 1;
    }

    /** Everything before a sequence number is done: how many that are. */
    int doneBefore(long sequence) {
        int done = (int) (sequence - tail);
        if (done <= 0) {
            return 0;
        }
        tail = sequence;
        return done;
    }

    /** Whether the device may still complete this one. */
    boolean holds(long sequence) {
        return !failed && sequence - tail >= 0 && sequence - head < 0;
    }

    void fail() {
        failed = true;
    }

    /** The sequence number whose low bits a mark has: no more work requests than the queue is deep are under way. */
    long sequenceOf(long mark) {
        return tail + (mark - tail & SEQUENCE_MASK);
    }

    boolean isLast(long sequence) {
        return (marks[(int) sequence & marks.length - 1] & LAST) != 0;
    }

    boolean isReported(long sequence) {
        return (marks[(int) sequence & marks.length - 1] & REPORTED) != 0;
    }

    long workId(long sequence) {
        return workIds[(int) sequence & workIds.length - 1];
    }
}
