package dev.kolo.gpu.suite;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.session.DeviceCollectives;
import dev.kolo.gpu.session.DeviceSession;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.suite.Placement;
import dev.kolo.wire.suite.SuiteCase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One rank's run of the suite on a GPU: every operation, size, type and placement as an eager call, and graphs that are replayed
 * with new data and eager calls between replays.
 */
public final class DeviceSuite implements AutoCloseable {
    private static final int KIB = 1024;
    private static final int REPLAYS = 12;

    /** Calls of one graph. */
    private static final int GRAPH_CALLS = 5;

    private final CudaDriver cuda;
    private final DeviceSession session;
    private final DeviceCollectives collectives;
    private final int rank;
    private final int world;
    private final long stream;
    private final boolean brief;
    private final Consumer<String> failures;
    private final List<DeviceBuffers> buffers = new ArrayList<>();
    private int number;
    private int passed;
    private int failed;

    /** A run; all ranks run the same. */
    public DeviceSuite(
            CudaDriver cuda,
            DeviceSession session,
            DeviceCollectives collectives,
            int rank,
            int world,
            long stream,
            boolean brief,
            Consumer<String> failures) {
        this.cuda = cuda;
        this.session = session;
        this.collectives = collectives;
        this.rank = rank;
        this.world = world;
        this.stream = stream;
        this.brief = brief;
        this.failures = failures;
        for (int i = 0; i < GRAPH_CALLS + 1; i++) {
            buffers.add(new DeviceBuffers(cuda, rank, world, 2L * KIB * KIB));
        }
    }

    /**
     * Runs all cases by one form, or by the form that each size chooses.
     *
     * @param form the word in messages
     * @param withFallback whether sizes above the limit are tried, too
     */
    public void run(String form, boolean withFallback) {
        for (long bytes : sizes(withFallback)) {
            for (SuiteCase one : cases(bytes)) {
                eager(form, one);
            }
        }
        for (long bytes : brief ? new long[] {4096} : new long[] {16, 6000, 8192, 65536}) {
            graphs(form, bytes);
        }
    }

    private List<Long> sizes(boolean withFallback) {
        long limit = session.layout().limitBytes();
        List<Long> sizes = new ArrayList<>(List.of(6L, 1000L, 4L * KIB, 8L * KIB, 64L * KIB));
        if (!brief) {
            sizes.addAll(List.of(2L, 16L, 6000L, 48L * KIB, limit));
        }
        if (withFallback) {
            sizes.addAll(List.of(limit + 16, 1L * KIB * KIB));
        }
        return sizes;
    }

    private List<SuiteCase> cases(long bytes) {
        List<SuiteCase> cases = new ArrayList<>();
        for (Placement placement : Placement.values()) {
            cases.add(DeviceBuffers.of(number++, Collective.ALL_GATHER, DataType.BYTES, bytes, placement, false));
            for (DataType type : List.of(DataType.F32, DataType.BF16, DataType.F16)) {
                cases.add(DeviceBuffers.of(number++, Collective.ALL_REDUCE, type, bytes, placement, false));
            }
            if (placement != Placement.IN_PLACE && world == 2) {
                cases.add(
                        DeviceBuffers.of(number++, Collective.PAIR_EXCHANGE, DataType.BYTES, bytes, placement, false));
            }
        }
        cases.add(
                DeviceBuffers.of(number++, Collective.ALL_GATHER, DataType.BYTES, bytes, Placement.OUT_OF_PLACE, true));
        return cases;
    }

    private void eager(String form, SuiteCase of) {
        DeviceBuffers b = buffers.getFirst();
        b.fill(of);
        queue(of, b);
        cuda.synchronize(stream);
        session.check();
        judge(form + ", eager", of, b);
    }

    private void graphs(String form, long bytes) {
        List<SuiteCase> calls = new ArrayList<>();
        Placement[] placements = Placement.values();
        for (int i = 0; i < GRAPH_CALLS; i++) {
            calls.add(DeviceBuffers.of(
                    number++,
                    i % 2 == 0 ? Collective.ALL_GATHER : Collective.ALL_REDUCE,
                    i % 2 == 0 ? DataType.BYTES : i == 1 ? DataType.BF16 : DataType.F32,
                    bytes,
                    placements[i % placements.length],
                    i == 4));
        }
        long graph = collectives.capture(stream, () -> {
            for (int i = 0; i < calls.size(); i++) {
                queue(calls.get(i), buffers.get(i + 1));
            }
        });
        for (int replay = 0; replay < REPLAYS; replay++) {
            List<SuiteCase> fresh = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                fresh.add(renumbered(calls.get(i)));
                buffers.get(i + 1).fill(fresh.get(i));
            }
            cuda.launchGraph(graph, stream);
            if (replay % 3 == 1) {
                SuiteCase between = renumbered(calls.get(replay % calls.size()));
                buffers.getFirst().fill(between);
                queue(between, buffers.getFirst());
                cuda.synchronize(stream);
                session.check();
                judge(form + ", eager between replays", between, buffers.getFirst());
            }
            cuda.synchronize(stream);
            session.check();
            for (int i = 0; i < fresh.size(); i++) {
                judge(form + ", replay " + replay, fresh.get(i), buffers.get(i + 1));
            }
        }
        cuda.destroyGraph(graph);
    }

    private SuiteCase renumbered(SuiteCase of) {
        return DeviceBuffers.of(number++, of.collective(), of.type(), of.bytes(), of.placement(), of.variable());
    }

    private void queue(SuiteCase of, DeviceBuffers b) {
        int bytes = Math.toIntExact(of.bytes());
        switch (of.collective()) {
            case ALL_GATHER -> {
                if (of.variable()) {
                    int[] lengths = new int[world];
                    for (int r = 0; r < world; r++) {
                        lengths[r] = Math.toIntExact(of.blockBytes(r, world));
                    }
                    collectives.allGatherVariable(stream, b.input(of), b.output(of), lengths);
                } else {
                    collectives.allGather(stream, b.input(of), b.output(of), bytes);
                }
            }
            case ALL_REDUCE -> collectives.allReduce(stream, b.input(of), b.output(of), bytes, of.type());
            case PAIR_EXCHANGE -> collectives.pairExchange(stream, b.input(of), b.output(of), bytes, 1 - rank);
            case REDUCE_SCATTER, BROADCAST, BARRIER ->
                throw new IllegalStateException("no case of this suite: " + of.label());
        }
    }

    private void judge(String how, SuiteCase of, DeviceBuffers b) {
        String wrong = b.difference(of);
        if (wrong.isEmpty()) {
            passed++;
        } else {
            failed++;
            failures.accept("FAILED rank " + rank + " " + of.label() + " (" + how + "): " + wrong);
        }
    }

    public int passed() {
        return passed;
    }

    public int failed() {
        return failed;
    }

    @Override
    public void close() {
        buffers.forEach(DeviceBuffers::close);
    }
}
