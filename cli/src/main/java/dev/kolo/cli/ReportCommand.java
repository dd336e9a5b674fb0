package dev.kolo.cli;

import dev.kolo.cli.report.BundleEntry;
import dev.kolo.cli.report.BundleFile;
import dev.kolo.cli.report.OutFile;
import dev.kolo.cli.report.RedactedTexts;
import dev.kolo.cli.report.RedactionNote;
import dev.kolo.cli.report.ReportInput;
import dev.kolo.cli.report.ReportPage;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.diff.Difference;
import dev.kolo.plan.diff.PlanDiff;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.redact.Redactor;
import dev.kolo.probe.source.FileTexts;
import dev.kolo.probe.source.InventoryTaker;
import dev.kolo.probe.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kolo report}: one page of what files show and what is wrong with it, or a bundle that can be posted in public. */
@Command(
        name = "report",
        description = {
            "Makes one HTML page from files: the ring, what is wrong, tables, counters, what each rank's log tells.",
            "With --redact a bundle for the public: the page and the texts, with placeholders for names, addresses and keys."
        },
        footer = {
            "",
            "Exit code: 0 written, whatever it says; 1 it could not be written; 2 bad input; 3 it would overwrite a file.",
            "",
            "Examples:",
            "  kolo report pasted/                               writes kolo-report.html",
            "  kolo report pasted/ --redact --out for-forum.zip  page and texts without names",
            "  kolo report now/ --since before/                  what the counters grew by"
        })
final class ReportCommand implements Callable<Integer> {
    private static final String PAGE = "report.html";
    private static final String NOTE = "REDACTION.txt";

