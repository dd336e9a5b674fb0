package dev.kolo.verbs.bench;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.verbs.call.OperationsTable;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.verbs.fake.FakeVerbs;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.verbs.nic.VerbsNic;
import dev.kolo.verbs.nic.VerbsPort;
import dev.kolo.verbs.nic.VerbsSettings;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicBed;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * What one post (payload and flag, chained) and the poll that finds it cost in Java, beside the same calls from C, against the
 * same provider in C without a device. A program to be run by hand on a machine that does nothing else; it judges nothing.
 */
public final class PostPollBenchmark {
    /** A turn is shorter than a time slice, so that most turns are not interrupted. */
    private static final int ROUNDS = 50_000;

    private static final int WARM_UP = 200;
    private static final int TURNS = 400;

    private PostPollBenchmark() {}

    /** Builds the provider with gcc, warms up, and prints medians of repeated runs in turns. */
    @SuppressWarnings("restricted") // it is about native calls
    public static void main(String[] arguments) throws Throwable {
        SymbolLookup provider = build(Files.createTempDirectory("kolo-post-poll"));
        MethodHandle calls = twin(provider, "bench_calls");
        MethodHandle nic = twin(provider, "bench_nic");
        try (Arena arena = Arena.ofShared()) {
            long memory = arena.allocate(1 << 16, 4096).address();
            Exchange exchange = new Exchange(provider, false);
            Exchange straight = new Exchange(provider, true);
            RawCalls plain = new RawCalls(provider, arena, false);
            RawCalls direct = new RawCalls(provider, arena, true);
            List<long[]> nanos = new ArrayList<>();
            for (int turn = -WARM_UP; turn < TURNS; turn++) {
                long inC = (long) nic.invokeExact((long) ROUNDS, memory);
                long callsInC = (long) calls.invokeExact((long) ROUNDS, memory);
                long[] each = {inC, straight.run(), exchange.run(), callsInC, direct.run(), plain.run()};
                if (turn >= 0) {
                    nanos.add(each);
                }
            }
            report(nanos, "C: post and poll of a NIC", 0, 0);
            report(nanos, "Java: the same, calls direct", 1, 0);
            report(nanos, "Java: the same, plain calls", 2, 0);
            report(nanos, "C: the two calls alone", 3, 3);
            report(nanos, "Java: the two calls, direct", 4, 3);
            report(nanos, "Java: the two calls, plain", 5, 3);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle twin(SymbolLookup provider, String name) {
        return Linker.nativeLinker()
                .downcallHandle(
                        provider.find(name).orElseThrow(),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    }

    /** The median time, and the median of the turns' ratios with the order statistics that hold it with 95 %. */
    private static void report(List<long[]> nanos, String name, int which, int to) {
        double[] times = nanos.stream().mapToDouble(n -> n[which]).sorted().toArray();
        double[] ratios = nanos.stream()
                .mapToDouble(n -> n[which] / (double) n[to])
                .sorted()
                .toArray();
        int middle = TURNS / 2;
        int wing = (int) Math.ceil(0.98 * Math.sqrt(TURNS));
        System.out.printf(
                Locale.ROOT,
                "%-32s %6.1f ns an exchange, %5.2f times C (%.2f to %.2f)%n",
                name,
                times[middle] / ROUNDS,
                ratios[middle],
                ratios[middle - wing],
                ratios[middle + wing]);
    }

    @SuppressWarnings("restricted")
    private static SymbolLookup build(Path folder) throws Exception {
        Path source = folder.resolve("provider.c");
        try (InputStream in = Objects.requireNonNull(PostPollBenchmark.class.getResourceAsStream("provider.c"))) {
            Files.write(source, in.readAllBytes());
        }
        Path built = folder.resolve("provider.so");
        Process gcc = new ProcessBuilder("gcc", "-O2", "-shared", "-fPIC", "-o", built.toString(), source.toString())
                .inheritIO()
                .start();
        if (!gcc.waitFor(60, TimeUnit.SECONDS) || gcc.exitValue() != 0) {
            throw new IllegalStateException("gcc did not build the provider");
        }
        BiFunction<Path, Arena, SymbolLookup> opener = SymbolLookup::libraryLookup;
        return opener.apply(built, Arena.global());
    }

    /** The whole way: {@link VerbsNic#post} and {@link VerbsNic#poll}. */
    private static final class Exchange implements NicListener {
        private final VerbsNic nic;
        private long completed;

        Exchange(SymbolLookup provider, boolean direct) throws Exception {
            FakeFabric fabric = new FakeFabric();
            List<VerbsNic> nics = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                FakeVerbs verbs = new FakeVerbs(fabric, rank, List.of("rocep1s0f0"));
                if (rank == 0) {
                    verbs.operations(
                            provider.find("stub_post_send").orElseThrow(),
                            provider.find("stub_poll_cq").orElseThrow());
                }
                Gid gid = Gid.of(Ipv4Address.of(10, 10, 0, 10 + rank));
                VerbsPort port =
                        new VerbsPort("rocep1s0f0", 1, 3, gid, 4096, 1 << 30, 8192, 32_767, false, direct && rank == 0);
                nics.add(new VerbsNic(
                        new VerbsSettings(rank, 2, 1, List.of(port), LaneTuning.USUAL),
                        new Devices(verbs, Path.of("/")),
                        new RecentNumbers()));
            }
            nic = nics.getFirst();
            new NicBed(nics, 1, () -> {});
            if (LaneRequest.of(0, 1, 0, 1).lane() != 1) {
                throw new IllegalStateException("the lane to rank 1 has another number");
            }
        }

        long run() {
            completed = 0;
            long start = System.nanoTime();
            for (int i = 0; i < ROUNDS; i++) {
                nic.post(1, i, 4096L * (i & 1), 8192, 16_384, 0, 0, Nic.SIGNALED | Nic.INLINE_FLAG);
                nic.poll(this);
            }
            long took = System.nanoTime() - start;
            if (completed != ROUNDS) {
                throw new IllegalStateException(completed + " of " + ROUNDS + " completed");
            }
            return took;
        }

        @Override
        public void completed(int lane, long workId, CompletionStatus status, int detail) {
            completed++;
        }

        @Override
        public void happened(NicEvent event) {
            throw new IllegalStateException(event.toString());
        }
    }

    /** The two calls alone, over requests that are written once. */
    private static final class RawCalls {
        private final OperationsTable table;
        private final long memory;

        RawCalls(SymbolLookup provider, Arena arena, boolean direct) {
            MemorySegment context = arena.allocate(512, 8);
            context.set(
                    ValueLayout.JAVA_LONG,
                    208,
                    provider.find("stub_post_send").orElseThrow().address());
            context.set(
                    ValueLayout.JAVA_LONG,
                    96,
                    provider.find("stub_poll_cq").orElseThrow().address());
            MemorySegment wrs = arena.allocate(4096, 64);
            for (int i = 0; i < 2; i++) {
                long wr = 128L * i;
                wrs.set(ValueLayout.JAVA_LONG, wr + 8, i == 0 ? wrs.address() + 128 : 0);
                wrs.set(ValueLayout.JAVA_LONG, wr + 16, wrs.address() + 256 + 16L * i);
                wrs.set(ValueLayout.JAVA_INT, wr + 24, 1);
                wrs.set(ValueLayout.JAVA_INT, wr + 32, i == 0 ? 0 : 10);
                wrs.set(ValueLayout.JAVA_LONG, 256 + 16L * i, wrs.address() + 1024);
                wrs.set(ValueLayout.JAVA_INT, 256 + 16L * i + 8, 8);
            }
            memory = wrs.address();
            table = new OperationsTable(context.address(), direct);
        }

        long run() {
            long start = System.nanoTime();
            int seen = 0;
            for (int i = 0; i < ROUNDS; i++) {
                table.postSend(0, memory, memory + 512);
                seen += table.pollCq(0, 16, memory + 2048);
            }
            long took = System.nanoTime() - start;
            if (seen != ROUNDS) {
                throw new IllegalStateException(Arrays.toString(new int[] {seen, ROUNDS}));
            }
            return took;
        }
    }
}
