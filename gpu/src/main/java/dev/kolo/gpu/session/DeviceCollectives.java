package dev.kolo.gpu.session;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.kernel.Shape;
import dev.kolo.gpu.layout.DeviceOp;
import dev.kolo.gpu.layout.Form;
import dev.kolo.wire.collective.DataType;
import java.util.Optional;

/**
 * Collectives on a stream, each by the wire or by the fallback. Which one is decided by operation and size alone, which all
 * ranks know alike; never by alignment, load or anything that only one rank sees.
 */
public final class DeviceCollectives {
    private final CudaDriver cuda;
    private final DeviceSession session;
    private final Optional<DeviceFallback> fallback;
    private final boolean onWire;
    private Optional<Form> form = Optional.empty();
    private int blocks;
    private boolean capturing;
    private int unfinished;

    /**
     * Collectives of one rank.
     *
     * @param cuda the driver
     * @param session the wire
     * @param fallback who takes the rest; without one, what the wire cannot do is refused
     * @param onWire false after a trial that failed: then everything is the fallback's
     */
    public DeviceCollectives(
            CudaDriver cuda, DeviceSession session, Optional<DeviceFallback> fallback, boolean onWire) {
        if (!onWire && fallback.isEmpty()) {
            throw new IllegalArgumentException("neither wire nor fallback");
        }
        this.cuda = cuda;
        this.session = session;
        this.fallback = fallback;
        this.onWire = onWire;
    }

    /** Forces a form, and a number of blocks where it is above 0, on all ranks alike; for trying and measuring. */
    public void force(Form form, int blocks) {
        this.form = Optional.of(form);
        this.blocks = blocks;
    }

    /** Whether a call goes over the wire. */
    public boolean isOnWire(DeviceOp op, long largestBytes) {
        return onWire && largestBytes <= session.layout().limitBytes();
    }

    public void allGather(long stream, long input, long output, int bytes) {
        if (isOnWire(DeviceOp.ALL_GATHER, bytes)) {
            session.wire().allGather(stream, input, output, bytes, shape(bytes));
            queued(stream);
        } else {
            other("all-gather", bytes).allGather(stream, input, output, bytes);
        }
    }

    public void allGatherVariable(long stream, long input, long output, int[] lengths) {
        int largest = 0;
        for (int length : lengths) {
            largest = Math.max(largest, length);
        }
        if (isOnWire(DeviceOp.ALL_GATHER_VARIABLE, largest)) {
            session.wire().allGatherVariable(stream, input, output, lengths, shape(largest));
            queued(stream);
        } else {
            other("all-gather of unequal blocks", largest).allGatherVariable(stream, input, output, lengths);
        }
    }

    public void allReduce(long stream, long input, long output, int bytes, DataType type) {
        Optional<DeviceOp> op = DeviceOp.sumOf(type);
        if (op.isPresent() && isOnWire(op.get(), bytes)) {
            session.wire().allReduce(stream, op.get(), input, output, bytes, shape(bytes));
            queued(stream);
        } else {
            other("all-reduce of " + type, bytes).allReduce(stream, input, output, bytes, type);
        }
    }

    public void pairExchange(long stream, long input, long output, int bytes, int partner) {
        if (isOnWire(DeviceOp.PAIR_EXCHANGE, bytes)) {
            session.wire().pairExchange(stream, input, output, bytes, partner, shape(bytes));
            queued(stream);
        } else {
            other("pair exchange", bytes).pairExchange(stream, input, output, bytes, partner);
        }
    }

    /** Captures calls into a graph, which moves the steps on at its end. */
    public long capture(long stream, Runnable calls) {
        cuda.beginCapture(stream);
        capturing = true;
        try {
            calls.run();
            if (unfinished > 0) {
                session.wire().finish(stream);
            }
        } catch (RuntimeException e) {
            session.wire().forget();
            throw e;
        } finally {
            capturing = false;
            unfinished = 0;
        }
        return cuda.endCapture(stream);
    }

    private void queued(long stream) {
        if (capturing) {
            unfinished++;
        } else {
            session.wire().finish(stream);
        }
    }

    private Shape shape(int bytes) {
        return form.map(f -> blocks > 0
                        ? Shape.of(f, bytes, blocks)
                        : Shape.of(f, session.options().path(), bytes))
                .orElseGet(() -> session.wire().shape(bytes));
    }

    private DeviceFallback other(String what, long bytes) {
        return fallback.orElseThrow(
                () -> new IllegalArgumentException(what + " of " + bytes + " B is above the limit of "
                        + session.layout().limitBytes()
                        + " B or of a kind that the wire does not have, and there is no fallback:"
                        + " name one, e.g. --fallback nccl"));
    }
}
