package dev.kolo.wire.tcp;

import dev.kolo.wire.nic.CompletionQueue;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * What one lane still has to send: a ring of requests, and a buffer in which headers and small payloads are put together so
 * that they leave with one call. Large payloads leave straight from the region.
 */
final class SendQueue {
    static final int ROOM = 256;

    private static final int STAGING_BYTES = 64 * 1024;
    /** A lent payload up to here leaves through the buffer, with its header. */
    static final int MOST_BUFFERED_BYTES = STAGING_BYTES - TcpHeader.BYTES;

    /** From here on a copy costs more than another buffer in the call. */
    private static final int STRAIGHT_FROM_BYTES = 16 * 1024;
    /** So much of a long lent payload leaves together with its header, the rest by itself. */
    private static final int LEAD_BYTES = 16 * 1024;

    private static final int MASK = ROOM - 1;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final int lane;
    private final SessionId session;
    private final CompletionQueue completions;
    private final MemorySegment staging;
    private final ByteBuffer stagingView;
    private MemorySegment region = MemorySegment.NULL;
    private ByteBuffer regionView = ByteBuffer.allocate(0);
    /** The buffer and the region, to be written with one call. */
    private ByteBuffer[] both = {};

    private Loan loan = new Loan();

    private final long[] workIds = new long[ROOM];
    private final long[] locals = new long[ROOM];
    private final long[] lengths = new long[ROOM];
    private final long[] remotes = new long[ROOM];
    private final long[] flagSources = new long[ROOM];
    private final long[] flagRemotes = new long[ROOM];
    private final long[] inlineFlags = new long[ROOM];
    private final int[] options = new int[ROOM];
    /** Whose payload is read from the loan. */
    private final boolean[] lent = new boolean[ROOM];

    private long head;
    private long tail;
    private long number;
    /** Bytes of the request at {@code head} that are still to leave from where they lie, without those in the buffer. */
    private long straight;

    private long backlogBytes;

    SendQueue(int lane, SessionId session, CompletionQueue completions) {
        this.lane = lane;
        this.session = session;
        this.completions = completions;
        this.stagingView = ByteBuffer.allocateDirect(STAGING_BYTES);
        this.staging = MemorySegment.ofBuffer(stagingView);
        stagingView.limit(0);
    }

    /** Sends from a region, of which it takes a view for itself, or from what is lent in its place. */
    void send(MemorySegment own, ByteBuffer view, Loan instead) {
        loan = instead;
        region = own;
        regionView = view;
        both = new ByteBuffer[] {stagingView, regionView};
    }

    int size() {
        return (int) (tail - head);
    }

    boolean isFull() {
        return tail - head == ROOM;
    }

    long backlogBytes() {
        return backlogBytes;
    }

    void add(long workId, long local, long bytes, long remote, long flagSource, long flagRemote, int option) {
        int at = (int) tail & MASK;
        workIds[at] = workId;
        locals[at] = local;
        lengths[at] = bytes;
        remotes[at] = remote;
        flagSources[at] = flagSource;
        flagRemotes[at] = flagRemote;
        options[at] = option;
        lent[at] = bytes > 0 && loan.covers(local, bytes);
        if (flagRemote != Nic.NO_FLAG && (option & Nic.INLINE_FLAG) != 0) {
            inlineFlags[at] = (long) WORD.getOpaque(region, flagSource);
        }
        backlogBytes += TcpHeader.BYTES + bytes;
        tail++;
    }

    /** Sends as much as the kernel takes; returns how many calls to it brought something on its way. */
    int pump(SocketChannel channel) throws IOException {
        int done = 0;
        boolean taken = true;
        while (taken && (stagingView.hasRemaining() || straight > 0 || head != tail)) {
            if (!stagingView.hasRemaining() && straight == 0) {
                stage();
            }
            boolean lends = lent[(int) head & MASK];
            long written;
            if (straight == 0 || (lends && stagingView.hasRemaining())) {
                written = channel.write(stagingView);
                taken = !stagingView.hasRemaining();
            } else {
                written = lends ? writeLent(channel) : writeWithPayload(channel);
                taken = straight == 0;
            }
            backlogBytes -= written;
            done += written > 0 ? 1 : 0;
        }
        return done;
    }

