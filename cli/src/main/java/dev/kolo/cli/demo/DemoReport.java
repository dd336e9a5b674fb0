package dev.kolo.cli.demo;

import dev.kolo.cli.wire.WireScene;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.ring.RingFigure;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.verdict.FindingCards;
import dev.kolo.page.verdict.VerdictWords;
import java.util.List;

/** The demo's story as a page. */
final class DemoReport {
    private DemoReport() {}

    /** The whole page. */
    static String html(DemoStory demo, List<WireScene> wire, String version) {
        Diagnosis before = demo.before();
        HtmlPage page = new HtmlPage(
                "Kolo demo: a " + demo.shapeWords() + ", one fault",
                "A virtual " + (demo.size() == 2 ? "pair of" : "ring of " + demo.size()) + " DGX Sparks: "
                        + demo.fault().story() + ". No real machine was touched.");
        page.section("before", "What the machines say", picture(before, "before"));
        page.section("findings", "What is wrong, and the fix", FindingCards.ofChains(before.troubles()));
        page.section("after", "After the fix", after(demo));
        page.section("lanes", "Lanes of the repaired " + (demo.size() == 2 ? "pair" : "ring"), lanes(demo));
        page.section(
                "cables",
                "Cables of the repaired " + (demo.size() == 2 ? "pair" : "ring"),
                HtmlTable.of(RingFigure.table(sketch(demo.after()))));
        if (!wire.isEmpty()) {
            page.section("wire", "The wire, over processes of this machine", wire(wire));
        }
        return page.footer("Written by kolo " + version + ". This page loads nothing and sends nothing.")
                .html();
    }

    private static Markup wire(List<WireScene> scenes) {
        Markup out = new Markup();
        for (WireScene scene : scenes) {
            switch (scene) {
                case WireScene.SetUp setUp -> out.leaf("p", WireText.words(setUp));
                case WireScene.Suite suite -> out.leaf("p", WireText.words(suite));
                case WireScene.Latency latency -> {
                    out.add(HtmlTable.of(WireText.table(latency)));
                    out.leaf("p", WireText.CAVEAT);
                }
                case WireScene.Killed killed -> {
                    out.leaf("p", WireText.words(killed));
                    out.add(HtmlTable.of(WireText.table(killed)));
                    out.leaf("p", WireText.message(killed));
                    out.leaf("p", WireText.account(killed));
                }
            }
        }
        return out;
    }

    private static Sketch sketch(Diagnosis diagnosis) {
        return Sketch.of(diagnosis.fabric(), Chain.flat(diagnosis.troubles()));
    }

    private static Markup picture(Diagnosis diagnosis, String id) {
        List<Finding> serious = diagnosis.serious();
        boolean error = serious.stream().anyMatch(f -> f.severity() == Severity.ERROR);
        Markup out = new Markup();
        out.leaf(
                "p",
                serious.isEmpty() ? "nothing wrong" : VerdictWords.summary(serious),
                "class",
                "state " + (serious.isEmpty() ? "good" : error ? "wrong" : "caution"));
        return out.add(RingFigure.of(sketch(diagnosis), id));
    }

    private static Markup after(DemoStory demo) {
        Markup out = new Markup();
        out.leaf("p", "Applied to the virtual machines: " + demo.fault().repair() + ".");
        return out.add(picture(demo.after(), "after"));
    }

    private static Markup lanes(DemoStory demo) {
        List<String> hosts = demo.after().fabric().shape().hosts();
        Markup out = new Markup();
        out.leaf("p", LaneWords.summary(demo.lanes(), hosts));
        LaneWords.tableOf(demo.lanes()).ifPresent(table -> out.add(HtmlTable.of(LaneWords.table(table, hosts))));
        return out;
    }
}
