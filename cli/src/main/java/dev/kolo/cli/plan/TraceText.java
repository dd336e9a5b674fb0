package dev.kolo.cli.plan;

import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.proof.Trace;
import dev.kolo.plan.relay.Tag;
import java.util.List;

/** The walk of frames from one rank to another, hop by hop: one for each address of the receiver. */
public final class TraceText {
    private final Plan plan;
    private final Screen screen;
    private final Paragraphs out;

    /** Prepares walks through a plan's own objects. */
    public TraceText(Plan plan, Screen screen) {
        this.plan = plan;
        this.screen = screen;
        this.out = new Paragraphs(screen);
    }

    /**
     * All lines.
     *
     * @param from rank of the sender
     * @param to rank of the receiver
     */
    public List<String> lines(int from, int to) {
        PlannedHost sender = plan.hosts().get(from);
        PlannedHost receiver = plan.hosts().get(to);
        for (Walks.Walk walk : Walks.of(plan, from, to)) {
            out.heading(PlanText.rankOf(sender) + " to " + PlanText.rankOf(receiver) + ", "
                    + walk.function().netdev() + " " + walk.destination() + ", plane "
                    + walk.function().plane() + ": "
                    + walk.trace().disposition().word());
            steps(walk.trace());
        }
        return out.lines();
    }

    private void steps(Trace trace) {
        if (!trace.steps().isEmpty()) {
            Table table = new Table("host", "in", "out", "type", "what it does");
            for (Trace.Step step : trace.steps()) {
                table.row(step.host(), step.in(), step.out(), Tag.text(step.etherType()), step.action());
            }
            out.asTheyAre(table.lines(screen));
        }
        if (trace.disposition() != Trace.Disposition.DELIVERED) {
            out.item("✗", Paint.WRONG, "ends at " + trace.end() + ": " + trace.reason());
        }
    }
}
