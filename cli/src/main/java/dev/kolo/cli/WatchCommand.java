package dev.kolo.cli;

import dev.kolo.cli.watch.Frame;
import dev.kolo.cli.watch.WatchJson;
import dev.kolo.cli.watch.WatchState;
import dev.kolo.cli.watch.WatchText;
import dev.kolo.config.FabricPolicy;
import dev.kolo.config.KoloConfig;
import dev.kolo.doctor.Expectation;
import dev.kolo.doctor.drift.SameHosts;
import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.plan.codec.PlanReader;
import dev.kolo.probe.source.Observed;
import dev.kolo.probe.source.ProbeScript;
import dev.kolo.probe.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo watch}: what really carries the bytes, by port and plane, and which counters of trouble grow. */
@Command(
        name = "watch",
        description = {
            "Shows what each port and plane carries, which counters of trouble grow, and how even the planes are.",
            "Hosts run the read-only probe script again and again. Nothing is changed, nothing is sent anywhere."
        },
        footer = {
            "",
            "Exit code: 0 nothing wrong was found, 1 errors or warnings, 2 bad input, 3 observations of different hosts.",
            "",
            "Examples:",
            "  kolo watch                                 this host, or the hosts of kolo.yaml, until Ctrl-C",
            "  kolo watch spark1 spark2 --interval 10     two hosts over ssh, every ten seconds",
            "  kolo watch spark1 --count 3 --json         three intervals, a line of JSON each",
            "  kolo watch --before a/ --after b/          the difference of two outputs of the probe, or of pasted counters",
            "  kolo watch --plan plan.json                with the share that the plan gives to each device"
        })
