package dev.kolo.plan.codec;

import dev.kolo.fabric.codec.Cursor;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.relay.Bounds;
import dev.kolo.plan.relay.Group;
import dev.kolo.plan.relay.HairpinQueue;
import dev.kolo.plan.relay.RelayLane;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.relay.Tag;
import java.util.List;

/** Writes what a plan says of relays. */
final class RelayWriter {
    private final JsonWriter out;

    RelayWriter(JsonWriter out) {
        this.out = out;
    }

    void write(RelaySection relays) {
        out.beginObject();
        out.field("relays", relays.relays());
        if (relays.relays() > 0) {
            out.field("label", RelaySection.LABEL);
            out.field("backend", relays.backend().word());
            out.field("form", Cursor.wordOf(relays.form()));
            out.field("marker", relays.marker());
            out.field("everyPair", relays.everyPair());
            out.field("queueSize", relays.queueSize());
            out.field("queueSizeKnown", relays.queueSizeKnown());
            out.field("operationBytes", relays.operationBytes());
            out.field(
                    "operationBytesAtBestQueue", relays.operationBytes(RelaySection.BEST_QUEUE_SIZE, relays.bounds()));
            out.field(
                    "operationBytesAtBestQueueAsPublished",
                    relays.operationBytes(RelaySection.BEST_QUEUE_SIZE, relays.publishedBounds()));
            out.name("groups").beginArray();
            for (int i = 0; i < relays.groups().size(); i++) {
                group(
                        relays.groups().get(i),
                        relays.bounds().get(i),
                        relays.publishedBounds().get(i));
            }
            out.end();
        }
        out.end();
    }

    private void group(RelayPlan plan, Bounds bounds, Bounds published) {
        Group group = plan.group();
        out.beginObject();
        out.field("closed", group.closed());
        out.field("planes", group.planes());
        out.field("relays", plan.relays());
        out.field("spread", Cursor.wordOf(plan.spread()));
        out.name("members").beginArray();
        for (Group.Member member : group.members()) {
            out.beginInlineObject().field("host", member.host()).field("rank", member.rank());
            netdevs("up", member.up());
            netdevs("down", member.down());
            out.end();
        }
        out.end();
        out.name("bounds");
        bounds(bounds);
        out.name("published");
        bounds(published);
        out.name("paths").beginArray();
        plan.paths().forEach(this::path);
        out.end();
        out.name("lanes").beginArray();
        plan.lanes().forEach(this::lane);
        out.end();
        out.name("objects").beginArray();
        plan.objects().forEach(this::object);
        out.end();
        out.end();
    }

    private void netdevs(String name, List<PlannedFunction> functions) {
        out.name(name).beginInlineArray();
        functions.forEach(f -> out.string(f.netdev()));
        out.end();
    }

    private void bounds(Bounds bounds) {
        out.beginObject();
        out.name("worstLoad").number(bounds.worstLoad());
        out.field("lanesPerPeer", bounds.lanesPerPeer());
        out.name("queues").beginArray();
        for (HairpinQueue queue : bounds.queues()) {
            out.beginInlineObject();
            out.field("host", queue.host());
            out.field("ingress", queue.ingress());
            out.field("egress", queue.egress());
            out.field("lanes", queue.lanes());
            out.name("load").number(queue.load());
            out.end();
        }
        out.end();
        out.end();
    }

    private void path(RelayPath path) {
        out.beginInlineObject();
        out.field("from", path.from());
        out.field("to", path.to());
        out.field("plane", path.plane());
        out.field("direction", Cursor.wordOf(path.direction()));
        out.field("source", path.source().toString());
        out.field("destination", path.destination().toString());
        out.name("relays").beginInlineArray();
        path.relays().forEach(out::string);
        out.end();
        out.end();
    }

    private void lane(RelayLane lane) {
        out.beginInlineObject();
        out.field("low", lane.low());
        out.field("high", lane.high());
        out.field("plane", lane.plane());
        out.field("direction", Cursor.wordOf(lane.direction()));
        out.field("lowAddress", lane.lowAddress().toString());
        out.field("highAddress", lane.highAddress().toString());
        out.field("relays", lane.relays());
        out.end();
    }

    private void object(RelayObject object) {
        out.beginInlineObject();
        switch (object) {
            case RelayObject.Route r ->
                kind("route", r.host())
                        .field("destination", r.destination().toString())
                        .field("netdev", r.netdev())
                        .field("source", r.source().toString());
            case RelayObject.Neighbour n ->
                kind("neighbour", n.host())
                        .field("destination", n.destination().toString())
                        .field("netdev", n.netdev())
                        .field("nextHop", n.nextHop().toString());
            case RelayObject.Filter f ->
                kind("filter", f.host())
                        .field("ingress", f.ingress())
                        .field("relaysLeft", f.relaysLeft())
                        .field("tag", Tag.text(Tag.of(f.relaysLeft())))
                        .field("egress", f.egress())
                        .field("nextHop", f.nextHop().toString());
            case RelayObject.PairFilter f ->
                kind("pair filter", f.host())
                        .field("ingress", f.ingress())
                        .field("source", f.source().toString())
                        .field("destination", f.destination().toString())
                        .field("egress", f.egress())
                        .field("nextHop", f.nextHop().toString());
            case RelayObject.Marker m ->
                kind("marker", m.host())
                        .field("netdev", m.netdev())
                        .field("device", m.device())
                        .field("destination", m.destination().toString())
                        .field("relays", m.relays());
            case RelayObject.PortMarker m ->
                kind("port marker", m.host()).field("netdev", m.netdev()).field("device", m.device());
        }
        out.end();
    }

    private JsonWriter kind(String kind, String host) {
        return out.field("host", host).field("kind", kind);
    }
}
