package dev.kolo.fabric.json;

import java.util.List;
import java.util.Optional;

/**
 * A JSON list.
 *
 * @param items its values in source order
 * @param at where it begins
 */
public record JsonArray(List<Json> items, Json.Position at) implements Json {
    public JsonArray {
        items = List.copyOf(items);
    }

    public int size() {
        return items.size();
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }

    /** The value at a 0-based index; empty when the list is shorter. */
    public Optional<Json> get(int index) {
        return index >= 0 && index < items.size() ? Optional.of(items.get(index)) : Optional.empty();
    }

    /** Those of its values that are objects. */
    public List<JsonObject> objects() {
        return items.stream().flatMap(item -> item.asObject().stream()).toList();
    }

    /** Those of its values that are strings. */
    public List<String> strings() {
        return items.stream().flatMap(item -> item.asString().stream()).toList();
    }
}
