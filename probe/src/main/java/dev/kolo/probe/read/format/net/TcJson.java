package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonBool;
import dev.kolo.fabric.json.JsonNumber;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code tc -j -s filter show}, in the same words as the plain form; and {@code tc -j qdisc}, which is only recognised. */
public final class TcJson implements JsonShape {
    @Override
    public Claim read(Json value, JsonOrigin origin, Scope scope) {
        Optional<JsonArray> array = value.asArray();
        if (array.isEmpty()) {
            return Claim.NO;
        }
        List<JsonObject> rows = array.get().objects();
        if (rows.isEmpty()) {
            return empty(array.get(), scope);
        }
        if (rows.stream().anyMatch(r -> r.has("kind") && r.has("handle") && r.has("refcnt"))) {
            scope.understood("tc -j qdisc");
            return Claim.KNOWN;
        }
        if (rows.stream().noneMatch(r -> r.has("pref") && r.has("kind"))) {
            return Claim.NO;
        }
        for (JsonObject row : rows) {
            // The row without options is a summary of its preference.
            row.object("options").ifPresent(options -> filter(row, options, origin, scope));
        }
        scope.facts().observe(Topic.FILTERS, Observation.PARTIAL);
        scope.understood("tc -j filter");
        return Claim.READ;
    }

    private static Claim empty(JsonArray array, Scope scope) {
        boolean asked = array.isEmpty()
                && scope.command().filter(c -> c.program().equals("tc")).isPresent();
        if (asked) {
            scope.facts().observe(Topic.FILTERS, Observation.PARTIAL);
            scope.understood("tc -j filter");
        }
        return asked ? Claim.KNOWN : Claim.NO;
    }

    private static void filter(JsonObject row, JsonObject options, JsonOrigin origin, Scope scope) {
        Map<String, String> keys = new TreeMap<>();
        options.object("keys")
                .ifPresent(k -> k.fields().forEach((name, v) -> text(v).ifPresent(t -> keys.put(name, t))));
        options.fields().forEach((name, v) -> {
            if (v instanceof JsonBool bool && bool.value()) {
                keys.put(name, "true");
            }
        });
        List<TcFilter.Action> actions = new ArrayList<>();
        options.objects("actions").forEach(a -> actions.add(action(a)));
        String protocol = protocol(row.text("protocol").orElse("all"));
        int preference = row.integer("pref").orElse(0);
        String kind = row.string("kind").orElse("");
        String handle = options.get("handle").flatMap(TcJson::handle).orElse("");
        String netdev = row.string("dev").orElseGet(() -> netdev(scope));
        String words = "filter protocol " + protocol + " pref " + preference + " " + kind
                + (handle.isEmpty() ? "" : " handle " + handle);
        scope.facts()
                .filter(new TcFilter(
                        netdev,
                        hook(row.string("parent").orElse(""), scope, false),
                        protocol,
                        preference,
                        kind,
                        handle,
                        keys,
                        actions,
                        origin.evidence(row, words)));
    }

    private static TcFilter.Action action(JsonObject action) {
        Map<String, String> attributes = new TreeMap<>();
        action.object("control_action").flatMap(c -> c.string("type")).ifPresent(t -> attributes.put("control", t));
        for (String name : new String[] {"mirred_action", "direction", "to_dev"}) {
            action.string(name).ifPresent(v -> attributes.put(name, v));
        }
        int index = 0;
        for (JsonObject key : action.objects("keys")) {
            String start = "key" + index++ + ".";
            key.string("htype").ifPresent(v -> attributes.put(start + "htype", v));
            key.text("offset").ifPresent(v -> attributes.put(start + "offset", v));
            key.string("cmd").ifPresent(v -> attributes.put(start + "cmd", v));
            key.text("val").ifPresent(v -> attributes.put(start + "val", hex(v)));
            key.text("mask").ifPresent(v -> attributes.put(start + "mask", hex(v)));
        }
        Optional<JsonObject> stats = action.object("stats");
        return new TcFilter.Action(
                action.string("kind").orElse(""),
                attributes,
                stats.map(s -> s.wholeNumber("packets").orElse(-1)).orElse(-1L),
                stats.map(s -> s.wholeNumber("drops").orElse(-1)).orElse(-1L));
    }

    private static Optional<String> text(Json value) {
        return value instanceof JsonBool bool ? Optional.of(Boolean.toString(bool.value())) : value.asText();
    }

    private static Optional<String> handle(Json value) {
        if (value instanceof JsonNumber number && number.asLong().isPresent()) {
            return Optional.of("0x" + Long.toHexString(number.asLong().getAsLong()));
        }
        return value.asText();
    }

    /** tc prints types that it has no name for in decimal: "[34997]" is 0x88b5. */
    static String protocol(String printed) {
        if (printed.startsWith("[") && printed.endsWith("]")) {
            var number = Words.number(printed.substring(1, printed.length() - 1));
            if (number.isPresent()) {
                return String.format(Locale.ROOT, "0x%04x", number.getAsInt());
            }
        }
        return printed;
    }

    /** Values of pedit keys with eight digits; JSON leaves leading zeros out. */
    static String hex(String value) {
        String digits = value.startsWith("0x") ? value.substring(2) : value;
        return digits.length() >= 8 ? digits : "0".repeat(8 - digits.length()) + digits;
    }

    /** The netdev of the command, since the answer does not repeat it; empty when there is no command. */
    static String netdev(Scope scope) {
        return scope.command().flatMap(c -> c.after("dev")).orElse("");
    }

    static String hook(String parent, Scope scope, boolean egressPrinted) {
        boolean egress = egressPrinted
                || parent.endsWith("fff3")
                || scope.command().filter(c -> c.has("egress")).isPresent();
        return egress ? "egress" : "ingress";
    }
}
