package dev.kolo.fabric.codec;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonProblem;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.fabric.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Inventories as JSON, schema {@code kolo.inventory/1} (docs/inventory-format.md). Every field of every record is kept, so
 * that facts can be sent to somebody else and judged there with the same result.
 */
public final class InventoryJson {
    private static final String FAMILY = "kolo.inventory/";

    private InventoryJson() {}

    /** The JSON text of an inventory; equal inventories give equal bytes. */
    public static String write(Inventory inventory, JsonWriter.Layout layout) {
        JsonWriter out = new JsonWriter(layout).beginObject().field("schema", Inventory.SCHEMA);
        out.name("hosts").beginArray();
        inventory.hosts().forEach(facts -> NodeWriter.write(out, facts));
        out.end();
        if (!inventory.statedCables().isEmpty()) {
            out.name("statedCables").beginArray();
            inventory.statedCables().forEach(cable -> NodeWriter.write(out, cable));
            out.end();
        }
        if (!inventory.unreachable().isEmpty()) {
            out.name("unreachable").beginArray();
            for (Inventory.Unreachable host : inventory.unreachable()) {
                out.beginInlineObject().field("host", host.host()).field("reason", host.reason());
                out.end();
            }
            out.end();
        }
        return out.end().text();
    }

    /** True when an object says of itself that it is an inventory, of whatever version. */
    public static boolean isInventory(JsonObject document) {
        return document.string("schema").filter(s -> s.startsWith(FAMILY)).isPresent();
    }

    /** Reads a text. Of one that breaks off, the hosts that came whole are given. */
    public static Decoded<Inventory> read(String text) {
        return decode(JsonReader.read(text));
    }

    /** Decodes what {@link JsonReader} made of a text. */
    public static Decoded<Inventory> decode(JsonReading reading) {
        return switch (reading) {
            case JsonReading.Whole whole
            when !whole.repeated().isEmpty() -> repeated(whole.repeated().getFirst());
            case JsonReading.Whole whole -> decode(whole.root());
            case JsonReading.Broken broken -> decodeCut(broken);
        };
    }

    private static Decoded<Inventory> repeated(JsonReading.Repeated field) {
        return new Decoded.Refused<>(field.line(), field.path() + " stands twice in one object");
    }

    private static Decoded<Inventory> decode(Json root) {
        if (!(root instanceof JsonObject document)) {
            return new Decoded.Refused<>(
                    root.at().line(),
                    "an inventory must be an object with \"schema\": \"" + Inventory.SCHEMA + "\", and this is "
                            + root.describe());
        }
        Optional<String> schema = document.string("schema");
        if (schema.isEmpty() || !schema.get().equals(Inventory.SCHEMA)) {
            return new Decoded.Refused<>(
                    document.get("schema").orElse(document).at().line(), wrongSchema(schema));
        }
        try {
            return new Decoded.Whole<>(inventory(Cursor.of(document)));
        } catch (DecodeException refused) {
            return refused.refusal();
        }
    }

    private static String wrongSchema(Optional<String> schema) {
        if (schema.isEmpty()) {
            return "schema is missing: an inventory says \"schema\": \"" + Inventory.SCHEMA + "\"";
        }
        return schema.get().startsWith(FAMILY)
                ? "this inventory has the schema " + schema.get() + ", and this Kolo reads " + Inventory.SCHEMA
                        + " only: read it with the Kolo that wrote it, or a newer one"
                : "schema must be " + Inventory.SCHEMA + ", and is " + schema.get();
    }

    private static Inventory inventory(Cursor document) {
        TreeSet<String> names = new TreeSet<>();
        List<NodeFacts> hosts = document.list("hosts", host -> {
            NodeFacts facts = NodeDecoder.decode(host);
            if (!names.add(facts.host())) {
                throw new DecodeException(
                        host.object().at().line(),
                        host.pathOf("host") + " is \"" + facts.host() + "\" like that of a host before it");
            }
            return facts;
        });
        return new Inventory(
                hosts,
                document.list("statedCables", NodeDecoder::statedCable),
                document.list(
                        "unreachable",
                        host -> new Inventory.Unreachable(host.requiredString("host"), host.requiredString("reason"))));
    }

    /** The host in which the text breaks off must go: its lists say "not there" of whatever was cut away. */
    private static Decoded<Inventory> decodeCut(JsonReading.Broken broken) {
        JsonProblem problem = broken.problem();
        Optional<JsonObject> document = broken.partial().flatMap(Json::asObject);
        if (problem.kind() != JsonProblem.Kind.ENDS_EARLY
                || document.isEmpty()
                || !isInventory(document.get())
                || !broken.repeated().isEmpty()) {
            return new Decoded.Refused<>(problem.line(), problem.what() + inPath(problem));
        }
        Map<String, Json> fields = new LinkedHashMap<>(document.get().fields());
        List<Json> hosts = document.get().array("hosts").map(JsonArray::items).orElse(List.of());
        boolean cutInHost = problem.path().startsWith("hosts[") && !hosts.isEmpty();
        List<Json> kept = cutInHost && problem.path().startsWith("hosts[" + (hosts.size() - 1) + "]")
                ? hosts.subList(0, hosts.size() - 1)
                : hosts;
        fields.put("hosts", new JsonArray(kept, document.get().at()));
        if (!problem.path().startsWith("hosts")) {
            fields.keySet().retainAll(List.of("schema", "hosts"));
        }
        return switch (decode(new JsonObject(fields, document.get().at()))) {
            case Decoded.Whole<Inventory>(Inventory inventory) ->
                new Decoded.Cut<>(
                        inventory,
                        problem.line(),
                        problem.what() + inPath(problem) + ": the first " + kept.size() + " hosts in it are whole");
            case Decoded.Refused<Inventory> refused -> refused;
            case Decoded.Cut<Inventory> cut -> cut;
        };
    }

    private static String inPath(JsonProblem problem) {
        return problem.path().isEmpty() ? "" : ", in " + problem.path();
    }
}
