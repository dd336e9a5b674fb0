package dev.kolo.cli.demo;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.page.ring.RingDrawing;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import dev.kolo.page.verdict.FindingText;
import dev.kolo.page.verdict.VerdictWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells the demo's story on a terminal, short enough for one screenshot. */
final class DemoText {
    private static final int COLUMNS = 80;

    private final DemoStory demo;
    private final Screen screen;
    private final List<String> lines = new ArrayList<>();

    DemoText(DemoStory demo, Screen screen) {
        this.demo = demo;
        this.screen = new Screen(Math.min(COLUMNS, screen.columns()), screen.colour(), screen.unicode());
    }

    /** The whole story of the fabric. */
    List<String> lines() {
        say(
                Paint.STRONG,
                "Kolo demo: " + demo.size() + " virtual DGX Sparks in this process, no network, no root, no RDMA.");
        say(
                Paint.PLAIN,
                "Planted fault " + demo.fault().word() + ": " + demo.fault().story() + ".");
        heading("1. What the machines say");
        draw(demo.before(), true);
        lines.add("");
        verdict(demo.before());
        heading("2. The fix, applied to the virtual machines");
        say(Paint.PLAIN, "   " + sentence(demo.fault().repair()));
        heading("3. What the machines say now");
        draw(demo.after(), false);
        verdict(demo.after());
        lanes();
        return lines;
    }

    /**
     * What is left to say when everything was shown.
     *
     * @param files what was written; empty when nothing was
     */
    List<String> closing(Optional<DemoFiles> files) {
        lines.add("");
        files.ifPresent(f -> {
            say(Paint.PLAIN, "Report:       " + screen.quote(f.report()));
            say(
                    Paint.PLAIN,
                    "Judge it too: kolo doctor --from " + ShellWord.quote(f.before())
                            + (demo.size() > 2 ? " --shape ring" : ""));
        });
        say(Paint.PLAIN, "Other faults: kolo demo --fault list");
        return lines;
    }

    private void draw(Diagnosis diagnosis, boolean withLegend) {
        RingDrawing drawing = new RingDrawing(Sketch.of(diagnosis.fabric(), Chain.flat(diagnosis.troubles())), screen);
        lines.addAll(drawing.lines());
        if (withLegend) {
            lines.addAll(drawing.legend());
        }
    }

    private void verdict(Diagnosis diagnosis) {
        List<Finding> serious = diagnosis.serious();
        if (serious.isEmpty()) {
            say(
                    Paint.GOOD,
                    "✓ The doctor finds nothing wrong with this "
                            + diagnosis.fabric().shape().kind().word() + ".");
            return;
        }
        boolean error = serious.stream().anyMatch(f -> f.severity() == Severity.ERROR);
        say(
                error ? Paint.WRONG : Paint.CAUTION,
                (error ? "✗" : "!") + " The doctor finds " + VerdictWords.summary(serious) + ":");
        lines.addAll(FindingText.compact(screen).chains(diagnosis.troubles()));
    }

    private void lanes() {
        List<String> hosts = demo.after().fabric().shape().hosts();
        Optional<LaneTable> table = LaneWords.tableOf(demo.lanes());
        table.ifPresent(t -> say(Paint.PLAIN, "Lanes per peer: " + LaneWords.perPeer(t, hosts) + "."));
        say(Paint.PLAIN, LaneWords.summary(demo.lanes(), hosts));
    }

    private void heading(String words) {
        lines.add("");
        lines.add(screen.paint(Paint.STRONG, words));
    }

    private void say(Paint paint, String words) {
        int indent = words.length() - words.stripLeading().length();
        for (String line : Text.wrap(words.strip(), screen.columns() - indent)) {
            lines.add(" ".repeat(indent) + screen.paint(paint, screen.finish(line)));
        }
    }

    private static String sentence(String clause) {
        return Character.toUpperCase(clause.charAt(0)) + clause.substring(1) + ".";
    }
}
