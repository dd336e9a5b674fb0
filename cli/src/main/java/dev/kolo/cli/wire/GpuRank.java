package dev.kolo.cli.wire;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.gpu.kernel.Shape;
import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.gpu.layout.Form;
import dev.kolo.gpu.nccl.NcclCommunicator;
import dev.kolo.gpu.nccl.NcclLibrary;
import dev.kolo.gpu.session.DeviceCollectives;
import dev.kolo.gpu.session.DeviceFailure;
import dev.kolo.gpu.session.DeviceFallback;
import dev.kolo.gpu.session.DeviceOptions;
import dev.kolo.gpu.session.DeviceSession;
import dev.kolo.gpu.session.DeviceTerms;
import dev.kolo.gpu.session.DeviceWire;
import dev.kolo.gpu.suite.DeviceBench;
import dev.kolo.gpu.suite.DeviceFault;
import dev.kolo.gpu.suite.DeviceFaults;
import dev.kolo.gpu.suite.DeviceSuite;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.run.WireSession;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** One rank of the suite, a fault or the benchmark with a GPU: rank r has device r of this host. */
final class GpuRank {
    private static final long LIMIT_BYTES = 256 * 1024;
    private static final int UNIQUE_ID_BYTES = 128;
    private static final long SECOND = 1_000_000_000L;
    private static final DeviceTerms SERVING = new DeviceTerms(20 * SECOND, 2 * SECOND, DeviceWire.FIRST_STEP);

    /** Six steps before the numbers wrap. */
    private static final DeviceTerms NEAR_THE_END = new DeviceTerms(20 * SECOND, 2 * SECOND, -6);

    private static final DeviceTerms HASTY = new DeviceTerms(SECOND / 2, SECOND / 4, DeviceWire.FIRST_STEP);

    /** Long enough that only an abort can end a wait in time. */
    private static final DeviceTerms PATIENT = new DeviceTerms(60 * SECOND, 0, DeviceWire.FIRST_STEP);

    private final WireSession session;
    private final TransportOffer nic;
    private final Communicator host;
    private final Map<String, String> flags;
    private final PrintStream out;
    private final CudaDriver cuda;
    private final int rank;
    private final long stream;
    private final Optional<NcclCommunicator> nccl;
    private int passed;
    private int failed;

    GpuRank(WireSession session, TransportOffer nic, Map<String, String> flags, PrintStream out) {
        this.nic = nic;
        this.session = session;
        this.flags = flags;
        this.out = out;
        host = session.communicator().orElseThrow();
        rank = host.rank();
        cuda = CudaDriver.load();
        cuda.useDevice(rank);
        stream = cuda.createStream();
        nccl = flag("gpu-fallback", "refuse").equals("nccl") ? Optional.of(joinNccl()) : Optional.empty();
        out.println("device " + rank + ": " + cuda.deviceName(rank) + ", compute capability "
                + cuda.computeCapability(rank) / 10 + "." + cuda.computeCapability(rank) % 10
                + nccl.map(n -> ", " + n.name() + " from " + NcclLibrary.mapped())
                        .orElse(""));
    }

    private String flag(String key, String otherwise) {
        return flags.getOrDefault(key, otherwise);
    }

