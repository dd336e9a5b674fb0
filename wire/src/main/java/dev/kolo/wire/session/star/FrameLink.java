package dev.kolo.wire.session.star;

import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.SessionId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * Frames over a pipe: cuts the bytes that arrive, keeps those that the pipe has no room for. Lengths come from a stranger
 * until the proof is in, so nothing is allocated beyond one frame, and what waits to be sent is bounded too.
 */
final class FrameLink {
    /** More than this unsent means that the other end has not read for long; it is not served any further. */
    private static final int MAX_UNSENT_BYTES = 4 << 20;

    private final Pipe pipe;
    private final ByteBuffer in = ByteBuffer.allocate(4 + Frame.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ArrayDeque<ByteBuffer> out = new ArrayDeque<>();
    private int unsentBytes;
    private boolean overrun;
    private long receivedBytes;

    FrameLink(Pipe pipe) {
        this.pipe = pipe;
    }

    String peer() {
        return pipe.peer();
    }

    Pipe.State state() {
        return overrun ? Pipe.State.UNREACHABLE : pipe.state();
    }

    /** Bytes that ever arrived: a sign of life. */
    long receivedBytes() {
        return receivedBytes;
    }

    boolean isFlushed() {
        return out.isEmpty();
    }

    void send(Frame.Kind kind, SessionId session, byte[] body) {
        int length = Frame.HEAD_BYTES + body.length;
        if (length > Frame.MAX_BYTES) {
            throw new IllegalArgumentException("a frame has at most " + Frame.MAX_BYTES + " bytes, got " + length);
        }
        if (overrun || unsentBytes + 4 + length > MAX_UNSENT_BYTES) {
            overrun = true;
            return;
        }
        ByteBuffer frame = ByteBuffer.allocate(4 + length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(length)
                .put((byte) kind.code())
                .put(session.toBytes())
                .put(body)
                .flip();
        unsentBytes += frame.remaining();
        out.add(frame);
        flush();
    }

    /** Sends what the pipe takes. */
    void flush() {
        while (!out.isEmpty() && pipe.state() == Pipe.State.OPEN) {
            unsentBytes -= pipe.write(out.element());
            if (out.element().hasRemaining()) {
                return;
            }
            out.remove();
        }
    }

    /**
     * The next frame that has arrived in full.
     *
     * @throws RecordException when what arrives cannot be frames of ours
     */
    Optional<Frame> next() throws RecordException {
        Optional<Frame> ready = cut();
        if (ready.isPresent()) {
            return ready;
        }
        int read = pipe.read(in);
        receivedBytes += read;
        return read > 0 ? cut() : Optional.empty();
    }

    private Optional<Frame> cut() throws RecordException {
        if (in.position() < 4) {
            return Optional.empty();
        }
        int length = in.getInt(0);
        if (length < Frame.HEAD_BYTES || length > Frame.MAX_BYTES) {
            throw new RecordException(
                    RecordException.Cause.LENGTH,
                    "a frame of " + Integer.toUnsignedString(length) + " bytes from " + pipe.peer() + ", possible are "
                            + Frame.HEAD_BYTES + " to " + Frame.MAX_BYTES);
        }
        if (in.position() < 4 + length) {
            return Optional.empty();
        }
        in.flip().position(4);
        int kind = in.get();
        byte[] session = new byte[SessionId.BYTES];
        in.get(session);
        byte[] body = new byte[length - Frame.HEAD_BYTES];
        in.get(body);
        in.compact();
        Frame.Kind known = Frame.Kind.ofCode(kind)
                .orElseThrow(() -> new RecordException(
                        RecordException.Cause.VERSION, "a frame of the unknown kind " + kind + " from " + pipe.peer()));
        return Optional.of(new Frame(known, SessionId.ofBytes(session), body));
    }

    void close() {
        pipe.close();
    }
}
