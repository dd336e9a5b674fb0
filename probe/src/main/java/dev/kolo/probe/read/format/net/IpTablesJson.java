package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Names;
import java.util.List;
import java.util.Optional;

/**
 * {@code ip -j route}, {@code ip -j route get} and {@code ip -j neigh}: lists of objects with a dst. A route's answer may
 * lack the dev (iproute2 before 6) and carry its source as {@code from}.
 */
public final class IpTablesJson implements JsonShape {
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
        if (rows.stream().noneMatch(r -> r.has("dst"))) {
            return Claim.NO;
        }
        boolean neighbours = rows.stream()
                .anyMatch(r -> r.has("lladdr")
                        || r.has("state")
                                && r.get("state").flatMap(Json::asArray).isPresent());
        boolean single = isAboutOne(scope.command(), rows);
        for (JsonObject row : rows) {
            if (neighbours) {
                neighbour(row, origin, scope);
            } else if (!single) {
                route(row, origin, scope);
            }
        }
        if (!neighbours && single) {
            scope.understood("ip -j route get");
            return Claim.KNOWN;
        }
        Topic topic = neighbours ? Topic.NEIGHBOURS : Topic.ROUTES;
        scope.facts().observe(topic, origin.whole() && isOfIpv4(rows) ? Observation.OBSERVED : Observation.PARTIAL);
        scope.understood(neighbours ? "ip -j neigh" : "ip -j route");
        return Claim.READ;
    }

    /** "[]" says something only under its command. */
    private static Claim empty(JsonArray array, Scope scope) {
        Optional<Command> command = scope.command();
        if (!array.isEmpty() || command.isEmpty() || !command.get().program().equals("ip")) {
            return Claim.NO;
        }
        scope.understood("ip -j "
                + command.get().words().stream()
                        .filter(w -> !w.startsWith("-"))
                        .skip(1)
                        .findFirst()
                        .orElse(""));
        return Claim.KNOWN;
    }

    /** The answer to "route get": one row that carries the asking user's id. */
    private static boolean isAboutOne(Optional<Command> command, List<JsonObject> rows) {
        return command.filter(c -> c.has("get")).isPresent()
                || rows.size() == 1 && rows.get(0).has("uid");
    }

    private static boolean isOfIpv4(List<JsonObject> rows) {
        return rows.stream()
                .anyMatch(r -> r.string("dst")
                        .filter(d -> d.equals("default") || d.indexOf('.') > 0)
                        .isPresent());
    }

    private static void route(JsonObject row, JsonOrigin origin, Scope scope) {
        Optional<String> destination = row.string("dst");
        String type = row.string("type").orElse("unicast");
        if (destination.isEmpty() || type.equals("local") || type.equals("broadcast") || type.equals("multicast")) {
            return;
        }
        Optional<IpAddress> via = row.string("gateway")
                .or(() -> row.object("via").flatMap(v -> v.string("host")))
                .flatMap(Names::ip);
        Optional<String> source = row.string("prefsrc").or(() -> row.string("from"));
        StringBuilder words = new StringBuilder(destination.get());
        via.ifPresent(v -> words.append(" via ").append(v));
        row.string("dev").ifPresent(d -> words.append(" dev ").append(d));
        row.text("protocol").ifPresent(p -> words.append(" proto ").append(p));
        row.text("scope").ifPresent(s -> words.append(" scope ").append(s));
        source.ifPresent(s -> words.append(" src ").append(s));
        scope.facts()
                .route(new Route(
                        destination.get(),
                        row.string("dev"),
                        via,
                        source.flatMap(Names::ip),
                        row.text("protocol"),
                        row.text("scope"),
                        row.integer("metric"),
                        origin.evidence(row, words.toString())));
    }

    private static void neighbour(JsonObject row, JsonOrigin origin, Scope scope) {
        Optional<IpAddress> address = row.string("dst").flatMap(Names::ip);
        Optional<String> netdev = row.string("dev");
        if (address.isEmpty() || netdev.isEmpty()) {
            return;
        }
        List<String> states = row.string("state").map(List::of).orElseGet(() -> row.strings("state"));
        Neighbour.State state = states.stream()
                .flatMap(s -> NeighbourStates.of(s).stream())
                .findFirst()
                .orElse(Neighbour.State.UNKNOWN);
        String words = address.get() + " dev " + netdev.get()
                + row.string("lladdr").map(m -> " lladdr " + m).orElse("")
                + (states.isEmpty() ? "" : " " + String.join(",", states));
        scope.facts()
                .neighbour(new Neighbour(
                        address.get(),
                        netdev.get(),
                        row.string("lladdr").flatMap(MacAddress::parse),
                        state,
                        row.text("protocol"),
                        origin.evidence(row, words)));
    }
}
