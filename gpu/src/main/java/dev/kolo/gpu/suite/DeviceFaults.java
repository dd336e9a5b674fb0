package dev.kolo.gpu.suite;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.layout.FailureRecord;
import dev.kolo.gpu.session.DeviceCollectives;
import dev.kolo.gpu.session.DeviceFailure;
import dev.kolo.gpu.session.DeviceSession;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.suite.Placement;
import dev.kolo.wire.suite.SuiteCase;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One rank's part in a fault. Rank 0 sees the failure; rank 1 is the one that stops, dies or errs. Everybody first exchanges
 * well, so that old bytes lie about that a careless caller could take for new ones.
 */
public final class DeviceFaults {
    private static final int BYTES = 8192;
    private static final int ROUNDS = 20;
    private static final long NANOS_A_SECOND = 1_000_000_000L;

    /** What scheduling and a driver may add to a bound before the test says that it was not kept. */
    private static final long SLACK_NANOS = 2 * NANOS_A_SECOND;

    private final CudaDriver cuda;
    private final DeviceSession session;
    private final DeviceCollectives collectives;
    private final Communicator host;
    private final long stream;
    private final Consumer<String> out;

    /** A part in a fault. */
    public DeviceFaults(
            CudaDriver cuda,
            DeviceSession session,
            DeviceCollectives collectives,
            Communicator host,
            long stream,
            Consumer<String> out) {
        this.cuda = cuda;
        this.session = session;
        this.collectives = collectives;
        this.host = host;
        this.stream = stream;
        this.out = out;
    }

    /**
     * Plays the part.
     *
     * @param boundNanos within which this rank's kernel must have ended
     * @return what is wrong with what was seen, or empty
     */
    public String play(DeviceFault fault, long boundNanos) {
        try (DeviceBuffers buffers = new DeviceBuffers(cuda, host.rank(), host.world(), 2L * BYTES)) {
            warmUp(buffers);
            host.barrier();
            return switch (fault) {
                case LATE_PEER ->
                    host.rank() == 0
                            ? fails(buffers, gather(100, BYTES), boundNanos, Set.of(FailureRecord.Kind.TIMEOUT), true)
                            : stayAway(boundNanos);
                case KILLED_PEER ->
                    host.rank() == 0
                            ? fails(buffers, gather(100, BYTES), boundNanos, Set.of(FailureRecord.Kind.ABORTED), true)
                            : die();
                case DESYNC ->
                    fails(
                            buffers,
                            gather(100, host.rank() == 0 ? BYTES : BYTES / 2),
                            boundNanos,
                            Set.of(FailureRecord.Kind.DESYNC),
                            true);
                case KILLED_PROXY -> killedProxy(buffers, boundNanos);
                case TWO_STREAMS -> host.rank() == 0 ? twoStreams(buffers, boundNanos) : stayAway(boundNanos);
                case SPOILED_TRIAL -> "this fault belongs to set-up";
            };
        }
    }

    private void warmUp(DeviceBuffers buffers) {
        for (int i = 0; i < ROUNDS; i++) {
            SuiteCase of = gather(i, BYTES);
            buffers.fill(of);
            collectives.allGather(stream, buffers.input(of), buffers.output(of), BYTES);
            cuda.synchronize(stream);
            session.check();
            String wrong = buffers.difference(of);
            if (!wrong.isEmpty()) {
                throw new IllegalStateException("before the fault: " + wrong);
            }
        }
    }

    private static SuiteCase gather(int number, int bytes) {
        return DeviceBuffers.of(number, Collective.ALL_GATHER, DataType.BYTES, bytes, Placement.OUT_OF_PLACE, false);
    }

    private String killedProxy(DeviceBuffers buffers, long boundNanos) {
        if (host.rank() == 0) {
            session.killProxy();
            return fails(
                    buffers,
                    gather(100, BYTES),
                    boundNanos,
                    Set.of(FailureRecord.Kind.SERVER_GONE, FailureRecord.Kind.TIMEOUT),
                    true);
        }
        return fails(buffers, gather(100, BYTES), boundNanos, Set.of(FailureRecord.Kind.TIMEOUT), true);
    }

