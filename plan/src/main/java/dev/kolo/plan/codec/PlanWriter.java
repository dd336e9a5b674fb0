package dev.kolo.plan.codec;

import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.json.JsonWriter.Layout;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.address.SegmentAddress;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.wire.WireSection;
import java.util.List;
import java.util.Optional;

/** Writes plans. Fields stand in a fixed order; what is absent is left out. */
public final class PlanWriter {
    private final JsonWriter out;

    private PlanWriter(Layout layout) {
        out = new JsonWriter(layout);
    }

    /** The plan as JSON text with its identity and a final line end. */
    public static String write(Plan plan) {
        return new PlanWriter(Layout.INDENTED).plan(plan, Optional.of(identity(plan)));
    }

    /** The plan's identity. */
    public static String identity(Plan plan) {
        return PlanIdentity.of(new PlanWriter(Layout.COMPACT).plan(plan, Optional.empty()));
    }

    private String plan(Plan plan, Optional<String> identity) {
        out.beginObject();
        out.field("schema", Plan.SCHEMA);
        out.field(PlanIdentity.FIELD, identity);
        out.field("shape", plan.shape().word());
        out.field("invented", plan.invented());
        list("hosts", plan.hosts(), this::host);
        list("links", plan.links(), plan.addresses().links());
        list("segments", plan.addresses().segments(), this::segment);
        addresses(plan);
        out.name("lanes");
        pairing(plan.lanes());
        out.name("wire");
        wire(plan.wire());
        out.name("relays");
        new RelayWriter(out).write(plan.relays());
        out.name("engine");
        new EngineWriter(out).write(plan.engine());
        list("transit", plan.transit(), this::transit);
        list("proofs", plan.proofs(), this::proof);
        texts("notes", plan.notes());
        out.end();
        return out.text();
    }

    private <T> void list(String name, List<T> items, java.util.function.Consumer<T> writer) {
        out.name(name).beginArray();
        items.forEach(writer);
        out.end();
    }

    private void texts(String name, List<String> texts) {
        out.name(name).beginArray();
        texts.forEach(out::string);
        out.end();
    }

    private void host(PlannedHost host) {
        out.beginObject();
        out.field("name", host.name());
        out.field("rank", host.rank());
        list("functions", host.functions(), this::function);
        host.management().ifPresent(management -> {
            out.name("management").beginInlineObject();
            out.field("netdev", management.netdev());
            out.field("address", management.address());
            out.end();
        });
        out.end();
    }

    private void function(PlannedFunction function) {
        out.beginInlineObject();
        out.field("netdev", function.netdev());
        out.field("device", function.device());
        out.field("mac", function.mac());
        out.field("address", function.address());
        out.field("prefixLength", function.prefixLength());
        out.field("port", function.port());
        out.field("plane", function.plane());
        out.field("card", function.card());
        out.field("pci", function.pci());
        out.field("linked", function.linked());
        out.field("kept", function.kept());
        out.end();
    }

    private void list(String name, List<PlannedLink> links, List<LinkAddress> addresses) {
        out.name(name).beginArray();
        for (int i = 0; i < links.size(); i++) {
            PlannedLink link = links.get(i);
            LinkAddress address = addresses.get(i);
            out.beginInlineObject();
            out.name("a");
            end(link.a());
            out.name("b");
            end(link.b());
            out.field("plane", link.plane());
            out.field("subnet", link.subnet());
            out.field("addressA", address.addressA().toString());
            out.field("addressB", address.addressB().toString());
            out.field("kept", address.kept());
            out.end();
        }
        out.end();
    }

    private void end(FunctionId id) {
        out.beginInlineObject();
        out.field("host", id.host());
        out.field("netdev", id.name());
        out.end();
    }

    private void segment(SegmentAddress segment) {
        out.beginObject();
        out.field("plane", segment.plane());
        out.field("subnet", segment.subnet().toString());
        list("members", segment.members(), member -> {
            out.beginInlineObject();
            out.field("host", member.function().host());
            out.field("netdev", member.function().name());
            out.field("address", member.address().toString());
            out.field("kept", member.kept());
            out.end();
        });
        out.end();
    }

    private void addresses(Plan plan) {
        out.name("addresses").beginObject();
        texts("pools", plan.addresses().pools().stream().map(Object::toString).toList());
        out.field("linkPrefixLength", plan.addresses().linkPrefixLength());
        out.field("comparedPrefixLength", plan.addresses().comparedPrefixLength());
        out.field("mtuBytes", Plan.MTU_BYTES);
        out.end();
    }

    private void pairing(PairingResult result) {
        out.beginObject();
        switch (result) {
            case PairingResult.EveryPair every -> {
                out.field("pairing", "every pair");
                table(every.table());
                notices(every.notices());
            }
            case PairingResult.NeighboursOnly only -> {
                out.field("pairing", "neighbours only");
                table(only.table());
                out.field("unpaired", only.unpaired().size());
                notices(only.notices());
            }
            case PairingResult.Refused refused -> {
                out.field("pairing", "refused");
                out.name("refusal");
                FindingsJson.write(out, refused.refusal());
            }
        }
        out.end();
    }

    private void notices(List<Finding> notices) {
        list("notices", notices, f -> FindingsJson.write(out, f));
    }

    private void table(LaneTable table) {
        out.field("world", table.world());
        out.field("lanesPerPeer", table.lanesPerPeer());
        out.name("table").beginArray();
        for (Lane lane : table.lanes()) {
            out.beginInlineObject();
            out.field("low", lane.lowRank());
            out.field("high", lane.highRank());
            out.field("index", lane.index());
            out.field("lowDevice", lane.low().name());
            out.field("highDevice", lane.high().name());
            out.field("relays", lane.relays());
            out.end();
        }
        out.end();
    }

    private void wire(WireSection wire) {
        out.beginObject();
        table(wire.lanes());
        list("groups", wire.groups(), this::group);
        list("devices", wire.devices(), devices -> {
            out.beginInlineObject();
            out.field("rank", devices.rank());
            out.field("host", devices.host());
            out.name("wire").beginInlineArray();
            devices.wire().forEach(out::string);
            out.end();
            out.name("nccl").beginInlineArray();
            devices.nccl().forEach(out::string);
            out.end();
            out.end();
        });
        out.field("keptApart", wire.keptApart());
        out.field("trade", wire.trade());
        out.field("windowBytes", wire.windowBytes());
        out.field("chunkBytes", wire.chunkBytes());
        out.field("operationBytes", wire.operationBytes());
        out.end();
    }

    private void group(WireSection.Group group) {
        out.beginObject();
        out.field("first", group.first());
        out.field("last", group.last());
        out.field("everyPair", group.everyPair());
        list("schedules", group.schedules(), schedule -> {
            out.beginInlineObject();
            out.field("name", schedule.name());
            out.field("fromBytes", schedule.fromBytes());
            out.field("toBytes", schedule.toBytes());
            out.field("rounds", schedule.rounds());
            out.field("reason", schedule.reason());
            out.end();
        });
        out.field("said", group.said());
        out.end();
    }

    private void transit(TransitRoute route) {
        out.beginInlineObject();
        out.field("host", route.host());
        out.field("destination", route.destination().toString());
        out.field("via", route.via().toString());
        out.field("netdev", route.netdev());
        out.end();
    }

    private void proof(Proof proof) {
        out.beginObject();
        out.field("name", proof.name());
        out.field("checked", proof.checked());
        out.field("cases", proof.cases());
        out.field("holds", proof.holds());
        texts("failures", proof.failures());
        texts("notObserved", proof.notObserved());
        out.end();
    }
}
