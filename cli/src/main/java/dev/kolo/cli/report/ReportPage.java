package dev.kolo.cli.report;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.ring.RingFigure;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import dev.kolo.page.verdict.FindingCards;
import dev.kolo.page.verdict.VerdictWords;
import dev.kolo.plan.diff.Difference;
import dev.kolo.plan.diff.PlanDiff;
import dev.kolo.probe.read.ReadResult;
import dev.kolo.probe.source.InventoryTaker;
import java.util.List;

/** The report as one page, in the order in which one asks: what is wrong, what to do, what it rests on, what is missing. */
public final class ReportPage {
    private static final int MOST_FILES = 200;
    private static final int MOST_DIFFERENCES = 200;

    private final ReportInput input;
    private final Diagnosis diagnosis;
    private final List<Chain> troubles;

    private ReportPage(ReportInput input) {
        this.input = input;
        this.diagnosis = input.diagnosis();
        this.troubles = diagnosis.troubles();
    }

    /** The page's text. */
    public static String of(ReportInput input) {
        return new ReportPage(input).html();
    }

    private String html() {
        HtmlPage page = new HtmlPage(title(), lead()).generator(InventoryTaker.OWN_MARK);
        page.section("fabric", "The fabric", fabric());
        if (!troubles.isEmpty()) {
            page.section("findings", "What is wrong, and the fix", FindingCards.ofChains(troubles));
        }
        List<Finding> notes = diagnosis.notes();
        if (!notes.isEmpty()) {
            page.section("notes", "Good to know", FindingCards.notes(notes));
        }
        if (!diagnosis.notObserved().isEmpty()) {
            page.section("not-observed", "What could not be judged", FindingCards.notObserved(diagnosis.notObserved()));
        }
        input.difference().ifPresent(d -> page.section("plan", "Against the plan", difference(d)));
        new CounterSection(input).addTo(page);
        new LogSection(input.result().logs()).addTo(page);
        new HostSections(input.result().inventory(), diagnosis.fabric()).addTo(page);
        page.section("read", "What this rests on", read());
        input.redaction().ifPresent(note -> page.section("redaction", "What was replaced", note.markup()));
        return page.footer("Written by kolo " + input.version()
                        + ". This page loads nothing and sends nothing. "
                        + (input.redaction().isPresent()
                                ? "Names, addresses and keys are placeholders."
                                : "It shows names and addresses as they were read: to post it in public, use"
                                        + " kolo report --redact."))
                .html();
    }

    private String title() {
        Shape shape = diagnosis.fabric().shape();
        int hosts = input.result().inventory().hosts().size();
        String of = hosts == 1 ? "1 host" : hosts + " hosts";
        return switch (shape.kind()) {
            case NONE -> hosts == 0 ? "Kolo report" : "Kolo report: " + of;
            case SWITCHED -> "Kolo report: a switched fabric of " + of;
            case PAIR -> "Kolo report: a pair of hosts";
            case PATH, RING -> "Kolo report: a " + shape.kind().word() + " of " + of;
        };
    }

    /** Where a log shows an error and no finding comes of it, "nothing wrong" would be a lie. */
    private boolean hasUnjudgedErrors() {
        return troubles.isEmpty()
                && input.result().logs().ranks().stream()
                        .anyMatch(r -> !r.errors().isEmpty());
    }

    private String lead() {
        return hasUnjudgedErrors()
                ? "The logs show errors whose cause cannot be judged from what was shown: see below what to ask for."
                : input.verdict();
    }

