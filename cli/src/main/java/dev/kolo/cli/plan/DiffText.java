package dev.kolo.cli.plan;

import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.plan.diff.Difference;
import dev.kolo.plan.diff.PlanDiff;
import java.util.List;

/** What stands between a plan and its hosts, for people. */
public final class DiffText {
    private static final int MOST_GAPS = 40;

    private final PlanDiff diff;
    private final Screen screen;

    /** Prepares the text. */
    public DiffText(PlanDiff diff, Screen screen) {
        this.diff = diff;
        this.screen = screen;
    }

    /** All lines. */
    public List<String> lines() {
        Paragraphs out = new Paragraphs(screen);
        int count = diff.differences().size();
        out.heading(diff.compared() + " objects compared: "
                + (count == 0 ? "all as planned." : count + " difference" + (count == 1 ? "." : "s.")));
        String host = "";
        for (Difference difference : diff.differences()) {
            if (!difference.host().equals(host)) {
                host = difference.host();
                out.heading(host);
            }
            out.item(difference.kind().word(), paint(difference.kind()), sentence(difference));
        }
        if (!diff.notObserved().isEmpty()) {
            out.heading("Not observed");
            diff.notObserved().stream()
                    .limit(MOST_GAPS)
                    .forEach(gap -> out.item("?", Paint.CAUTION, gap.check() + ": " + gap.askFor()));
            if (diff.notObserved().size() > MOST_GAPS) {
                out.sentence("and " + (diff.notObserved().size() - MOST_GAPS) + " more.");
            }
        }
        return out.lines();
    }

    private static Paint paint(Difference.Kind kind) {
        return switch (kind) {
            case MISSING, WRONG -> Paint.WRONG;
            case FOREIGN, ORPHANED -> Paint.CAUTION;
        };
    }

    private static String sentence(Difference difference) {
        return switch (difference.kind()) {
            case MISSING, ORPHANED -> difference.object();
            case WRONG -> difference.object() + ": is " + difference.seen() + ", should be " + difference.wanted();
            case FOREIGN ->
                difference.object() + (difference.wanted().isEmpty() ? "" : ": should be " + difference.wanted());
        };
    }
}
