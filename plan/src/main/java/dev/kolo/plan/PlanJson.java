package dev.kolo.plan;

import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.FunctionId;

/** The JSON form of a plan ({@code kolo.plan/1}): canonical, so that the same plan is the same bytes. */
public final class PlanJson {
    private final JsonWriter out = new JsonWriter(JsonWriter.Layout.INDENTED);

    private PlanJson() {}

    /** The plan as JSON text with a final line end. */
    public static String write(Plan plan) {
        return new PlanJson().plan(plan);
    }

    private String plan(Plan plan) {
        out.beginObject();
        out.field("schema", Plan.SCHEMA);
        out.field("shape", plan.shape().word());
        out.name("hosts").beginArray();
        plan.hosts().forEach(this::host);
        out.end();
        out.name("links").beginArray();
        plan.links().forEach(this::link);
        out.end();
        out.name("lanes");
        lanes(plan.lanes());
        out.end();
        return out.text();
    }

    private void host(PlannedHost host) {
        out.beginObject();
        out.field("name", host.name());
        out.field("rank", host.rank());
        out.name("functions").beginArray();
        for (PlannedFunction function : host.functions()) {
            out.beginInlineObject();
            out.field("netdev", function.netdev());
            out.field("device", function.device());
            out.field("mac", function.mac());
            out.field("address", function.address());
            out.field("prefixLength", function.prefixLength());
            out.field("port", function.port());
            out.field("plane", function.plane());
            out.field("card", function.card());
            out.end();
        }
        out.end();
        out.end();
    }

    private void link(PlannedLink link) {
        out.beginInlineObject();
        out.name("a");
        end(link.a());
        out.name("b");
        end(link.b());
        out.field("plane", link.plane());
        out.field("subnet", link.subnet());
        out.end();
    }

    private void end(FunctionId id) {
        out.beginInlineObject();
        out.field("host", id.host());
        out.field("netdev", id.name());
        out.end();
    }

    private void lanes(PairingResult result) {
        out.beginObject();
        switch (result) {
            case PairingResult.EveryPair every -> {
                out.field("pairing", "every pair");
                table(every.table());
            }
            case PairingResult.NeighboursOnly only -> {
                out.field("pairing", "neighbours only");
                table(only.table());
                out.name("unpaired").beginArray();
                only.unpaired().forEach(p -> {
                    out.beginInlineArray();
                    out.number(p.low());
                    out.number(p.high());
                    out.end();
                });
                out.end();
            }
            case PairingResult.Refused refused -> {
                out.field("pairing", "refused");
                out.field("code", refused.code().name());
                out.field("reason", refused.refusal().seen());
            }
        }
        out.end();
    }

    private void table(LaneTable table) {
        out.field("lanesPerPeer", table.lanesPerPeer());
        out.name("table").beginArray();
        for (Lane lane : table.lanes()) {
            out.beginInlineObject();
            out.field("low", lane.lowRank());
            out.field("high", lane.highRank());
            out.field("index", lane.index());
            out.field("lowDevice", lane.low().name());
            out.field("highDevice", lane.high().name());
            out.end();
        }
        out.end();
    }
}
