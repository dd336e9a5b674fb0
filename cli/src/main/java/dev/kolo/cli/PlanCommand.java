package dev.kolo.cli;

import dev.kolo.cli.plan.DiffText;
import dev.kolo.cli.plan.PlanFolder;
import dev.kolo.cli.plan.PlanFolder.PlanFile;
import dev.kolo.cli.plan.PlanReports;
import dev.kolo.cli.plan.PlanText;
import dev.kolo.cli.plan.TraceText;
import dev.kolo.config.FabricPolicy;
import dev.kolo.config.KoloConfig;
import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import dev.kolo.page.verdict.FindingText;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanOutcome;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Planner;
import dev.kolo.plan.artefact.Artefact;
import dev.kolo.plan.artefact.Artefacts;
import dev.kolo.plan.artefact.RenderOptions;
import dev.kolo.plan.diff.PlanDiff;
import dev.kolo.plan.page.PlanSketch;
import dev.kolo.plan.wish.Wish;
import dev.kolo.probe.source.Observed;
import dev.kolo.probe.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo plan}: turns hosts, files or a wish into a proven plan, shows it and writes it down. Changes no host. */
@Command(
        name = "plan",
        description = {
            "Plans addresses, relays, the wire and the engine's environment, proves the plan and writes it down.",
            "Reads hosts or files like `kolo scan`, or plans a wish: --shape and --hosts. Nothing is changed on any host."
        },
        footer = {
            "",
            "Exit code: 0 a plan (with --diff: no difference), 1 differences, 2 bad input, 3 refused: the reason is named.",
            "",
            "Examples:",
            "  kolo plan --shape ring --hosts 4                      a ring that nobody has yet",
            "  kolo plan --from scans/ --out plan                    files for every host of a scanned ring",
            "  kolo plan --from scans/ --relays auto --marker /opt/kolo/marker --out plan",
            "  kolo plan --from scans/ --relays auto --backend kernel --trace 0:2",
            "  kolo plan spark1 spark2 spark3 --diff                 what differs on the hosts now"
        })
final class PlanCommand implements Callable<Integer> {
    private static final int MOST_EVIDENCE = 3;

    private final Console console;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Mixin
    private PlanOptions wanted = new PlanOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the plan into a folder: new, empty, or holding an earlier plan.")
    private Optional<String> out = Optional.empty();

    @Option(
            names = "--json",
            description = "Print plan.json (kolo.plan/1); with --trace or --diff the walks or differences; a refusal as"
                    + " kolo.findings/1.")
    private boolean json;

    @Option(
            names = "--trace",
            paramLabel = "A:B",
            description = "Walk a frame from rank (or host) A to B through the plan, hop by hop.")
    private Optional<String> trace = Optional.empty();