final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Time between two readings. Default: ${DEFAULT-VALUE}.",
            defaultValue = "5")
    private double intervalSeconds;

    @Option(names = "--count", paramLabel = "N", description = "End after N intervals. Default: go on until Ctrl-C.")
    private Optional<Integer> count = Optional.empty();

    @Option(names = "--json", description = "Print one line of JSON (kolo.watch/1) for each interval.")
    private boolean json;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "The plan (plan.json), for the share that each device should carry.")
    private Optional<String> planFile = Optional.empty();

    @Option(
            names = "--before",
            paramLabel = "PATH",
            description = "Compare with this file or folder: an output of the probe, an inventory, pasted counters.")
    private Optional<String> before = Optional.empty();

    @Option(
            names = "--after",
            paramLabel = "PATH",
            description = "The later reading for --before. Default: the hosts, as they are now.")
    private Optional<String> after = Optional.empty();

    WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        checkOptions();
        Optional<KoloConfig> cluster = after.isPresent() ? Optional.empty() : options.config(console);
        FabricPolicy policy = cluster.map(KoloConfig::fabric).orElse(FabricPolicy.AUTO);
        WatchState state =
                new WatchState(planFile.map(this::plan), Expectation.AUTO.withPolicy(policy.planes(), policy.mtu()));
        if (before.isPresent()) {
            return compare(state, before.get(), cluster);
        }
        return watch(state, options.sources(console, cluster));
    }

    private void checkOptions() {
        if (options.readsFiles()) {
            throw KoloException.badInput("one reading shows no growth: give two, with --before PATH and --after PATH.");
        }
        if (after.isPresent() && before.isEmpty()) {
            throw KoloException.badInput("--after needs an earlier reading: name it with --before PATH.");
        }
        if (before.isPresent() && before.equals(after)) {
            throw KoloException.badInput("--before and --after name the same file, so that nothing can have grown.");
        }
        if (!(intervalSeconds >= 0.1 && intervalSeconds <= 86_400)) {
            throw KoloException.badInput("--interval takes 0.1 to 86400 seconds, not " + intervalSeconds + ".");
        }
        if (count.filter(n -> n < 1).isPresent()) {
            throw KoloException.badInput("--count takes a positive number of intervals, not " + count.get() + ".");
        }
    }

    private Plan plan(String file) {
        try {
            return switch (PlanReader.read(Files.readString(console.path(file), StandardCharsets.UTF_8))) {
                case Decoded.Whole<Plan>(Plan plan) -> plan;
                case Decoded.Cut<Plan>(Plan plan, int line, String message) ->
                    throw KoloException.badInput("the plan \"" + Text.quote(file) + "\" breaks off at line " + line
                            + ": " + Text.quote(message) + ".");
                case Decoded.Refused<Plan>(int line, String message) ->
                    throw KoloException.badInput("\"" + Text.quote(file) + "\" is no plan that can be used, line "
                            + line + ": " + Text.quote(message) + ".");
            };
        } catch (IOException e) {
            throw KoloException.badInput("the plan \"" + Text.quote(file) + "\" cannot be read: "
                    + Text.quote(String.valueOf(e.getMessage())) + ".");
        }
    }

    /** The difference of two readings, once. */
    private int compare(WatchState state, String beforePath, Optional<KoloConfig> cluster) {
        Consumer<String> progress = line -> console.tell(Text.quote(line));
        Observed earlier = options.observe(
                console,
                List.of(SourceOptions.fileOf(console, "--before", beforePath)),
                ProbeScript.countersText(),
                progress);
        List<Source> now = after.isPresent()
                ? List.of(SourceOptions.fileOf(console, "--after", after.get()))
                : options.sources(console, cluster);
        Observed later = options.observe(console, now, ProbeScript.countersText(), progress);
        Inventory aligned = aligned(earlier, later);
        state.take(aligned);
        Frame frame = state.take(later.inventory()).orElseThrow();
        for (HostGrowth host : frame.growth().hosts().values()) {
            if (host.interval().backwards()) {
                throw KoloException.badInput("on " + Text.quote(host.host().isEmpty() ? "this host" : host.host())
                        + " the reading of --after is older than that of --before: exchange the two.");
            }
        }
        if (frame.growth().functions().stream()
                        .allMatch(f -> f.traffic().isEmpty() && f.troubles().isEmpty())
                && frame.growth().hosts().values().stream()
                        .allMatch(h -> h.sets().isEmpty())) {
            throw KoloException.badInput("the two readings have no counter in common, so there is nothing to compare.");
        }
        print(frame, 0);
        return exitCode(frame);
    }

    private Inventory aligned(Observed earlier, Observed later) {
        return switch (SameHosts.align(earlier.inventory(), later.inventory())) {
            case SameHosts.Match.Refused refused -> throw KoloException.refused(Text.quote(refused.reason()));
            case SameHosts.Match.Aligned match -> {
                match.open().forEach(o -> console.tell("Not compared: " + Text.quote(o.check()) + "."));
                yield match.earlier();
            }
        };
    }

    private int watch(WatchState state, List<Source> sources) {
        Consumer<String> quiet = line -> {};
        boolean wrong = false;
        int drawn = 0;
        for (int reading = 0; count.isEmpty() || reading <= count.get(); reading++) {
            long started = System.nanoTime();
            Observed observed = options.observe(
                    console,
                    sources,
                    ProbeScript.countersText(),
                    reading == 0 ? line -> console.tell(Text.quote(line)) : quiet);
            Optional<Frame> frame = state.take(observed.inventory());
            if (reading == 0) {
                begin(observed);
            } else if (frame.isPresent()) {
                drawn = print(frame.get(), drawn);
                wrong = exitCode(frame.get()) != ExitCode.FINE;
                if (console.out().checkError()) {
                    // Whoever read this has closed the pipe.
                    return ExitCode.FINE;
                }
            }
            if (count.isEmpty() || reading < count.get()) {
                pause(started);
            }
        }
        return wrong ? ExitCode.FINDINGS : ExitCode.FINE;
    }

    private void begin(Observed observed) {
        if (observed.inventory().hosts().isEmpty()) {
            List<String> reasons = observed.inventory().unreachable().stream()
                    .map(h -> h.host() + ": " + h.reason())
                    .toList();
            throw KoloException.failure("no host answered, so there is nothing to watch.\n      "
                    + String.join("\n      ", reasons.stream().map(Text::quote).toList()));
        }
        console.tell("The first figures come after " + intervalSeconds + " s"
                + (count.isEmpty() ? "; end with Ctrl-C." : "."));
    }

    private void pause(long startedNanos) {
        long left = (long) (intervalSeconds * 1e9) - (System.nanoTime() - startedNanos);
        try {
            Thread.sleep(Math.max(1, left / 1_000_000));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted while watching.");
        }
    }

    /** Prints a frame, over the last one where the terminal can do that; returns how many lines it took. */
    private int print(Frame frame, int drawnBefore) {
        if (json) {
            console.out().println(WatchJson.line(frame));
            console.out().flush();
            return 0;
        }
        Screen screen = DoctorCommand.screenOf(console);
        List<String> lines = new WatchText(screen).lines(frame);
        int rows = rows(lines);
        boolean redraws =
                screen.colour() && before.isEmpty() && rows < console.style().rows();
        StringBuilder text = new StringBuilder();
        if (redraws && drawnBefore > 0) {
            // Up some lines, then clear what is below (ECMA-48, CUU and ED).
            text.append("\u001b[").append(drawnBefore).append("A\u001b[J");
        } else if (frame.number() > 1) {
            text.append('\n');
        }
        lines.forEach(line -> text.append(line).append('\n'));
        console.out().print(text);
        console.out().flush();
        return redraws ? rows : 0;
    }

    /** How many rows of the terminal the lines take: one that is too wide takes several. */
    private int rows(List<String> lines) {
        int rows = 0;
        for (String line : lines) {
            int width = Text.columns(line.replaceAll("\u001b\\[[0-9;]*m", ""));
            rows += Math.max(
                    1, (width + console.style().columns() - 1) / console.style().columns());
        }
        return rows;
    }

    private static int exitCode(Frame frame) {
        return frame.judged().isHealthy() ? ExitCode.FINE : ExitCode.FINDINGS;
    }
}
