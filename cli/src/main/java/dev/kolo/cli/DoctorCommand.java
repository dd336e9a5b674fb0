package dev.kolo.cli;

import dev.kolo.config.FabricPolicy;
import dev.kolo.config.KoloConfig;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonWriter;
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
        FabricPolicy policy = cluster.map(KoloConfig::fabric).orElse(FabricPolicy.AUTO);
        Expectation said = Expectation.AUTO.withShape(wanted).withPolicy(policy.planes(), policy.mtu());
        Diagnosis diagnosis =
                Doctor.examine(observed.inventory(), planned.map(said::withPlan).orElse(said), result.logs());
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