    /** Two graphs of one communicator at a time: the second finds the first inside. */
    private String twoStreams(DeviceBuffers buffers, long boundNanos) {
        SuiteCase of = gather(100, BYTES);
        long second = cuda.createStream();
        try {
            collectives.allGather(second, buffers.input(of), buffers.output(of), BYTES);
            return "a call on a second stream was taken";
        } catch (IllegalStateException refused) {
            out.accept("refused: " + refused.getMessage());
        }
        long graph = collectives.capture(
                stream, () -> collectives.allGather(stream, buffers.input(of), buffers.output(of), BYTES));
        long other = collectives.capture(
                stream, () -> collectives.allGather(stream, buffers.input(of), buffers.output(of), BYTES));
        long start = System.nanoTime();
        cuda.launchGraph(graph, stream);
        // The first is surely inside when the second begins.
        sleep(boundNanos / 8);
        cuda.launchGraph(other, second);
        cuda.synchronize(second);
        cuda.synchronize(stream);
        return judge(buffers, of, System.nanoTime() - start, boundNanos, Set.of(FailureRecord.Kind.STREAMS));
    }

    private String fails(
            DeviceBuffers buffers, SuiteCase of, long boundNanos, Set<FailureRecord.Kind> wanted, boolean inGraph) {
        int bytes = Math.toIntExact(of.bytes());
        long start = System.nanoTime();
        if (inGraph) {
            long graph = collectives.capture(stream, () -> {
                for (int i = 0; i < 3; i++) {
                    collectives.allGather(stream, buffers.input(of), buffers.output(of), bytes);
                }
            });
            cuda.launchGraph(graph, stream);
        }
        cuda.synchronize(stream);
        String wrong = judge(buffers, of, System.nanoTime() - start, boundNanos, wanted);
        return wrong.isEmpty() ? careless(buffers) : wrong;
    }

    private String judge(
            DeviceBuffers buffers, SuiteCase of, long tookNanos, long boundNanos, Set<FailureRecord.Kind> wanted) {
        Optional<FailureRecord> record = session.failure();
        if (record.isEmpty()) {
            return "the kernel ended after " + tookNanos / 1_000_000 + " ms and left no record";
        }
        String message;
        try {
            session.check();
            return "check() did not throw";
        } catch (DeviceFailure e) {
            message = String.valueOf(e.getMessage());
        }
        out.accept("after " + tookNanos / 1_000_000 + " ms: " + message);
        if (!wanted.contains(record.get().kind())) {
            return "the record says " + record.get().kind() + ", wanted " + wanted;
        }
        if (tookNanos > boundNanos + SLACK_NANOS) {
            return "it took " + tookNanos / 1_000_000 + " ms, the bound is " + boundNanos / 1_000_000 + " ms";
        }
        return buffers.isAllOnes(of) ? "" : "the output is not 0xFF throughout";
    }

    /** A caller that never asks: its next outputs are 0xFF, never old bytes; and the device still works. */
    private String careless(DeviceBuffers buffers) {
        SuiteCase of = gather(101, BYTES);
        buffers.fill(of);
        collectives.allGather(stream, buffers.input(of), buffers.output(of), BYTES);
        cuda.synchronize(stream);
        if (!buffers.isAllOnes(of)) {
            return "a later call left bytes that are not 0xFF";
        }
        long memory = cuda.allocate(4096);
        session.wire().nothing(stream);
        cuda.synchronize(stream);
        cuda.free(memory);
        return "";
    }

    private static String stayAway(long boundNanos) {
        sleep(boundNanos + SLACK_NANOS);
        return "";
    }

    /** Not a word of goodbye, as SIGKILL would have it. */
    private static String die() {
        sleep(NANOS_A_SECOND / 2);
        Runtime.getRuntime().halt(9);
        return "";
    }

    private static void sleep(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }
}
