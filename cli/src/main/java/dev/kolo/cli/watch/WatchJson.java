package dev.kolo.cli.watch;

import dev.kolo.doctor.counters.ExpectedShares.Range;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.counters.Traffic;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.topology.Function;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** One interval as one line of JSON, {@code kolo.watch/1} (docs/watch.md). */
public final class WatchJson {
    /** Schema name. */
    public static final String SCHEMA = "kolo.watch/1";

    private WatchJson() {}

    /** The line, without its end. */
    public static String line(Frame frame) {
        JsonWriter out = new JsonWriter(JsonWriter.Layout.COMPACT).beginObject().field("schema", SCHEMA);
        out.field("interval", frame.number()).name("hosts").beginArray();
        frame.growth().hosts().forEach((name, host) -> host(out, frame, host));
        out.end().name("unreachable").beginArray();
        frame.silent()
                .forEach(h -> out.beginObject()
                        .field("host", h.host())
                        .field("reason", h.reason())
                        .end());
        out.end().field("judgedMillis", frame.judgedMillis());
        out.name("findings").beginArray();
        frame.judged().findings().forEach(f -> FindingsJson.write(out, f));
        out.end().name("notObserved").beginArray();
        frame.judged()
                .notObserved()
                .forEach(o -> out.beginObject()
                        .field("check", o.check())
                        .field("askFor", o.askFor())
                        .end());
        // The text may end in a line feed of its own; lines of JSON have exactly one, which the caller writes.
        return out.end().end().text().strip();
    }

    private static void host(JsonWriter out, Frame frame, HostGrowth host) {
        out.beginObject().field("host", host.host());
        number(out, "millis", host.interval().millis());
        out.field("restarted", host.interval().restarted()).name("functions").beginArray();
        frame.growth().of(host.host()).forEach(row -> function(out, frame, row));
        out.end().name("others").beginArray();
        frame.growth().others().stream()
                .filter(row -> row.function().host().equals(host.host()))
                .forEach(row -> function(out, frame, row));
        out.end().end();
    }

    private static void function(JsonWriter out, Frame frame, FunctionGrowth row) {
        Function function = row.function();
        String device = function.device().map(d -> d.name()).orElse(function.name());
        out.beginObject()
                .field("device", device)
                .field("netdev", function.netdev().map(n -> n.name()));
        out.field("card", function.port().card()).field("port", function.port().number());
        out.field("plane", function.plane());
        row.traffic().ifPresent(traffic -> traffic(out, traffic));
        out.field("mirrorOf", row.mirrorOf());
        if (row.share().isPresent()) {
            out.name("share").number(row.share().getAsDouble());
        }
        Optional<Range> range = frame.expected().flatMap(e -> e.of(function.host(), device));
        range.ifPresent(r -> {
            out.name("planned").beginObject().name("least").number(r.least());
            out.name("most").number(r.most());
            out.end();
        });
        out.name("troubles").beginArray();
        row.troubles().forEach(t -> {
            out.beginObject().field("subject", t.subject()).field("counter", t.counter());
            out.field("meaning", t.meaning().name().toLowerCase(Locale.ROOT));
            out.field("growth", t.growth().atLeast()).field("exact", t.growth().isExact());
            out.end();
        });
        out.end().end();
    }

    private static void traffic(JsonWriter out, Traffic traffic) {
        out.field("source", traffic.source().name().toLowerCase(Locale.ROOT));
        number(out, "sentBytes", traffic.sentBytes());
        number(out, "receivedBytes", traffic.receivedBytes());
        number(out, "sentPackets", traffic.sentPackets());
        number(out, "receivedPackets", traffic.receivedPackets());
        out.field("exact", traffic.isExact());
    }

    private static void number(JsonWriter out, String name, OptionalLong value) {
        if (value.isPresent()) {
            out.field(name, value.getAsLong());
        }
    }
}