    @Option(
            names = "--diff",
            description = "Compare the plan (with --out DIR: the one in DIR) with what the facts show now.")
    private boolean diff;

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Optional<KoloConfig> cluster = wanted.wished().isPresent() ? Optional.empty() : options.config(console);
        PlanRequest request = wanted.request(cluster.map(KoloConfig::fabric).orElse(FabricPolicy.AUTO));
        wanted.renderer();
        if (out.filter(String::isBlank).isPresent()) {
            throw KoloException.badInput("--out takes the name of a folder, not \"\".");
        }
        Inventory inventory = wanted.wished().isPresent() ? wish(request) : observe(cluster);
        Fabric fabric = Fabric.of(inventory);
        if (diff && out.isPresent()) {
            return compare(written(out.get()), inventory);
        }
        return switch (Planner.plan(fabric, request, wanted.wished().isPresent())) {
            case PlanOutcome.Refused refused -> refuse(refused.refusal());
            case PlanOutcome.Planned planned -> show(planned.plan(), inventory);
        };
    }

    private Inventory wish(PlanRequest request) {
        List<Source> sources = options.sources(console, Optional.empty());
        if (!sources.equals(List.of(new Source.ThisHost()))) {
            throw KoloException.badInput("--hosts plans a wish, so that no hosts and no --from can stand beside it.");
        }
        if (diff) {
            throw KoloException.badInput("--diff compares with real hosts, and --hosts plans a wish.");
        }
        Shape.Kind kind = request.shape()
                .orElseThrow(() -> KoloException.badInput(
                        "--hosts needs --shape pair, path, ring or switched, to say how they are cabled."));
        Wish wish = new Wish(kind, wanted.wished().orElse(0));
        Optional<Finding> refusal = wish.refusal();
        if (refusal.isPresent()) {
            throw KoloException.refused(sentence(refusal.get()));
        }
        return wish.inventory();
    }

    private Inventory observe(Optional<KoloConfig> cluster) {
        Observed observed = options.observe(console, options.sources(console, cluster));
        ReadingReport report = new ReadingReport(observed.result());
        report.lines().forEach(line -> console.tell(Text.quote(line)));
        if (report.isEmpty()) {
            throw KoloException.badInput("nothing of the input was understood, so there is nothing to plan.");
        }
        Inventory inventory = observed.inventory();
        if (!inventory.unreachable().isEmpty()) {
            Inventory.Unreachable dead = inventory.unreachable().getFirst();
            throw KoloException.refused(Code.HOST_UNREACHABLE + ": " + Text.quote(dead.host()) + " gave nothing ("
                    + Text.quote(dead.reason()) + "), and a plan without it would be one for other cables. Reach it, or"
                    + " leave it out.");
        }
        return inventory;
    }

    /** The refusal in full on the screen, or as JSON with its sentence beside it; both end with exit code 3. */
    private int refuse(Finding refusal) {
        if (json) {
            Verdict verdict = new Verdict(List.of(refusal), List.of(), List.of(), List.of());
            console.out().print(FindingsJson.write(verdict, JsonWriter.Layout.INDENTED));
            throw KoloException.refused(sentence(refusal));
        }
        Screen screen = DoctorCommand.screenOf(console);
        new FindingText(screen, MOST_EVIDENCE).lines(List.of(refusal)).forEach(console.err()::println);
        throw KoloException.refused(
                "no plan: " + refusal.code() + ". `kolo explain " + refusal.code() + "` says more.");
    }

    private static String sentence(Finding refusal) {
        String place = refusal.host().isEmpty() ? "" : refusal.host() + ", ";
        return Text.quote(refusal.code() + ": " + place + refusal.subject() + ": " + refusal.seen() + "; wanted: "
                + refusal.wanted() + ". " + refusal.fix());
    }

    private int show(Plan plan, Inventory inventory) {
        if (diff) {
            return compare(plan, inventory);
        }
        Optional<int[]> ends = trace.map(t -> ends(plan, t));
        out.ifPresent(folder -> write(folder, plan));
        Screen screen = DoctorCommand.screenOf(console);
        if (ends.isPresent()) {
            walk(plan, ends.get()[0], ends.get()[1], screen);
        } else if (json) {
            console.out().print(PlanJson.write(plan));
        } else {
            new PlanText(plan, PlanSketch.of(plan), screen).lines().forEach(console.out()::println);
        }
        return ExitCode.FINE;
    }

    private void walk(Plan plan, int from, int to, Screen screen) {
        if (json) {
            console.out().print(PlanReports.walks(plan, from, to));
        } else {
            new TraceText(plan, screen).lines(from, to).forEach(console.out()::println);
        }
    }

    private int[] ends(Plan plan, String pair) {
        String[] words = pair.split(":", -1);
        if (words.length != 2) {
            throw KoloException.badInput(
                    "--trace takes two ranks or hosts like 0:2, not \"" + Text.quote(pair) + "\".");
        }
        int[] ends = {rank(plan, words[0]), rank(plan, words[1])};
        if (ends[0] == ends[1]) {
            throw KoloException.badInput("--trace takes two different ranks or hosts: \"" + Text.quote(pair)
                    + "\" names one host twice, and no frame leaves it.");
        }
        return ends;
    }

    private int rank(Plan plan, String end) {
        OptionalInt rank = end.matches("[0-9]{1,4}")
                ? OptionalInt.of(Integer.parseInt(end))
                : plan.hosts().stream()
                        .filter(h -> h.name().equals(end))
                        .mapToInt(h -> h.rank())
                        .findFirst();
        if (rank.isEmpty() || rank.getAsInt() >= plan.hosts().size()) {
            throw KoloException.badInput("--trace " + Text.quote(trace.orElse("")) + ": there is no rank or host \""
                    + Text.quote(end) + "\"; ranks are 0 to " + (plan.hosts().size() - 1) + ".");
        }
        return rank.getAsInt();
    }

    private int compare(Plan plan, Inventory inventory) {
        PlanDiff difference = PlanDiff.of(plan, inventory);
        if (json) {
            console.out().print(PlanReports.differences(difference));
        } else {
            new DiffText(difference, DoctorCommand.screenOf(console)).lines().forEach(console.out()::println);
        }
        return difference.differences().isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private Plan written(String folder) {
        Path file = console.path(folder).resolve(PlanFolder.PLAN);
        try {
            return switch (PlanJson.read(Files.readString(file))) {
                case Decoded.Whole<Plan>(Plan plan) -> plan;
                case Decoded.Refused<Plan>(int line, String message) ->
                    throw KoloException.badInput(
                            Text.quote(folder + "/" + PlanFolder.PLAN + (line > 0 ? ":" + line : "") + ": " + message)
                                    + ".");
                case Decoded.Cut<Plan> cut -> throw KoloException.badInput(Text.quote(cut.message()) + ".");
            };
        } catch (IOException e) {
            throw KoloException.badInput("there is no readable plan in \"" + Text.quote(folder)
                    + "\" to compare with: write one with --out first, or leave --out out.");
        }
    }

    private List<PlanFile> files(Plan plan) {
        List<PlanFile> files = new ArrayList<>();
        files.add(new PlanFile(PlanFolder.PLAN, PlanJson.write(plan), false));
        for (Artefact artefact : Artefacts.of(plan, new RenderOptions(wanted.renderer()))) {
            files.add(new PlanFile(artefact.path(), artefact.content(), artefact.executable()));
        }
        return files;
    }

    private void write(String name, Plan plan) {
        PlanFolder folder = new PlanFolder(console.path(name), name);
        try {
            Optional<String> obstacle = folder.obstacle();
            if (obstacle.isPresent()) {
                throw KoloException.badInput(Text.quote(obstacle.get()) + ".");
            }
            folder.write(files(plan));
            console.tell("Wrote the plan to " + Text.quote(name) + ".");
        } catch (IOException e) {
            throw KoloException.failure("the plan could not be written to \"" + Text.quote(name) + "\" ("
                    + Text.quote(String.valueOf(e.getMessage())) + "): name another folder with --out.");
        }
    }
}
