package dev.kolo.gpu.suite;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.session.DeviceCollectives;
import dev.kolo.gpu.session.DeviceFallback;
import dev.kolo.gpu.session.DeviceSession;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.suite.Placement;
import dev.kolo.wire.suite.SuiteCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What an exchange takes inside a graph: a window of 86 calls, each with buffers of its own, timed by the device's events and
 * divided. Before the first and after the last timed window all bytes of all calls are checked with new data.
 */
public final class DeviceBench implements AutoCloseable {
    /** The all-gathers of one decode step of the measured model. */
    public static final int WINDOW = 86;

    /** Windows before the timed ones: the proxy's methods are compiled after some ten thousand calls. */
    private static final int WARM_UP = 400;

    private static final double NANOS_A_MILLI = 1e6;

    private final CudaDriver cuda;
    private final Communicator host;
    private final long stream;
    private final int windows;
    private final long first;
    private final long last;
    private final List<DeviceBuffers> buffers = new ArrayList<>();
    private int number;

    /** A run; all ranks run the same. */
    public DeviceBench(CudaDriver cuda, Communicator host, long stream, int windows, long mostBytes) {
        this.cuda = cuda;
        this.host = host;
        this.stream = stream;
        this.windows = windows;
        first = cuda.createEvent();
        last = cuda.createEvent();
        for (int i = 0; i < WINDOW; i++) {
            buffers.add(new DeviceBuffers(cuda, host.rank(), host.world(), mostBytes));
        }
    }

    /**
     * Nanoseconds of one call, by window, sorted.
     *
     * @param nanos one for each timed window, rising
     * @param wrong calls whose bytes were wrong in the checked windows
     */
    @SuppressWarnings("ArrayRecordComponent") // made, read once, dropped
    public record Times(double[] nanos, int wrong) {
        /** The value below which a share of the windows lies. */
        public double quantile(double share) {
            return nanos[(int) Math.min(nanos.length - 1L, Math.round(share * (nanos.length - 1)))];
        }
    }

    /** A window of the wire's calls. */
    public Times wire(
            DeviceSession session, DeviceCollectives collectives, Collective collective, DataType type, int bytes) {
        List<SuiteCase> calls = calls(collective, type, bytes);
        long graph = collectives.capture(
                stream,
                () -> each(calls, (of, b) -> {
                    if (of.collective() == Collective.ALL_GATHER) {
                        collectives.allGather(stream, b.input(of), b.output(of), bytes);
                    } else {
                        collectives.allReduce(stream, b.input(of), b.output(of), bytes, type);
                    }
                }));
        Times times = windows(graph, calls, session::check);
        cuda.destroyGraph(graph);
        return times;
    }

    /** A window of the fallback's calls. */
    public Times fallback(DeviceFallback fallback, Collective collective, DataType type, int bytes) {
        List<SuiteCase> calls = calls(collective, type, bytes);
        BiConsumer<SuiteCase, DeviceBuffers> call = (of, b) -> {
            if (of.collective() == Collective.ALL_GATHER) {
                fallback.allGather(stream, b.input(of), b.output(of), bytes);
            } else {
                fallback.allReduce(stream, b.input(of), b.output(of), bytes, type);
            }
        };
        // Once outside a graph: NCCL connects at its first call.
        call.accept(calls.getFirst(), buffers.getFirst());
        cuda.synchronize(stream);
        cuda.beginCapture(stream);
        each(calls, call);
        long graph = cuda.endCapture(stream);
        Times times = windows(graph, calls, () -> {});
        cuda.destroyGraph(graph);
        return times;
    }

    /** A window of kernels that do nothing: what the graph itself takes. */
    public Times nothing(DeviceSession session) {
        cuda.beginCapture(stream);
        for (int i = 0; i < WINDOW; i++) {
            session.wire().nothing(stream);
        }
        long graph = cuda.endCapture(stream);
        Times times = windows(graph, List.of(), session::check);
        cuda.destroyGraph(graph);
        return times;
    }

    private List<SuiteCase> calls(Collective collective, DataType type, int bytes) {
        List<SuiteCase> calls = new ArrayList<>();
        for (int i = 0; i < WINDOW; i++) {
            calls.add(DeviceBuffers.of(number++, collective, type, bytes, Placement.OUT_OF_PLACE, false));
        }
        return calls;
    }

    private void each(List<SuiteCase> calls, BiConsumer<SuiteCase, DeviceBuffers> call) {
        for (int i = 0; i < calls.size(); i++) {
            call.accept(calls.get(i), buffers.get(i));
        }
    }

    private Times windows(long graph, List<SuiteCase> calls, Runnable check) {
        int wrong = checked(graph, calls, check);
        double[] nanos = new double[windows];
        for (int i = -WARM_UP; i < windows; i++) {
            host.barrier();
            cuda.record(first, stream);
            cuda.launchGraph(graph, stream);
            cuda.record(last, stream);
            cuda.synchronize(stream);
            if (i >= 0) {
                nanos[i] = cuda.millisBetween(first, last) * NANOS_A_MILLI / WINDOW;
            }
        }
        check.run();
        wrong += checked(graph, calls, check);
        Arrays.sort(nanos);
        return new Times(nanos, wrong);
    }

    private int checked(long graph, List<SuiteCase> calls, Runnable check) {
        List<SuiteCase> fresh = new ArrayList<>();
        each(calls, (of, b) -> {
            SuiteCase again = DeviceBuffers.of(number++, of.collective(), of.type(), of.bytes(), of.placement(), false);
            fresh.add(again);
            b.fill(again);
        });
        host.barrier();
        cuda.launchGraph(graph, stream);
        cuda.synchronize(stream);
        check.run();
        int[] wrong = new int[1];
        each(fresh, (of, b) -> wrong[0] += b.difference(of).isEmpty() ? 0 : 1);
        return wrong[0];
    }

    @Override
    public void close() {
        buffers.forEach(DeviceBuffers::close);
    }
}
