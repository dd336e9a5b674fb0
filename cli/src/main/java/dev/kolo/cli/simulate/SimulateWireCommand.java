package dev.kolo.cli.simulate;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.sim.fabric.Cabling;
import dev.kolo.sim.fault.Fault;
import dev.kolo.sim.fault.FaultKind;
import dev.kolo.sim.run.Options;
import dev.kolo.sim.run.Run;
import dev.kolo.sim.run.Scenario;
import dev.kolo.sim.run.Verdict;
import dev.kolo.sim.run.Wishes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kolo simulate wire}: the wire over a simulated fabric, one seed a run. */
@Command(
        name = "wire",
        description = {
            "Runs the wire's own code over a simulated fabric: each seed draws a world, calls and faults; everything heals"
                    + " that can; then progress is demanded.",
            "The same seed gives the same hash on every machine."
        },
        footer = {
            "",
            "Exit 1 when a rule does not hold. Examples:",
            "  kolo simulate wire --seed 1 --runs 1000     a thousand seeds, and what they exercised",
            "  kolo simulate wire --seed 7 --trace         one seed, line by line",
            "  kolo simulate wire --runs 500 --world 4 --shape relayed --faults loss,flap"
        })
final class SimulateWireCommand implements Callable<Integer> {
    private static final int LEAST_RANKS = 2;
    private static final int MOST_RANKS = 16;
    private static final int DEFAULT_LINES = 400;

    private final Console console;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--runs", paramLabel = "M", description = "How many seeds, one after the other. Default: 1.")
    private int runs = 1;

    @Option(names = "--world", paramLabel = "W", description = "Number of ranks, 2 to 16. Default: drawn from 2 to 8.")
    private Optional<Integer> world = Optional.empty();

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description = "How hosts are cabled: every-pair, ring or relayed. Default: drawn.")
    private Optional<String> shape = Optional.empty();

    @Option(
            names = "--faults",
            paramLabel = "KIND,…",
            split = ",",
            description = "Which kinds may be drawn, or none. Default: all. The kinds: loss, corruption, flap, hold,"
                    + " stall, stale-word, pause, cut, death, power-loss, freeze, stopped-caller, other-call, restart,"
                    + " late-word, client-pause, client-death.")
    private List<String> faults = List.of();

    @Option(
            names = "--keep",
            paramLabel = "I,…",
            split = ",",
            description = "Of the faults of the seed keep these alone, numbered from 1 as drawn; for replays.")
    private List<Integer> keep = List.of();

    @Option(
            names = "--trace",
            arity = "0..1",
            fallbackValue = "" + DEFAULT_LINES,
            paramLabel = "LINES",
            description = "Print the end of the trace, so many lines. Default: " + DEFAULT_LINES + ".")
    private Optional<Integer> trace = Optional.empty();

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Seeds at a time. It changes nothing but the time it takes. Default: one a processor.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    SimulateWireCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (runs < 1 || jobs < 1) {
            throw KoloException.badInput("--runs " + runs + " --jobs " + jobs + ": give 1 or more.");
        }
        if (runs > 1 && (trace.isPresent() || !keep.isEmpty())) {
            throw KoloException.badInput("--trace and --keep are for one seed: leave out --runs.");
        }
        Wishes wishes = wishes();
        return runs == 1 ? one(wishes) : many(wishes);
    }

    private int one(Wishes wishes) {
        Scenario scenario = Scenario.of(seed, wishes);
        scenario = scenario.withFaults(kept(scenario.faults()));
        Verdict verdict = Run.of(scenario, Options.PLAIN.tracing(trace.orElse(0)));
        VerdictText text = new VerdictText(console.out(), command(), Options.PLAIN);
        if (trace.isPresent()) {
            text.trace(verdict);
        }
        text.one(verdict);
        if (!verdict.isGood()) {
            text.failure(verdict, scenario.faults());
        }
        console.out().flush();
        return verdict.isGood() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private int many(Wishes wishes) {
        long startNanos = System.nanoTime();
        console.tell("Running " + runs + " seeds from " + seed + ", " + jobs + " at a time.");
        VerdictText text = new VerdictText(console.out(), command(), Options.PLAIN);
        try (SeedRuns all = new SeedRuns(jobs, wishes, console::tell)) {
            SeedRuns.Sum sum = all.run(seed, runs);
            sum.failed().forEach(v -> text.failure(v, v.scenario().faults()));
            text.summary(seed, sum);
            console.tell("It took " + (System.nanoTime() - startNanos) / 1_000_000_000L + " s" + rate(sum) + ".");
            console.out().flush();
            return sum.violated() == 0 ? ExitCode.FINE : ExitCode.FINDINGS;
        }
    }

    /** By processor time, so that a busy machine does not change it much. */
    private static String rate(SeedRuns.Sum sum) {
        return sum.cpuNanos() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " and %.1f s of processor time: %,d events a second of one core",
                        sum.cpuNanos() / 1e9,
                        (long) (sum.events() / (sum.cpuNanos() / 1e9)));
    }

    private List<Fault> kept(List<Fault> drawn) {
        if (keep.isEmpty()) {
            return drawn;
        }
        List<Fault> left = new ArrayList<>();
        for (int index : keep) {
            if (index == 0 && keep.size() == 1) {
                return List.of();
            }
            if (index < 1 || index > drawn.size()) {
                throw KoloException.badInput(
                        "--keep " + index + ": seed " + seed + " draws faults 1 to " + drawn.size() + ".");
            }
            left.add(drawn.get(index - 1));
        }
        return left;
    }

    /** The command that replays a seed, up to the seed itself. */
    private String command() {
        return "kolo simulate wire"
                + world.map(w -> " --world " + w).orElse("")
                + shape.map(s -> " --shape " + s).orElse("")
                + (faults.isEmpty() ? "" : " --faults " + String.join(",", faults));
    }

    private Wishes wishes() {
        if (world.isPresent() && (world.get() < LEAST_RANKS || world.get() > MOST_RANKS)) {
            throw KoloException.badInput("--world " + world.get() + ": a session has 2 to 16 ranks.");
        }
        Optional<Cabling.Form> form = shape.map(word -> Cabling.Form.ofWord(word)
                .orElseThrow(() -> KoloException.badInput(
                        "there is no shape \"" + Text.quote(word) + "\": --shape takes every-pair, ring or relayed.")));
        return new Wishes(world, form, kinds());
    }

    private Set<FaultKind> kinds() {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (String word : faults) {
            if (word.equals("all")) {
                return EnumSet.allOf(FaultKind.class);
            }
            if (!word.equals("none")) {
                kinds.add(FaultKind.ofWord(word)
                        .orElseThrow(() -> KoloException.badInput("there is no kind of fault \"" + Text.quote(word)
                                + "\": --faults takes "
                                + Arrays.stream(FaultKind.values())
                                        .map(FaultKind::word)
                                        .collect(Collectors.joining(", "))
                                + ", all or none.")));
            }
        }
        return faults.isEmpty() ? EnumSet.allOf(FaultKind.class) : kinds;
    }
}
