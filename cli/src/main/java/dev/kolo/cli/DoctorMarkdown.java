package dev.kolo.cli;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.page.ring.RingDrawing;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.text.Markdown;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.verdict.FindingMarkdown;
import dev.kolo.probe.read.ReadResult;

/** The doctor's answer as Markdown: made by a helper from what a poster pasted, to be pasted back into the thread. */
final class DoctorMarkdown {
    private static final int MOST_DRAWN = 16;

    private final Diagnosis diagnosis;
    private final ReadResult result;
    private final StringBuilder out = new StringBuilder();

    DoctorMarkdown(Diagnosis diagnosis, ReadResult result) {
        this.diagnosis = diagnosis;
        this.result = result;
    }

    String text() {
        out.append("### ").append(Markdown.text(DoctorWords.verdict(diagnosis))).append("\n\n");
        out.append(FindingMarkdown.ofChains(diagnosis.troubles()));
        int hosts = diagnosis.fabric().shape().hosts().size();
        if (hosts > 1 && hosts <= MOST_DRAWN && !diagnosis.fabric().functions().isEmpty()) {
            Sketch sketch = Sketch.of(diagnosis.fabric(), Chain.flat(diagnosis.chains()));
            RingDrawing drawing = new RingDrawing(sketch, Screen.PLAIN);
            String picture = String.join("\n", drawing.lines()) + "\n" + String.join("\n", drawing.legend());
            out.append(Markdown.block(picture.stripTrailing())).append('\n');
        }
        if (!diagnosis.notes().isEmpty()) {
            out.append("**Good to know**\n\n")
                    .append(FindingMarkdown.notes(diagnosis.notes()))
                    .append('\n');
        }
        if (!diagnosis.notObserved().isEmpty()) {
            out.append("**Could not be judged**\n\n")
                    .append(FindingMarkdown.notObserved(diagnosis.notObserved()))
                    .append('\n');
        }
        files();
        out.append("Judged by `kolo doctor` ")
                .append(Markdown.text(Version.current()))
                .append("; `kolo explain CODE` says more about a code.\n");
        return out.toString();
    }

    private void files() {
        Table table = ReadFiles.table(result);
        result.notUnderstood().forEach(n -> table.row(n.file(), "not understood: " + n.reason()));
        if (!table.isEmpty()) {
            out.append("<details><summary>What was read</summary>\n\n")
                    .append(table.toMarkdown())
                    .append("\n</details>\n\n");
        }
        result.problems()
                .forEach(p ->
                        out.append("- ").append(Markdown.text(p.toString())).append('\n'));
        if (!result.problems().isEmpty()) {
            out.append('\n');
        }
    }
}
