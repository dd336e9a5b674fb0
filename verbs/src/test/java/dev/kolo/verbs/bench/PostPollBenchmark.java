package dev.kolo.verbs.bench;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What one post (payload and flag, chained) and the poll that finds it cost in Java, beside the same calls from C, against the
 * same provider in C without a device. Its {@code main} takes JMH's own options and adds the ratios to JMH's table; run it
 * on a machine that does nothing else. It judges nothing.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PostPollBenchmark.EXCHANGES)
@Fork(
        value = 3,
        jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@State(Scope.Thread)
public class PostPollBenchmark {
    /** Of one invocation: both languages loop on their own side of the border. */
    static final int EXCHANGES = 10_000;

    /** What is compared with what. */
    private static final Map<String, String> TWINS = new TreeMap<>(Map.of(
            "nicDirect", "nicInC",
            "nicPlain", "nicInC",
            "callsDirect", "callsInC",
            "callsPlain", "callsInC"));

    private final Arena arena = Arena.ofShared();
    private final StubProvider provider;
    private final long memory = arena.allocate(1 << 16, 4096).address();
    private final MethodHandle nicTwin;
    private final MethodHandle callsTwin;
    private final StubbedNic direct;
    private final StubbedNic plain;
    private final StubbedCalls directCalls;
    private final StubbedCalls plainCalls;

    /** Everything is there for every benchmark; JMH forks for each, so that only one of them has been compiled. */
    public PostPollBenchmark() {
        try {
            provider = StubProvider.build();
            nicTwin = provider.twin("bench_nic");
            callsTwin = provider.twin("bench_calls");
            direct = new StubbedNic(provider, true);
            plain = new StubbedNic(provider, false);
            directCalls = new StubbedCalls(provider, arena, true);
            plainCalls = new StubbedCalls(provider, arena, false);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Gives the memory back. */
    @TearDown(Level.Trial)
    public void end() {
        arena.close();
    }

    @Benchmark
    public long nicInC() throws Throwable {
        return checked((long) nicTwin.invokeExact((long) EXCHANGES, memory));
    }

    @Benchmark
    public long nicDirect() {
        return direct.run(EXCHANGES);
    }

    @Benchmark
    public long nicPlain() {
        return plain.run(EXCHANGES);
    }

    @Benchmark
    public long callsInC() throws Throwable {
        return checked((long) callsTwin.invokeExact((long) EXCHANGES, memory));
    }

    @Benchmark
    public long callsDirect() {
        return directCalls.run(EXCHANGES);
    }

    @Benchmark
    public long callsPlain() {
        return plainCalls.run(EXCHANGES);
    }

    private static long checked(long nanos) {
        if (nanos < 0) {
            throw new IllegalStateException("the twin in C lost a completion");
        }
        return nanos;
    }

    /** Runs all that JMH's options choose and prints how many times its twin in C each takes. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(PostPollBenchmark.class.getName())
                        .build())
                .run();
        Map<String, RunResult> byName = new TreeMap<>();
        results.forEach(result -> byName.put(result.getParams().getBenchmark().replaceFirst(".*\\.", ""), result));
        TWINS.forEach((java, c) -> {
            RunResult ours = byName.get(java);
            RunResult theirs = byName.get(c);
            if (ours != null && theirs != null) {
                report(java, iterations(ours), iterations(theirs));
            }
        });
    }

    /** The ratio of the medians of all iterations, and between which the ratios of single iterations lie. */
    private static void report(String name, List<Double> ours, List<Double> theirs) {
        System.out.printf(
                Locale.ROOT,
                "%-12s %6.1f ns, %5.2f times C's %.1f ns (iterations from %.2f to %.2f)%n",
                name,
                median(ours),
                median(ours) / median(theirs),
                median(theirs),
                ours.getFirst() / theirs.getLast(),
                ours.getLast() / theirs.getFirst());
    }

    private static double median(List<Double> sorted) {
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private static List<Double> iterations(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .flatMap(one -> Stream.of(one.getPrimaryResult().getScore()))
                .sorted()
                .toList();
    }
}
