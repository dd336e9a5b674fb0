package dev.kolo.cli.wire.top;

import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.wire.protocol.CounterSnapshot;
import dev.kolo.wire.protocol.Counters.OfPeer;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.session.run.CounterLook.State;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Sessions as one line of JSON, {@code kolo.wire.top/1}: every counter of every rank, rates, and the sentences. */
public final class TopJson {
    private TopJson() {}

    /** The line, without its end. */
    public static String line(List<SessionView> sessions, double seconds) {
        JsonWriter json =
                new JsonWriter(JsonWriter.Layout.COMPACT).beginObject().field("schema", "kolo.wire.top/1");
        json.name("interval_s").number(rounded(seconds));
        json.name("sessions").beginArray();
        for (SessionView session : sessions) {
            json.beginObject().field("session", session.session()).field("kind", session.kind());
            json.field("world", session.world());
            json.name("ranks").beginArray();
            session.ranks().forEach(rank -> write(json, session, rank));
            json.end().name("meaning").beginArray();
            Meaning.of(session).forEach(json::string);
            json.end().end();
        }
        return json.end().end().text().strip();
    }

    private static void write(JsonWriter json, SessionView session, RankView rank) {
        json.beginObject()
                .field("rank", rank.found().rank())
                .field("pid", rank.found().pid())
                .field("state", state(rank));
        rank.now().ifPresent(counters -> {
            json.field("poisoned", rank.poisoned());
            for (Total total : Total.values()) {
                if (total != Total.POISONED) {
                    json.field(total.name().toLowerCase(Locale.ROOT), counters.get(total));
                }
            }
            number(json, "exchanges_per_s", rank.rate(Total.OPERATIONS));
            number(json, "bytes_per_s", rank.rate(Total.BYTES));
            number(json, "waits_us", session.waits(rank));
            number(json, "awaited_us", session.othersWait(rank));
            number(json, "skew_us", session.skew(rank));
            json.name("peers").beginArray();
            for (int peer = 0; peer < counters.world(); peer++) {
                if (peer != rank.found().rank()) {
                    write(json, rank, counters, peer);
                }
            }
            json.end();
        });
        json.end();
    }

    private static void write(JsonWriter json, RankView rank, CounterSnapshot counters, int peer) {
        json.beginObject().field("peer", peer);
        for (OfPeer count : OfPeer.values()) {
            json.field(count.name().toLowerCase(Locale.ROOT), counters.get(count, peer));
        }
        number(json, "wait_us", rank.waitMicros(peer));
        number(json, "awaited_share", rank.awaitedShare(peer));
        json.end();
    }

    private static void number(JsonWriter json, String name, OptionalDouble value) {
        value.ifPresent(known -> json.name(name).number(rounded(known)));
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static String state(RankView rank) {
        return switch (rank.found().state()) {
            case State.Running _ -> "running";
            case State.Gone _ -> "gone";
            case State.NotPermitted _ -> "not_permitted";
            case State.Unreadable _ -> "unreadable";
        };
    }
}