    private Markup fabric() {
        List<Finding> serious = Chain.flat(troubles);
        boolean error = diagnosis.count(Severity.ERROR) > 0;
        // What nobody saw is not good: a green sign needs a fabric that was seen.
        boolean seen = !diagnosis.fabric().functions().isEmpty();
        Markup out = new Markup();
        boolean good = serious.isEmpty() && seen && !hasUnjudgedErrors();
        String state = !serious.isEmpty()
                ? VerdictWords.summary(serious)
                : hasUnjudgedErrors()
                        ? "errors in the logs, not judged"
                        : seen ? "nothing wrong found" : "nothing to judge";
        out.leaf("p", state, "class", "state " + (error ? "wrong" : good ? "good" : "caution"));
        if (!seen) {
            return out.leaf("p", "No port of a fabric NIC was seen: no RDMA device, and no netdev of one.");
        }
        // Numbers in the picture are those of the cards, which list each root with what follows from it.
        Sketch sketch = Sketch.of(diagnosis.fabric(), serious);
        out.add(RingFigure.of(sketch, "fabric"));
        Table cables = RingFigure.table(sketch);
        if (!cables.isEmpty()) {
            out.leaf("h3", "Cables", "class", "sub").add(HtmlTable.of(cables));
        }
        return out;
    }

    private static Markup difference(PlanDiff diff) {
        Markup out = new Markup();
        int count = diff.differences().size();
        out.leaf(
                "p",
                diff.compared() + " objects compared: "
                        + (count == 0 ? "all as planned" : count + (count == 1 ? " difference" : " differences"))
                        + ".");
        Table table = new Table("Host", "What", "Object", "Seen", "Planned");
        for (Difference d : diff.differences().stream().limit(MOST_DIFFERENCES).toList()) {
            table.row(List.of(
                    new Table.Cell(d.host(), Paint.STRONG),
                    new Table.Cell(d.kind().word(), Paint.CAUTION),
                    Table.Cell.of(d.object()),
                    Table.Cell.of(d.seen()),
                    Table.Cell.of(d.wanted())));
        }
        if (!table.isEmpty()) {
            out.add(HtmlTable.of(table));
        }
        more(out, count - MOST_DIFFERENCES, "differences");
        if (!diff.notObserved().isEmpty()) {
            out.leaf("h3", "Could not be compared", "class", "sub").add(FindingCards.notObserved(diff.notObserved()));
        }
        return out;
    }

    private Markup read() {
        ReadResult result = input.result();
        Markup out = new Markup();
        int all = result.understood().size() + result.notUnderstood().size();
        out.leaf("p", "Understood " + result.understood().size() + " of " + all + (all == 1 ? " input." : " inputs."));
        Table table = new Table("File", "Understood as");
        for (Verdict.Understood file :
                result.understood().stream().limit(MOST_FILES).toList()) {
            table.row(file.file(), kinds(file.kinds()));
        }
        if (!table.isEmpty()) {
            out.add(HtmlTable.of(table));
        }
        more(out, result.understood().size() - MOST_FILES, "files");
        Table not = new Table("Not understood", "Why");
        result.notUnderstood().stream().limit(MOST_FILES).forEach(n -> not.row(n.file(), n.reason()));
        result.inventory().unreachable().forEach(u -> not.row(u.host(), u.reason()));
        if (!not.isEmpty()) {
            out.leaf("h3", "Not understood", "class", "sub").add(HtmlTable.of(not));
        }
        more(out, result.notUnderstood().size() - MOST_FILES, "inputs");
        if (!result.problems().isEmpty()) {
            out.leaf("h3", "Wrong with the input", "class", "sub").open("ul");
            result.problems().stream()
                    .limit(MOST_FILES)
                    .forEach(p -> out.leaf("li", p.toString()).line());
            out.close();
            more(out, result.problems().size() - MOST_FILES, "remarks");
        }
        return out;
    }

    /** A probe's output is called that, and not by its forty sections. */
    private static String kinds(List<String> kinds) {
        return kinds.contains("probe output") ? "probe output" : String.join(", ", kinds);
    }

    static void more(Markup out, int count, String what) {
        if (count > 0) {
            out.leaf("p", "and " + count + " more " + what, "class", "note");
        }
    }
}
