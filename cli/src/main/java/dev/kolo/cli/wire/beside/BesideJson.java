package dev.kolo.cli.wire.beside;

import dev.kolo.fabric.json.JsonWriter;
import java.util.List;
import java.util.OptionalDouble;

/** A comparison for machines: one object for each cell and peer. */
public final class BesideJson {
    private BesideJson() {}

    /** The fields {@code conditions}, {@code peers} and {@code beside} of an object that is being written. */
    public static void write(JsonWriter json, Conditions conditions, List<Peer> peers, List<Comparison> comparisons) {
        conditions.write(json.name("conditions"));
        json.name("peers").beginArray();
        for (Peer peer : peers) {
            json.beginObject().field("name", peer.name()).field("description", peer.description());
            json.name("caveats").beginArray();
            peer.caveats().forEach(json::string);
            json.end().end();
        }
        json.end().name("beside").beginArray();
        comparisons.forEach(c -> write(json, c));
        json.end();
    }

    private static void write(JsonWriter json, Comparison c) {
        json.beginInlineObject()
                .field("op", c.cell().op())
                .field("bytes", c.cell().bytes())
                .field("payload", c.cell().payload())
                .field("peer", c.peer())
                .field("peer_payload", c.peerPayload())
                .field("rounds", c.typical().rounds())
                .field("exchanges_a_round", c.cell().times());
        figures(json, "kolo_", c.kolo());
        figures(json, "peer_", c.theirs());
        ratio(json, c.byMean() ? "mean_ratio" : "p50_ratio", c.typical());
        c.tail().ifPresent(tail -> ratio(json, "p999_ratio", tail));
        json.end();
    }

    /** Quantiles in microseconds; what a program does not state is left out. */
    public static void figures(JsonWriter json, String prefix, Figures figures) {
        micros(json, prefix + "p50_us", figures.p50Micros());
        micros(json, prefix + "p99_us", figures.p99Micros());
        micros(json, prefix + "p999_us", figures.p999Micros());
        micros(json, prefix + "max_us", figures.maxMicros());
        micros(json, prefix + "mean_us", figures.meanMicros());
    }

    private static void micros(JsonWriter json, String name, OptionalDouble micros) {
        micros.ifPresent(value -> json.name(name).number(Math.round(value * 1000) / 1000.0));
    }

    private static void ratio(JsonWriter json, String name, Ratio ratio) {
        json.name(name).beginInlineObject();
        json.name("median").number(rounded(ratio.median()));
        json.name("low").number(rounded(ratio.low()));
        json.name("high").number(rounded(ratio.high()));
        json.name("confidence").number(rounded(ratio.confidence())).end();
    }

    private static double rounded(double value) {
        return Math.round(value * 10_000) / 10_000.0;
    }
}
