package dev.kolo.cli;

import dev.kolo.config.FabricPolicy;
import dev.kolo.config.KoloConfig;
import dev.kolo.doctor.Comparison;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.doctor.drift.SameHosts;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.counters.Interval;
import dev.kolo.fabric.counters.Moment;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.source.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo doctor}: judges hosts or files and says what is wrong, with the evidence and the fix. */
@Command(
        name = "doctor",
        description = {
            "Says what is wrong with a fabric, in plain words, with the evidence and the fix.",
            "Reads hosts or files like `kolo scan`. Nothing is changed, nothing is sent anywhere."
        },
        footer = {
            "",
            "Exit code: 0 nothing wrong was found, 1 errors or warnings, 2 nothing could be read.",
            "",
            "Examples:",
            "  kolo doctor spark1 spark2 spark3   three hosts over ssh",
            "  kolo doctor --from pasted/         whatever people sent",
            "  kolo doctor --from - --format markdown   an answer for the forum thread",
            "  kolo doctor --plan plan/ spark1 spark2   do the hosts have what the plan gives them",
            "  kolo doctor spark1 spark2 --since good.json   and what changed since `kolo scan --out good.json`",
            "  kolo explain CODE                  more about a finding"
        })
final class DoctorCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Option(
            names = "--shape",
            paramLabel = "pair|path|ring|switched|auto",
            description = "The shape that the cables should make. Default: what kolo.yaml says, otherwise auto.")
    private Optional<String> shape = Optional.empty();

    @Option(
            names = "--plan",
            paramLabel = "DIR|FILE",
            description =
                    "Judge by this plan, too: the routes, relays, markers and environment of each rank that it has.")
    private Optional<String> plan = Optional.empty();

    @Option(names = "--json", description = "Print the verdict as JSON (kolo.findings/1) and nothing else.")
    private boolean json;

    @Option(
            names = "--format",
            paramLabel = "text|markdown",
            description = "How to print it; markdown is made to be pasted into a thread. Default: text.")
    private String format = "text";

    @Option(
            names = "--since",
            paramLabel = "PATH",
            description =
                    "Also say what changed since an earlier observation: a file or folder of the probe's outputs, or an"
                            + " inventory of `kolo scan --out`.")
    private Optional<String> since = Optional.empty();

    DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        boolean markdown = isMarkdown(format);
        Optional<KoloConfig> cluster = options.config(console);
        Optional<Shape.Kind> wanted = shape.isPresent()
                ? kindOf(shape.get())
                : cluster.flatMap(c -> c.fabric().shape());
        Optional<Plan> planned = plan.map(name -> PlanSource.read(console, name));
        Observed observed = options.observe(console, options.sources(console, cluster));
        ReadResult result = observed.result();
        Optional<SameHosts.Match.Aligned> earlier = since.map(path -> earlier(path, observed));
        FabricPolicy policy = cluster.map(KoloConfig::fabric).orElse(FabricPolicy.AUTO);
        Expectation said = Expectation.AUTO.withShape(wanted).withPolicy(policy.planes(), policy.mtu());
        Diagnosis diagnosis = Doctor.examine(
                        Fabric.of(observed.inventory()),
                        planned.map(said::withPlan).orElse(said),
                        earlier.map(e -> new Comparison(e.earlier(), planned)),
                        result.logs())
                .withNotObserved(earlier.map(SameHosts.Match.Aligned::open).orElse(List.of()));
        ReadingReport report = new ReadingReport(result);
        if (json) {
            report.lines().forEach(line -> console.tell(Text.quote(line)));
            console.out().print(FindingsJson.write(verdict(diagnosis, result), JsonWriter.Layout.INDENTED));
        } else if (report.isEmpty()) {
            report.lines().forEach(line -> console.tell(Text.quote(line)));
        } else if (markdown) {
            console.out().print(new DoctorMarkdown(diagnosis, result).text());
        } else {
            new DoctorText(diagnosis, result, screenOf(console)).lines().forEach(console.out()::println);
        }
        if (report.isEmpty()) {
            throw KoloException.badInput("nothing of the input was understood, so there is nothing to judge.");
        }
        return diagnosis.isHealthy() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    /** The earlier observation, under the names of the later one. */
    private SameHosts.Match.Aligned earlier(String path, Observed later) {
        Observed earlier = options.observe(console, List.of(SourceOptions.fileOf(console, "--since", path)));
        return switch (SameHosts.align(earlier.inventory(), later.inventory())) {
            case SameHosts.Match.Aligned aligned -> {
                refuseOlder(aligned.earlier(), later.inventory());
                yield aligned;
            }
            case SameHosts.Match.Refused refused -> throw KoloException.refused(Text.quote(refused.reason()));
        };
    }

    private static void refuseOlder(Inventory earlier, Inventory later) {
        for (NodeFacts was : earlier.hosts()) {
            boolean backwards = later.host(was.host())
                    .filter(is ->
                            Interval.between(Moment.of(was), Moment.of(is)).backwards())
                    .isPresent();
            if (backwards) {
                throw KoloException.badInput("on " + Text.quote(was.displayName())
                        + " the observation of --since is the later one: exchange the two.");
            }
        }
    }

    /** The kind that a word means; empty for auto. */
    static Optional<Shape.Kind> kindOf(String word) {
        Optional<Shape.Kind> kind = Shape.Kind.ofWord(word).filter(k -> k != Shape.Kind.NONE);
        if (kind.isEmpty() && !word.equalsIgnoreCase("auto")) {
            throw KoloException.badInput(
                    "--shape takes pair, path, ring, switched or auto, not \"" + Text.quote(word) + "\".");
        }
        return kind;
    }

    static boolean isMarkdown(String format) {
        if (!format.equals("text") && !format.equals("markdown")) {
            throw KoloException.badInput("--format takes text or markdown, not \"" + Text.quote(format) + "\".");
        }
        return format.equals("markdown");
    }

    static Screen screenOf(Console console) {
        Console.Style style = console.style();
        return new Screen(style.columns(), style.colour(), style.unicode());
    }

    /** The diagnosis with what became of the input; what is wrong inside a file stands beside the files not understood. */
    private static Verdict verdict(Diagnosis diagnosis, ReadResult result) {
        List<Verdict.NotUnderstood> lost = new ArrayList<>(result.notUnderstood());
        for (ReadResult.Problem problem : result.problems()) {
            String where = problem.line() > 0 ? "line " + problem.line() + ": " : "";
            lost.add(new Verdict.NotUnderstood(problem.file(), where + problem.text()));
        }
        return Verdict.of(diagnosis.chains(), diagnosis.notObserved(), result.understood(), lost);
    }
}
