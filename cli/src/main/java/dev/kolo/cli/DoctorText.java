package dev.kolo.cli;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.page.ring.RingDrawing;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Text;
import dev.kolo.page.verdict.FindingText;
import dev.kolo.page.verdict.FirstScreen;
import dev.kolo.probe.read.ReadResult;
import java.util.ArrayList;
import java.util.List;

/** The doctor's answer on a terminal: the verdict, the findings, the drawn fabric, what is missing, what was read. */
final class DoctorText {
    private static final int MOST_EVIDENCE = 3;
    private static final int MOST_FILES = 20;
    /** More hosts than this make a drawing that nobody reads. */
    private static final int MOST_DRAWN = 16;

    private final Diagnosis diagnosis;
    private final ReadResult result;
    private final Screen screen;
    private final List<Chain> troubles;
    private final List<Finding> notes;
    private final List<String> lines = new ArrayList<>();

    DoctorText(Diagnosis diagnosis, ReadResult result, Screen screen) {
        this.diagnosis = diagnosis;
        this.result = result;
        this.screen = screen;
        troubles = diagnosis.troubles();
        notes = diagnosis.notes();
    }

    List<String> lines() {
        String mark = screen.finish(diagnosis.isHealthy() ? "✓ " : "✗ ");
        for (String line : Text.wrap(screen.quote(DoctorWords.verdict(diagnosis)), screen.columns() - 2)) {
            lines.add(screen.paint(colour(), (lines.isEmpty() ? mark : "  ") + screen.finish(line)));
        }
        troubles();
        drawing();
        if (!notes.isEmpty()) {
            heading("Good to know");
            lines.addAll(new FindingText(screen, MOST_EVIDENCE).notes(notes));
        }
        if (!diagnosis.notObserved().isEmpty()) {
            heading("Could not be judged");
            lines.addAll(new FindingText(screen, MOST_EVIDENCE).notObserved(diagnosis.notObserved()));
        }
        files();
        hint();
        return lines;
    }

    /** In full where that fits the first screen; otherwise what to do first, and everything in full below. */
    private void troubles() {
        if (troubles.isEmpty()) {
            return;
        }
        List<String> full = new FindingText(screen, MOST_EVIDENCE).chains(troubles);
        lines.add("");
        if (lines.size() + full.size() <= FirstScreen.ROWS) {
            lines.addAll(full);
            return;
        }
        // Two rows are for the empty line and the heading below.
        lines.addAll(new FirstScreen(screen, FirstScreen.ROWS - lines.size() - 2).lines(troubles));
        heading("In full");
        lines.addAll(full);
    }

    private Paint colour() {
        if (diagnosis.count(Severity.ERROR) > 0) {
            return Paint.WRONG;
        }
        return diagnosis.isHealthy() ? Paint.GOOD : Paint.CAUTION;
    }

    private void heading(String words) {
        lines.add("");
        lines.add(screen.paint(Paint.STRONG, words));
    }

    private void drawing() {
        int hosts = diagnosis.fabric().shape().hosts().size();
        boolean drawable = hosts > 1
                && hosts <= MOST_DRAWN
                && !diagnosis.fabric().functions().isEmpty();
        if (!drawable) {
            return;
        }
        heading("The fabric");
        RingDrawing drawing = new RingDrawing(Sketch.of(diagnosis.fabric(), Chain.flat(diagnosis.chains())), screen);
        lines.addAll(drawing.lines());
        lines.addAll(drawing.legend());
    }

    private void files() {
        Table table = ReadFiles.table(result);
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(screen));
        }
        Table not = new Table("Not understood", "Why");
        result.notUnderstood().stream().limit(MOST_FILES).forEach(n -> not.row(n.file(), n.reason()));
        if (result.notUnderstood().size() > MOST_FILES) {
            not.row("and " + (result.notUnderstood().size() - MOST_FILES) + " more", "");
        }
        if (!not.isEmpty()) {
            lines.add("");
            lines.addAll(not.lines(screen));
        }
        if (!result.problems().isEmpty()) {
            heading("Wrong with the input");
            result.problems().stream()
                    .limit(MOST_FILES)
                    .flatMap(p -> Text.wrap(screen.quote(p.toString()), screen.columns() - 2).stream())
                    .forEach(line -> lines.add("  " + screen.finish(line)));
        }
    }

    private void hint() {
        if (!diagnosis.chains().isEmpty()) {
            Finding first = diagnosis.chains().getFirst().root();
            lines.add("");
            lines.add(screen.paint(Paint.FAINT, "More about a code: kolo explain " + first.code()));
        }
    }
}