    private final Console console;

    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "Files, folders, archives (zip, tar, gzip), inventories, or - for standard input.")
    private List<String> paths = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write: FILE.html, with --redact FILE.tar.gz or FILE.zip. Default: kolo-report.html,"
                    + " kolo-report.tar.gz.")
    private Optional<String> out = Optional.empty();

    @Option(
            names = "--since",
            paramLabel = "PATH",
            description = "An earlier observation of the same hosts: the counters are shown by what they grew.")
    private List<String> since = new ArrayList<>();

    @Option(names = "--plan", paramLabel = "FILE", description = "A plan.json: what differs from it is shown.")
    private Optional<String> plan = Optional.empty();

    @Option(
            names = "--shape",
            paramLabel = "pair|path|ring|switched|auto",
            description = "The shape that the cables should make. Default: auto.")
    private String shape = "auto";

    @Option(names = "--redact", description = "Write a bundle with placeholders for names, addresses and keys.")
    private boolean redact;

    @Option(
            names = "--redact-map",
            paramLabel = "FILE",
            description = "Also write which placeholder stands for what, to a file that only you may read. Keep it.")
    private Optional<String> map = Optional.empty();

    @Option(names = "--force", description = "Overwrite files that exist.")
    private boolean force;

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (paths.isEmpty()) {
            throw KoloException.badInput("no file or folder was named: kolo report PATH…");
        }
        if (map.isPresent() && !redact) {
            throw KoloException.badInput("--redact-map goes with --redact: without it nothing is replaced.");
        }
        String name = out.orElse(redact ? "kolo-report.tar.gz" : "kolo-report.html");
        Optional<BundleFile> bundle = bundle(name);
        OutFile page = new OutFile(console.path(name), name, force);
        Optional<OutFile> mapFile = map.map(m -> new OutFile(console.path(m), m, force));
        refuse(page);
        mapFile.ifPresent(this::refuse);
        Optional<Shape.Kind> wanted = DoctorCommand.kindOf(shape);
        List<Source.Files> sources = sources(paths);
        List<Source.Files> earlier = sources(since);
        ReadResult result = read(sources, paths.contains("-"));
        Optional<ReadResult> before = earlier.isEmpty() ? Optional.empty() : Optional.of(read(earlier, false));
        ReadingReport reading = new ReadingReport(result);
        reading.lines().forEach(line -> console.tell(Text.quote(line)));
        if (reading.isEmpty()) {
            throw KoloException.badInput("nothing of the input was understood, so there is nothing to report.");
        }
        Diagnosis diagnosis = judge(result, wanted);
        if (bundle.isEmpty()) {
            String html = ReportPage.of(new ReportInput(
                    result,
                    diagnosis,
                    DoctorWords.verdict(diagnosis),
                    before.map(ReadResult::inventory),
                    planDiff(result),
                    Optional.empty(),
                    Version.current()));
            write(page, html.getBytes(StandardCharsets.UTF_8));
        } else {
            Redacted redacted = redacted(sources, earlier, result, before, diagnosis, wanted);
            write(page, pack(bundle.get(), redacted.entries()));
            mapFile.ifPresent(file -> writePrivately(file, redacted.mapping()));
        }
        console.tell(DoctorWords.verdict(diagnosis));
        console.tell("Wrote " + Text.quote(name) + ".");
        return ExitCode.FINE;
    }

    /** The kind of bundle that a name asks for; empty for a page. */
    private Optional<BundleFile> bundle(String name) {
        if (!redact) {
            if (BundleFile.ofName(name).isPresent()) {
                throw KoloException.badInput("a page is one HTML file, and \"" + Text.quote(name)
                        + "\" names an archive: add --redact for a bundle.");
            }
            return Optional.empty();
        }
        if (paths.contains("-")) {
            throw KoloException.badInput(
                    "--redact reads its input more than once, which standard input does not allow: save it to a file.");
        }
        return Optional.of(BundleFile.ofName(name)
                .orElseThrow(
                        () -> KoloException.badInput("a bundle's name ends in .tar.gz, .tgz or .zip, and --out says \""
                                + Text.quote(name) + "\".")));
    }

    private void refuse(OutFile file) {
        file.obstacle().ifPresent(obstacle -> {
            throw KoloException.refused(Text.quote(obstacle) + ".");
        });
    }

    private List<Source.Files> sources(List<String> given) {
        List<Source.Files> sources = new ArrayList<>();
        for (String path : given) {
            if (path.equals("-")) {
                continue;
            }
            Path file = console.path(path);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw KoloException.badInput("there is no file or folder \"" + Text.quote(path) + "\".");
            }
            sources.add(new Source.Files(file, path));
        }
        return sources;
    }

    private ReadResult read(List<Source.Files> sources, boolean standardInput) {
        InventoryReader reader = new InventoryReader();
        InventoryTaker taker = new InventoryTaker(reader);
        FileTexts.read(sources, taker);
        if (standardInput) {
            FileTexts.readStream("standard input", console.in(), taker);
        }
        return reader.finish();
    }

    private static Diagnosis judge(ReadResult result, Optional<Shape.Kind> wanted) {
        return Doctor.examine(result.inventory(), Expectation.AUTO.withShape(wanted), result.logs());
    }

    private String readText(String file) {
        try {
            return Files.readString(console.path(file));
        } catch (IOException e) {
            throw KoloException.badInput("\"" + Text.quote(file)
                    + "\" is no readable plan: name a plan.json that kolo plan" + " --out wrote.");
        }
    }

    private Optional<PlanDiff> planDiff(ReadResult result) {
        return plan.map(p -> difference(readText(p), p, result.inventory()));
    }

    private static PlanDiff redacted(PlanDiff diff, Redactor redactor) {
        Redactor.Text text = redactor.text();
        return new PlanDiff(
                diff.differences().stream()
                        .map(d -> new Difference(
                                d.kind(),
                                text.line(d.host()),
                                text.line(d.object()),
                                text.line(d.seen()),
                                text.line(d.wanted())))
                        .toList(),
                diff.notObserved().stream()
                        .map(n -> new NotObserved(text.line(n.check()), text.line(n.askFor())))
                        .toList(),
                diff.compared());
    }

    private static PlanDiff difference(String json, String file, Inventory inventory) {
        return switch (PlanJson.read(json)) {
            case Decoded.Whole<Plan>(Plan read) -> PlanDiff.of(read, inventory);
            case Decoded.Refused<Plan>(int line, String message) ->
                throw KoloException.badInput(Text.quote(file + (line > 0 ? ":" + line : "") + ": " + message) + ".");
            case Decoded.Cut<Plan> cut -> throw KoloException.badInput(Text.quote(file + ": " + cut.message()) + ".");
        };
    }

    private record Redacted(List<BundleEntry> entries, List<String> mapping) {}

    private Redacted redacted(
            List<Source.Files> sources,
            List<Source.Files> earlier,
            ReadResult result,
            Optional<ReadResult> before,
            Diagnosis original,
            Optional<Shape.Kind> wanted) {
        List<List<Source.Files>> observations = before.isPresent() ? List.of(sources, earlier) : List.of(sources);
        List<ReadResult> originals = before.map(b -> List.of(result, b)).orElse(List.of(result));
        List<RedactedTexts> texts = RedactedTexts.of(
                observations,
                originals,
                plan.map(p -> readText(p).lines().toList()).orElse(List.of()),
                RedactedTexts.Limits.USUAL);
        RedactedTexts now = texts.getFirst();
        Redactor redactor = now.redactor();
        Diagnosis diagnosis = judge(now.result(), wanted);
        // A plan carries a sum of itself, which a changed one would not have: what differs is found first and redacted
        // then.
        Optional<PlanDiff> diff = planDiff(result).map(d -> redacted(d, redactor));
        if (!redactor.leaks().isEmpty()) {
            throw KoloException.failure("nothing was written: a value that should have been replaced was still there ("
                    + redactor.leaks().size() + " times, "
                    + redactor.leaks().getFirst().sort().words()
                    + "). That is a fault of Kolo, please report it without the texts.");
        }
        RedactionNote note = new RedactionNote(
                redactor.counts(),
                redactor.ambiguousPlaceholders(),
                now.leftOut(),
                codes(diagnosis).equals(codes(original)),
                codes(diagnosis));
        note.lines().forEach(line -> console.tell(Text.quote(line)));
        List<BundleEntry> entries = new ArrayList<>();
        entries.add(new BundleEntry(NOTE, note.text()));
        entries.add(new BundleEntry(
                PAGE,
                ReportPage.of(new ReportInput(
                        now.result(),
                        diagnosis,
                        DoctorWords.verdict(diagnosis),
                        before.map(b -> texts.get(1).result().inventory()),
                        diff,
                        Optional.of(note),
                        Version.current()))));
        entries.addAll(now.entries());
        return new Redacted(entries, redactor.mapping());
    }

    private static List<String> codes(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(f -> f.code().name()).toList();
    }

    private static byte[] pack(BundleFile kind, List<BundleEntry> entries) {
        try {
            return kind.pack(entries);
        } catch (IOException e) {
            throw KoloException.failure(
                    "the bundle could not be packed: " + Text.quote(String.valueOf(e.getMessage())) + ".");
        }
    }

    private void write(OutFile file, byte[] content) {
        try {
            file.write(content);
        } catch (IOException e) {
            throw KoloException.failure("\"" + Text.quote(file.shownName()) + "\" could not be written ("
                    + Text.quote(String.valueOf(e.getMessage())) + "): name another file.");
        }
    }

    private void writePrivately(OutFile file, List<String> lines) {
        try {
            file.writePrivately((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            console.tell("Wrote " + Text.quote(file.shownName()) + ", which only you may read: keep it to yourself.");
        } catch (IOException e) {
            throw KoloException.failure("\"" + Text.quote(file.shownName()) + "\" could not be written ("
                    + Text.quote(String.valueOf(e.getMessage())) + "): name another file with --redact-map.");
        }
    }
}
