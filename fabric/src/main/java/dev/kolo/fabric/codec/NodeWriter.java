package dev.kolo.fabric.codec;

import static dev.kolo.fabric.codec.Cursor.wordOf;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.facts.SystemFacts;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Writes the facts of one host, and stated cables. What is absent is left out; small records take one line. */
final class NodeWriter {
    private NodeWriter() {}

    static void write(JsonWriter out, NodeFacts facts) {
        out.beginObject().field("host", facts.host());
        if (!facts.observed().isEmpty()) {
            out.name("observed").beginObject();
            facts.observed().forEach((topic, observation) -> out.field(wordOf(topic), wordOf(observation)));
            out.end();
        }
        list(out, "netdevs", facts.netdevs(), DeviceWriter::netdev);
        list(out, "rdmaDevices", facts.rdmaDevices(), DeviceWriter::rdmaDevice);
        list(out, "routes", facts.routes(), NodeWriter::route);
        list(out, "neighbours", facts.neighbours(), NodeWriter::neighbour);
        list(out, "lldp", facts.lldp(), NodeWriter::lldp);
        list(out, "filters", facts.filters(), NodeWriter::filter);
        list(out, "settings", facts.settings(), NodeWriter::setting);
        list(out, "remarks", facts.remarks(), NodeWriter::remark);
        if (!facts.system().equals(SystemFacts.UNKNOWN)) {
            system(out, facts.system());
        }
        out.end();
    }

    static void write(JsonWriter out, StatedCable cable) {
        out.beginInlineObject();
        end(out, "a", cable.a());
        end(out, "b", cable.b());
        out.field("subnet", cable.subnet());
        evidence(out, cable.evidence());
        out.end();
    }

    private static void end(JsonWriter out, String name, StatedCable.End end) {
        out.name(name).beginObject().field("host", end.host());
        out.field("port", end.port()).field("netdev", end.netdev()).end();
    }

    /** Writes a list under its name, or nothing when it is empty. */
    static <T> void list(JsonWriter out, String name, List<T> items, BiConsumer<JsonWriter, T> writer) {
        if (!items.isEmpty()) {
            out.name(name).beginArray();
            items.forEach(item -> writer.accept(out, item));
            out.end();
        }
    }

    /** Writes a map of numbers under its name, or nothing when it is empty. */
    static void longMap(JsonWriter out, String name, Map<String, Long> values) {
        if (!values.isEmpty()) {
            out.name(name).beginObject();
            values.forEach(out::field);
            out.end();
        }
    }

    /** Writes a map of counters under its name, or nothing when it is empty. */
    static void counters(JsonWriter out, String name, Map<String, Long> values) {
        if (!values.isEmpty()) {
            out.name(name).beginObject();
            values.forEach((key, value) -> out.name(key).unsigned(value));
            out.end();
        }
    }

    static void evidence(JsonWriter out, Evidence evidence) {
        if (!evidence.equals(Evidence.NONE)) {
            out.name("evidence").beginInlineObject().field("file", evidence.file());
            out.field("line", evidence.line()).field("text", evidence.text()).end();
        }
    }

    private static void route(JsonWriter out, Route route) {
        out.beginInlineObject().field("destination", route.destination());
        out.field("netdev", route.netdev()).field("via", route.via()).field("source", route.source());
        out.field("protocol", route.protocol()).field("scope", route.scope()).field("metric", route.metric());
        evidence(out, route.evidence());
        out.end();
    }

    private static void neighbour(JsonWriter out, Neighbour neighbour) {
        out.beginInlineObject().field("address", neighbour.address().toString());
        out.field("netdev", neighbour.netdev()).field("mac", neighbour.mac());
        out.field("state", wordOf(neighbour.state())).field("protocol", neighbour.protocol());
        evidence(out, neighbour.evidence());
        out.end();
    }

    private static void lldp(JsonWriter out, LldpNeighbour neighbour) {
        out.beginInlineObject().field("netdev", neighbour.netdev());
        out.field("systemName", neighbour.systemName()).field("chassisMac", neighbour.chassisMac());
        out.field("portMac", neighbour.portMac()).field("portName", neighbour.portName());
        evidence(out, neighbour.evidence());
        out.end();
    }

    private static void filter(JsonWriter out, TcFilter filter) {
        out.beginObject().field("netdev", filter.netdev()).field("hook", filter.hook());
        out.field("protocol", filter.protocol()).field("preference", filter.preference());
        out.field("kind", filter.kind()).field("handle", filter.handle()).field("keys", filter.keys());
        list(out, "actions", filter.actions(), NodeWriter::action);
        evidence(out, filter.evidence());
        out.end();
    }

    private static void action(JsonWriter out, TcFilter.Action action) {
        out.beginInlineObject().field("kind", action.kind()).field("attributes", action.attributes());
        if (action.packets() != -1) {
            out.field("packets", action.packets());
        }
        if (action.drops() != -1) {
            out.field("drops", action.drops());
        }
        out.end();
    }

    private static void setting(JsonWriter out, Setting setting) {
        out.beginInlineObject().field("name", setting.name()).field("value", setting.value());
        out.field("source", wordOf(setting.source()));
        evidence(out, setting.evidence());
        out.end();
    }

    private static void remark(JsonWriter out, Remark remark) {
        out.beginInlineObject().field("kind", wordOf(remark.kind())).field("value", remark.value());
        evidence(out, remark.evidence());
        out.end();
    }

    private static void system(JsonWriter out, SystemFacts system) {
        out.name("system").beginObject();
        out.field("kernelRelease", system.kernelRelease()).field("architecture", system.architecture());
        longMap(out, "memoryKib", system.memoryKib());
        system.memlockKib().ifPresent(limit -> {
            if (limit == Long.MAX_VALUE) {
                out.field("memlockKib", "unlimited");
            } else {
                out.field("memlockKib", limit);
            }
        });
        out.field("containerEngine", system.containerEngine()).field("inContainer", system.inContainer());
        out.field("rdmaNamespaceMode", system.rdmaNamespaceMode()).field("libraries", system.libraries());
        out.end();
    }
}
