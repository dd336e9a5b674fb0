package dev.kolo.cli.plan;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.json.JsonWriter.Layout;
import dev.kolo.plan.Plan;
import dev.kolo.plan.diff.Difference;
import dev.kolo.plan.diff.PlanDiff;
import dev.kolo.plan.proof.Trace;
import dev.kolo.plan.relay.Tag;

/** Differences and walks as JSON, for scripts. */
public final class PlanReports {
    private PlanReports() {}

    /** {@code kolo.plan-diff/1}: what is not as planned, what could not be seen, how much was compared. */
    public static String differences(PlanDiff diff) {
        JsonWriter out = new JsonWriter(Layout.INDENTED).beginObject().field("schema", "kolo.plan-diff/1");
        out.field("compared", diff.compared()).name("differences").beginArray();
        for (Difference difference : diff.differences()) {
            out.beginInlineObject().field("kind", difference.kind().word()).field("host", difference.host());
            out.field("object", difference.object()).field("seen", difference.seen());
            out.field("wanted", difference.wanted()).end();
        }
        out.end().name("notObserved").beginArray();
        diff.notObserved()
                .forEach(gap -> out.beginInlineObject()
                        .field("check", gap.check())
                        .field("askFor", gap.askFor())
                        .end());
        return out.end().end().text();
    }

    /** {@code kolo.trace/1}: the walks from one rank to every address of another. */
    public static String walks(Plan plan, int from, int to) {
        JsonWriter out = new JsonWriter(Layout.INDENTED).beginObject().field("schema", "kolo.trace/1");
        out.field("from", plan.hosts().get(from).name())
                .field("to", plan.hosts().get(to).name());
        out.name("walks").beginArray();
        Walks.of(plan, from, to).forEach(walk -> walk(out, walk.destination(), walk.trace()));
        return out.end().end().text();
    }

    private static void walk(JsonWriter out, Ipv4Address destination, Trace trace) {
        out.beginObject().field("destination", destination.toString());
        out.field("disposition", trace.disposition().word()).field("end", trace.end());
        out.field("reason", trace.reason()).name("steps").beginArray();
        for (Trace.Step step : trace.steps()) {
            out.beginInlineObject()
                    .field("host", step.host())
                    .field("in", step.in())
                    .field("out", step.out());
            out.field("etherType", Tag.text(step.etherType()))
                    .field("action", step.action())
                    .end();
        }
        out.end().end();
    }
}
