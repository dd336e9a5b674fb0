package dev.kolo.wire.tcp;

import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Takes one lane's frames: payload goes to its place in the region, and only when all of it is there the flag is stored. The
 * rest of a large payload is read straight into the region.
 */
final class Receiver {
    private static final int BUFFER_BYTES = 64 * 1024;
    /** From here on a copy costs more than a call of the kernel. */
    private static final int LARGE_BYTES = 16 * 1024;
    /** Most bytes in one poll of a lane, so that one busy peer does not keep the others waiting. */
    private static final int MOST_BYTES = 1 << 20;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final SessionId session;
    private final MemorySegment region;
    private final ByteBuffer regionView;
    private final MemorySegment buffer;
    private final ByteBuffer bufferView;
    private int from;
    private int until;
    private int fillTo = BUFFER_BYTES;
    private long lastBytes;
    private long number;
    private long payloadAt;
    private long payloadLeft;
    /** Where the payload under way began, and its length. */
    private long payloadFrom;

    private long payloadBytes;
    /** The one payload that is to land elsewhere: where its sender believes it writes, its length (0: none), and where it goes. */
    private long landingAt;

    private long landingBytes;
    private MemorySegment landing = MemorySegment.NULL;
    private long landingOffset;
    /** The payload under way is that one. */
    private boolean lands;
    /** It has come, all of it. */
    private boolean landed;

    private long flagAt = Nic.NO_FLAG;
    private long flag;
    private boolean left;
    private boolean ended;

    /** Puts payload into a region, of which it takes a view for itself. */
    Receiver(SessionId session, MemorySegment region, ByteBuffer view) {
        this.session = session;
        this.region = region;
        this.regionView = view;
        this.bufferView = ByteBuffer.allocateDirect(BUFFER_BYTES);
        this.buffer = MemorySegment.ofBuffer(bufferView);
    }

    /** True once the peer said that it leaves. */
    boolean hasLeft() {
        return left;
    }

    /** True once the connection's end was read. */
    boolean hasEnded() {
        return ended;
    }

    /** Lets the next payload for exactly these bytes of the region go elsewhere, the one that is just coming, too. */
    void land(long at, long bytes, MemorySegment target, long targetOffset) {
        landingAt = at;
        landingBytes = bytes;
        landing = target;
        landingOffset = targetOffset;
        landed = false;
        lands = payloadLeft > 0 && payloadFrom == at && payloadBytes == bytes;
        if (lands) {
            MemorySegment.copy(region, at, target, targetOffset, payloadAt - at);
        }
    }

    /** Nothing goes elsewhere any more; whether the payload that should has done so whole. */
    boolean landed() {
        boolean whole = landed;
        landing = MemorySegment.NULL;
        landingBytes = 0;
        lands = false;
        landed = false;
        return whole;
    }

    /**
     * Takes what has arrived.
     *
     * @return bytes that came
     * @throws RecordException when it cannot have come from a correct peer of this session
     */
    int pump(SocketChannel channel) throws IOException, RecordException {
        int total = 0;
        while (total < MOST_BYTES && !ended) {
            boolean straight = payloadLeft > 0 && from == until && !lands;
            int read = straight ? readStraight(channel) : fill(channel);
            boolean filled = until == fillTo;
            if (read < 0) {
                ended = true;
            } else {
                total += read;
            }
            boolean more = read > 0 && (straight ? payloadLeft > 0 : filled);
            digest();
            if (!more) {
                return total;
            }
        }
        return total;
    }

    private int readStraight(SocketChannel channel) throws IOException {
        regionView.limit((int) (payloadAt + payloadLeft)).position((int) payloadAt);
        int read = channel.read(regionView);
        if (read > 0) {
            payloadAt += read;
            payloadLeft -= read;
        }
        return read;
    }

    private int fill(SocketChannel channel) throws IOException {
        if (from == until) {
            from = 0;
            until = 0;
        } else if (from > BUFFER_BYTES - TcpHeader.BYTES) {
            MemorySegment.copy(buffer, from, buffer, 0, until - from);
            until -= from;
            from = 0;
        }
        // After a large payload another is likely: then the header alone is read here and the payload goes straight to
        // the
        // region. To where it lands it comes through the buffer: as fast, measured, and it needs no buffer over that
        // memory.
        fillTo = lastBytes > LARGE_BYTES && landingBytes == 0 ? from + TcpHeader.BYTES : BUFFER_BYTES;
        bufferView.limit(fillTo).position(until);
        int read = channel.read(bufferView);
        until += Math.max(0, read);
        return read;
    }

    /** Takes apart what is in the buffer. */
    private void digest() throws RecordException {
        while (true) {
            if (payloadLeft > 0) {
                long taken = Math.min(payloadLeft, until - from);
                if (lands) {
                    MemorySegment.copy(buffer, from, landing, payloadAt - landingAt + landingOffset, taken);
                } else {
                    MemorySegment.copy(buffer, from, region, payloadAt, taken);
                }
                from += (int) taken;
                payloadAt += taken;
                payloadLeft -= taken;
                if (payloadLeft > 0) {
                    return;
                }
                landed |= lands;
                lands = false;
            }
            if (flagAt != Nic.NO_FLAG) {
                WORD.setRelease(region, flagAt, flag);
                flagAt = Nic.NO_FLAG;
            }
            if (until - from < TcpHeader.BYTES || left) {
                return;
            }
            open(from);
            from += TcpHeader.BYTES;
        }
    }

    private void open(int at) throws RecordException {
        if (!TcpHeader.isWhole(buffer, at)) {
            throw new RecordException(RecordException.Cause.BAD_MAGIC, "frame " + number + " is damaged");
        }
        if (!TcpHeader.isOf(buffer, at, session)) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION,
                    "frame " + number + " is of session "
                            + TcpHeader.session(buffer, at).label() + ", this one is " + session.label());
        }
        if (TcpHeader.number(buffer, at) != number) {
            throw new RecordException(
                    RecordException.Cause.LENGTH,
                    "frame " + TcpHeader.number(buffer, at) + " came where " + number + " was due");
        }
        number++;
        long bytes = TcpHeader.bytes(buffer, at);
        if (bytes == TcpHeader.GOODBYE) {
            left = true;
            return;
        }
        payloadAt = within("payload", TcpHeader.offset(buffer, at), bytes);
        payloadLeft = bytes;
        payloadFrom = payloadAt;
        payloadBytes = bytes;
        lands = bytes > 0 && bytes == landingBytes && payloadAt == landingAt && !landed;
        lastBytes = bytes > 0 ? bytes : lastBytes;
        flag = TcpHeader.flag(buffer, at);
        flagAt = TcpHeader.flagOffset(buffer, at);
        if (flagAt != Nic.NO_FLAG && (within("flag", flagAt, 8) & 7) != 0) {
            throw new RecordException(
                    RecordException.Cause.LENGTH, "the flag goes to " + flagAt + ", no multiple of 8");
        }
    }

    private long within(String what, long offset, long bytes) throws RecordException {
        boolean inside = bytes == 0
                || bytes > 0 && offset >= 0 && bytes <= region.byteSize() && offset <= region.byteSize() - bytes;
        if (!inside) {
            throw new RecordException(
                    RecordException.Cause.LENGTH,
                    "the " + what + " of frame " + (number - 1) + " would go to " + offset + ", " + bytes
                            + " bytes, in a region of " + region.byteSize());
        }
        return offset;
    }
}
