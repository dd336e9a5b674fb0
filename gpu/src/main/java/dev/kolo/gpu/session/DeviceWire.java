package dev.kolo.gpu.session;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.kernel.CallWriter;
import dev.kolo.gpu.kernel.KernelImage;
import dev.kolo.gpu.kernel.Shape;
import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.DeviceOp;
import dev.kolo.gpu.layout.Form;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Queues calls on a stream: kernels that exchange with the peers by themselves. Whether a stream is being captured makes no
 * difference to a call; {@link #finish} moves the steps on and belongs behind every eager call and at the end of a graph, once.
 *
 * <p>One stream a communicator. All ranks queue the same calls in the same order; a graph counts as its calls.
 */
public final class DeviceWire implements AutoCloseable {
    /** The first step of every link. */
    public static final int FIRST_STEP = 2;

    private static final int SMALL_WORLD = 4;
    private static final long NO_STREAM = -1;

    private final CudaDriver cuda;
    private final DeviceLinks links;
    private final DeviceLayout layout;
    private final int computeCapability;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment call = arena.allocate(CallWriter.SIZE, 64);
    private final MemorySegment finish = arena.allocate(CallWriter.FINISH_SIZE, 64);
    private final MemorySegment arguments = arena.allocate(16, 16);
    private final CallWriter writer = new CallWriter(call);
    private final Map<String, Long> functions = new HashMap<>();
    private final long module;
    private final long state;
    private final int[] steps = new int[DeviceLayout.MAX_WORLD];
    private int calls;
    private long stream = NO_STREAM;

    /**
     * The calls of one rank.
     *
     * @param cuda the driver, with this rank's device in use
     * @param links where kernels read and write
     * @param computeCapability the least of all ranks' devices, times ten: it chooses forms
     * @param image the kernels for this rank's device
     * @param terms bounds of the kernels' waits
     */
    public DeviceWire(CudaDriver cuda, DeviceLinks links, int computeCapability, KernelImage image, DeviceTerms terms) {
        this.cuda = cuda;
        this.links = links;
        this.layout = links.layout();
        this.computeCapability = computeCapability;
        module = cuda.loadModule(image.bytes());
        state = cuda.allocate(DeviceLayout.STATE_BYTES);
        begin(terms.firstStep());
        arguments.set(ValueLayout.JAVA_LONG, 0, call.address());
        arguments.set(ValueLayout.JAVA_LONG, 8, finish.address());
        writer.put(CallWriter.STATE, state)
                .put(CallWriter.CONTROL, links.control())
                .put(CallWriter.FLAGS_FROM, links.flagsFrom())
                .put(CallWriter.TIMEOUT, terms.timeoutNanos())
                .put(CallWriter.HEARTBEAT, links.path().isProxied() ? terms.heartbeatNanos() : 0L)
                .put(CallWriter.RANK, links.rank())
                .put(CallWriter.WORLD, layout.world())
                .put(CallWriter.DOORBELL, links.path().isProxied() ? 1 : 0);
        for (int peer = 0; peer < layout.world(); peer++) {
            writer.link(peer, CallWriter.LINK_FLAGS_TO, links.flagsTo(peer));
        }
        finish.set(ValueLayout.JAVA_LONG, CallWriter.FINISH_STATE, state);
        finish.set(ValueLayout.JAVA_LONG, CallWriter.FINISH_DONE, links.control() + DeviceLayout.DONE_AT);
    }

    private void begin(int firstStep) {
        MemorySegment words = arena.allocate(DeviceLayout.STATE_BYTES, 64);
        for (int peer = 0; peer < DeviceLayout.MAX_WORLD; peer++) {
            words.set(ValueLayout.JAVA_INT, DeviceLayout.STATE_LINKS + 4L * peer, firstStep);
        }
        cuda.copyIn(state, words, DeviceLayout.STATE_BYTES);
    }

    /** The shape that a call of this size takes on all ranks. */
    public Shape shape(long largestBytes) {
        return Shape.of(links.path(), largestBytes, computeCapability);
    }

    /** Every rank's block, in rank order. In place: the input is the own block of the output. */
    public void allGather(long stream, long input, long output, int bytes, Shape shape) {
        int[] lengths = new int[layout.world()];
        Arrays.fill(lengths, bytes);
        gather(stream, DeviceOp.ALL_GATHER, input, output, lengths, shape);
    }

    /** Blocks of different lengths, the same list on all ranks. */
    public void allGatherVariable(long stream, long input, long output, int[] lengths, Shape shape) {
        gather(stream, DeviceOp.ALL_GATHER_VARIABLE, input, output, lengths, shape);
    }

    private void gather(long stream, DeviceOp op, long input, long output, int[] lengths, Shape shape) {
        int at = 0;
        for (int peer = 0; peer < layout.world(); peer++) {
            writer.link(peer, CallWriter.LINK_BYTES, lengths[peer])
                    .link(peer, CallWriter.LINK_EACH, shape.unitsEach(lengths[peer]))
                    .link(peer, CallWriter.LINK_OUTPUT_AT, at);
            if (peer == links.rank()) {
                writer.put(CallWriter.OWN_AT, at);
            }
            at = Math.addExact(at, lengths[peer]);
        }
        queue(
                stream,
                op,
                shape,
                input,
                output,
                lengths[links.rank()],
                at,
                everybody(),
                op.digest(lengths, shape.form()));
    }

    /** The sum of all ranks' inputs in rank order, in f32, rounded once: the same bits on all ranks. */
    public void allReduce(long stream, DeviceOp op, long input, long output, int bytes, Shape shape) {
        writer.put(CallWriter.OWN_AT, CallWriter.NOWHERE);
        for (int peer = 0; peer < layout.world(); peer++) {
            writer.link(peer, CallWriter.LINK_BYTES, bytes).link(peer, CallWriter.LINK_EACH, shape.unitsEach(bytes));
        }
        queue(stream, op, shape, input, output, bytes, bytes, everybody(), op.digest(new int[] {bytes}, shape.form()));
    }

    /** Exchanges bytes with a partner that names this rank; every rank calls it, −1 stands for nobody. */
    public void pairExchange(long stream, long input, long output, int bytes, int partner, Shape shape) {
        if (partner < 0) {
            return;
        }
        DeviceOp op = DeviceOp.PAIR_EXCHANGE;
        writer.put(CallWriter.OWN_AT, CallWriter.NOWHERE)
                .link(links.rank(), CallWriter.LINK_EACH, shape.unitsEach(bytes))
                .link(partner, CallWriter.LINK_EACH, shape.unitsEach(bytes))
                .link(partner, CallWriter.LINK_BYTES, bytes)
                .link(partner, CallWriter.LINK_OUTPUT_AT, 0);
        queue(stream, op, shape, input, output, bytes, bytes, 1 << partner, op.digest(new int[] {bytes}, shape.form()));
    }

    private int everybody() {
        return ((1 << layout.world()) - 1) & ~(1 << links.rank());
    }

    private void queue(
            long stream,
            DeviceOp op,
            Shape shape,
            long input,
            long output,
            int bytes,
            int outputBytes,
            int active,
            int digest) {
        if (this.stream != NO_STREAM && this.stream != stream) {
            throw new IllegalStateException(
                    "this communicator belongs to another stream: its calls must follow one another,"
                            + " so use one communicator a stream");
        }
        this.stream = stream;
        Form form = shape.form();
        writer.put(CallWriter.INPUT, input)
                .put(CallWriter.OUTPUT, output)
                .put(CallWriter.FROM, links.from(form))
                .put(CallWriter.STRIDE, (int) form.slotBytes(layout.limitBytes()))
                .put(CallWriter.UNITS, form.units(layout.limitBytes()))
                .put(CallWriter.ACTIVE, active)
                .put(CallWriter.BYTES, bytes)
                .put(CallWriter.OUTPUT_BYTES, outputBytes)
                .put(CallWriter.DIGEST, digest)
                .put(CallWriter.INDEX, calls)
                .put(CallWriter.OP, op.number());
        for (int peer = 0; peer < layout.world(); peer++) {
            writer.link(peer, CallWriter.LINK_TO, links.to(form, peer)).link(peer, CallWriter.LINK_INDEX, steps[peer]);
            steps[peer] += active >> peer & 1;
        }
        calls++;
        cuda.launch(function(op, form), shape.blocks(), shape.threads(), stream, arguments.address(), true);
    }

    private long function(DeviceOp op, Form form) {
        String name = "kolo_" + op.kernel() + "_" + form.word() + (layout.world() <= SMALL_WORLD ? "_4" : "_16");
        return functions.computeIfAbsent(name, n -> cuda.function(module, n));
    }

    /** Moves the steps of all calls since the last one on, unless something failed. */
    public void finish(long stream) {
        finish.set(ValueLayout.JAVA_INT, CallWriter.FINISH_CALLS, calls);
        for (int peer = 0; peer < steps.length; peer++) {
            finish.set(ValueLayout.JAVA_INT, CallWriter.FINISH_STEPS + 4L * peer, steps[peer]);
        }
        cuda.launch(named("kolo_finish"), 1, 32, stream, arguments.address() + 8, true);
        forget();
    }

    /** Counts from the last finish again: what was captured since then will never run. */
    void forget() {
        calls = 0;
        Arrays.fill(steps, 0);
    }

    /** A kernel that does nothing, for measuring what a node of a graph costs. */
    public void nothing(long stream) {
        cuda.launch(named("kolo_nothing"), 1, 32, stream, arguments.address() + 8, true);
    }

    private long named(String kernel) {
        return functions.computeIfAbsent(kernel, n -> cuda.function(module, n));
    }

    @Override
    public void close() {
        cuda.free(state);
        arena.close();
    }
}