    /**
     * The rest of a lent payload leaves straight from there, by itself: a call that writes several buffers allocates for those
     * whose memory may be closed.
     */
    private long writeLent(SocketChannel channel) throws IOException {
        int at = (int) head & MASK;
        ByteBuffer view = loan.view(locals[at] + lengths[at] - straight, straight);
        long written = channel.write(view);
        straight = view.remaining();
        if (straight == 0) {
            finish();
        }
        return written;
    }

    /** The header and its payload leave with one call, the payload straight from the region. */
    private long writeWithPayload(SocketChannel channel) throws IOException {
        int at = (int) head & MASK;
        long from = locals[at] + lengths[at] - straight;
        regionView.limit((int) (from + straight)).position((int) from);
        long written = stagingView.hasRemaining() ? channel.write(both, 0, both.length) : channel.write(regionView);
        straight = regionView.remaining();
        if (straight == 0) {
            finish();
        }
        return written;
    }

    /** Puts together what goes into the buffer: whole requests, at the end possibly a header whose payload goes straight. */
    private void stage() {
        int end = 0;
        while (head != tail && straight == 0) {
            int at = (int) head & MASK;
            long room = (long) STAGING_BYTES - end - TcpHeader.BYTES;
            long most = mostBuffered(at);
            if (room < most) {
                break;
            }
            header(at, end);
            straight = lengths[at];
            end = buffer(at, end + TcpHeader.BYTES, most);
        }
        stagingView.limit(end).position(0);
    }

    /** How much of a fresh request's payload goes through the buffer, with its header. */
    private long mostBuffered(int at) {
        long bytes = lengths[at];
        if (!lent[at]) {
            return bytes < STRAIGHT_FROM_BYTES ? bytes : 0;
        }
        return bytes <= MOST_BUFFERED_BYTES ? bytes : LEAD_BYTES;
    }

    /** Copies the next bytes of a payload into the buffer; returns where they end. */
    private int buffer(int at, int to, long bytes) {
        long from = locals[at] + lengths[at] - straight;
        if (lent[at]) {
            loan.copy(from, bytes, staging, to);
        } else {
            MemorySegment.copy(region, from, staging, to, bytes);
        }
        straight -= bytes;
        if (straight == 0) {
            finish();
        }
        return to + (int) bytes;
    }

    /** Copies into the region what is still to leave of the loan; false when its memory is out of reach. */
    boolean takeBack() {
        for (long i = head; i != tail; i++) {
            int at = (int) i & MASK;
            if (lent[at]) {
                long left = i == head && straight > 0 ? straight : lengths[at];
                long from = locals[at] + lengths[at] - left;
                try {
                    loan.copy(from, left, region, from);
                } catch (RuntimeException closed) {
                    return false;
                }
                lent[at] = false;
            }
        }
        return true;
    }

    private void header(int at, int to) {
        long flag = 0;
        if (flagRemotes[at] != Nic.NO_FLAG) {
            boolean inlined = (options[at] & Nic.INLINE_FLAG) != 0;
            flag = inlined ? inlineFlags[at] : (long) WORD.getOpaque(region, flagSources[at]);
        }
        TcpHeader.write(staging, to, session, number, remotes[at], lengths[at], flagRemotes[at], flag);
        number++;
    }

    private void finish() {
        int at = (int) head & MASK;
        head++;
        if ((options[at] & Nic.SIGNALED) != 0) {
            completions.add(lane, workIds[at], CompletionStatus.OK);
        }
    }

    /** Appends the frame that says goodbye, when nothing else waits; it is a courtesy and never waited for. */
    void goodbye(SocketChannel channel) throws IOException {
        pump(channel);
        if (!stagingView.hasRemaining() && size() == 0) {
            TcpHeader.write(staging, 0, session, number, 0, TcpHeader.GOODBYE, Nic.NO_FLAG, 0);
            stagingView.limit(TcpHeader.BYTES).position(0);
            channel.write(stagingView);
        }
    }

    /** The lane has failed: everything that was taken completes with an error. */
    void fail() {
        CompletionStatus how = CompletionStatus.SEVERED;
        for (; head != tail; head++) {
            completions.add(lane, workIds[(int) head & MASK], how);
            how = CompletionStatus.FLUSHED;
        }
        straight = 0;
        backlogBytes = 0;
        stagingView.limit(0);
    }
}