    private NcclCommunicator joinNccl() {
        NcclLibrary library =
                NcclLibrary.load(Objects.requireNonNullElse(System.getenv("KOLO_NCCL"), NcclLibrary.LIBRARY));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment id = arena.allocate(UNIQUE_ID_BYTES, 64);
            if (rank == 0) {
                MemorySegment.copy(library.uniqueId(), 0, id, ValueLayout.JAVA_BYTE, 0, UNIQUE_ID_BYTES);
            }
            host.broadcast(id, UNIQUE_ID_BYTES, 0);
            return library.join(id.toArray(ValueLayout.JAVA_BYTE), rank, host.world());
        }
    }

    private List<DevicePath> paths() {
        return Arrays.stream(flag("gpu-paths", "").split(",", -1))
                .filter(p -> !p.isEmpty())
                .map(DevicePath::of)
                .toList();
    }

    private DeviceSession open(DevicePath path, DeviceTerms terms, boolean spoil) {
        return DeviceSession.open(
                cuda,
                rank,
                session.id(),
                host,
                new DeviceOptions(
                        path,
                        LIMIT_BYTES,
                        terms,
                        Integer.parseInt(flag("gpu-proxy-threads", "4")),
                        Optional.of(nic),
                        spoil),
                out::println);
    }

    private Optional<DeviceFallback> fallback() {
        return nccl.map(n -> n);
    }

    // Suite

    int suite(boolean brief) {
        for (DevicePath path : paths()) {
            List<Optional<Form>> forms = new ArrayList<>(List.of(Optional.empty()));
            List.of(Form.values()).forEach(f -> forms.add(Optional.of(f)));
            suite(path, SERVING, forms, brief);
        }
        if (!paths().isEmpty()) {
            suite(paths().getFirst(), NEAR_THE_END, List.of(Optional.empty(), Optional.of(Form.LL8)), true);
        }
        if (nccl.isPresent()) {
            spoiledTrial();
        }
        List<String> libraries = nccl.isPresent() ? NcclLibrary.mapped() : List.of();
        if (libraries.size() > 1) {
            failed++;
            out.println("FAILED rank " + rank + ": more than one NCCL is mapped: " + libraries);
        }
        out.println("SUMMARY rank " + rank + ": " + passed + " passed, " + failed + " failed");
        nccl.ifPresent(NcclCommunicator::close);
        return failed == 0 ? 0 : 1;
    }

    private void suite(DevicePath path, DeviceTerms terms, List<Optional<Form>> forms, boolean brief) {
        try (DeviceSession device = open(path, terms, false)) {
            Optional<String> difference = device.trial(stream, fallback());
            if (difference.isPresent()) {
                failed++;
                out.println("FAILED rank " + rank + ": " + difference.get());
                return;
            }
            out.println("kolo gpu: gathers and sums up to " + LIMIT_BYTES / 1024 + " KiB a rank on the wire ("
                    + path.word() + "), its trial equal to "
                    + fallback().map(DeviceFallback::name).orElse("plain arithmetic"));
            for (Optional<Form> form : forms) {
                if (form.isPresent() && !path.carries(form.get())) {
                    continue;
                }
                run(device, path, form, brief || form.isPresent(), terms);
            }
        }
    }

    private void run(DeviceSession device, DevicePath path, Optional<Form> form, boolean brief, DeviceTerms terms) {
        DeviceCollectives collectives = new DeviceCollectives(cuda, device, fallback(), true);
        form.ifPresent(f -> collectives.force(f, 0));
        String name = path.word() + "/" + form.map(Form::word).orElse("chosen")
                + (terms.equals(NEAR_THE_END) ? "/wrapping" : "");
        try (DeviceSuite suite =
                new DeviceSuite(cuda, device, collectives, rank, host.world(), stream, brief, out::println)) {
            suite.run(name, nccl.isPresent() && form.isEmpty());
            passed += suite.passed();
            failed += suite.failed();
            out.println(RankLine.phase(name, suite.passed() + suite.failed()));
        }
    }

    /** One rank's trial differs, and all ranks go to NCCL; there the same cases pass. */
    private void spoiledTrial() {
        try (DeviceSession device = open(DevicePath.PEER_HOST, SERVING, rank == 1)) {
            Optional<String> difference = device.trial(stream, fallback());
            if (difference.isEmpty() || !difference.get().contains("rank 1")) {
                failed++;
                out.println("FAILED rank " + rank + ": a spoiled trial of rank 1 was not seen: " + difference);
                return;
            }
            passed++;
            out.println("kolo gpu: NOT on the wire: every rank is on "
                    + nccl.orElseThrow().name() + ", because " + difference.get());
            DeviceCollectives collectives = new DeviceCollectives(cuda, device, fallback(), false);
            try (DeviceSuite suite =
                    new DeviceSuite(cuda, device, collectives, rank, host.world(), stream, true, out::println)) {
                suite.run("on the fallback", false);
                passed += suite.passed();
                failed += suite.failed();
                out.println(RankLine.phase("spoiled-trial/nccl", suite.passed() + suite.failed()));
            }
        }
    }

    // Faults

    int fault(DeviceFault fault) {
        DevicePath path = paths().getFirst();
        boolean patient = fault == DeviceFault.KILLED_PEER;
        try (DeviceSession device = open(path, patient ? PATIENT : HASTY, false)) {
            String wrong = new DeviceFaults(
                            cuda,
                            device,
                            new DeviceCollectives(cuda, device, Optional.empty(), true),
                            host,
                            stream,
                            l -> out.println("rank " + rank + ", " + fault.word() + " over " + path.word() + ": " + l))
                    .play(fault, HASTY.timeoutNanos());
            if (!wrong.isEmpty()) {
                out.println("FAILED rank " + rank + " " + fault.word() + " over " + path.word() + ": " + wrong);
                return 1;
            }
            return 0;
        }
    }

    // Benchmark

    int bench(String sizes, boolean sweep) {
        List<Integer> bytes =
                Arrays.stream(sizes.split(",", -1)).map(Integer::valueOf).toList();
        int most = new TreeSet<>(bytes).last();
        try (DeviceBench bench = new DeviceBench(cuda, host, stream, 60, most)) {
            for (DevicePath path : paths()) {
                try (DeviceSession device = open(path, SERVING, false)) {
                    report("nothing", 0, path.word(), bench.nothing(device));
                    for (int b : bytes) {
                        for (Shape shape :
                                sweep ? shapes(path, b) : List.of(device.wire().shape(b))) {
                            measure(bench, device, path, shape, b);
                        }
                    }
                } catch (CudaException | DeviceFailure e) {
                    out.println("not measured: " + path.word() + ": " + e.getMessage());
                }
            }
            for (int b : nccl.isPresent() ? bytes : List.<Integer>of()) {
                NcclCommunicator n = nccl.orElseThrow();
                String name = n.name().toLowerCase(Locale.ROOT).replace(' ', '-');
                report("all-gather", b, name, bench.fallback(n, Collective.ALL_GATHER, DataType.BYTES, b));
                if (b % 2 == 0) {
                    report("all-reduce-bf16", b, name, bench.fallback(n, Collective.ALL_REDUCE, DataType.BF16, b));
                }
            }
        }
        nccl.ifPresent(NcclCommunicator::close);
        return 0;
    }

    private void measure(DeviceBench bench, DeviceSession device, DevicePath path, Shape shape, int bytes) {
        DeviceCollectives collectives = new DeviceCollectives(cuda, device, Optional.empty(), true);
        collectives.force(shape.form(), shape.blocks());
        String how = path.word() + "/" + shape.form().word() + "/" + shape.blocks() + "x" + shape.threads();
        report("all-gather", bytes, how, bench.wire(device, collectives, Collective.ALL_GATHER, DataType.BYTES, bytes));
        if (bytes % 2 == 0) {
            report(
                    "all-reduce-bf16",
                    bytes,
                    how,
                    bench.wire(device, collectives, Collective.ALL_REDUCE, DataType.BF16, bytes));
        }
    }

    private static List<Shape> shapes(DevicePath path, int bytes) {
        List<Shape> shapes = new ArrayList<>();
        for (Form form : Form.values()) {
            if (!path.carries(form)) {
                continue;
            }
            for (int blocks : path.isProxied() ? new int[] {8, 16, 32} : new int[] {2, 4, 8, 16, 32}) {
                if (form.units(bytes) >= 8 * blocks || blocks == (path.isProxied() ? 8 : 2)) {
                    shapes.add(Shape.of(form, bytes, blocks));
                }
            }
        }
        return shapes;
    }

    private void report(String op, int bytes, String how, DeviceBench.Times times) {
        if (times.wrong() > 0) {
            throw new IllegalStateException(
                    op + " of " + bytes + " B over " + how + ": the bytes of " + times.wrong() + " calls were wrong");
        }
        out.println(RankLine.result(new BenchResult(
                op,
                bytes,
                how,
                (long) times.nanos().length * DeviceBench.WINDOW,
                (long) times.quantile(0.5),
                (long) times.quantile(0.99),
                (long) times.quantile(0.999),
                (long) times.quantile(1),
                0)));
    }
}
