package dev.kolo.fabric.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A JSON object. The getters give a value only when it is there and of the asked kind; JSON {@code null} counts as absent.
 *
 * @param fields its fields in source order; of two fields with one name the last one
 * @param at where it begins
 */
public record JsonObject(Map<String, Json> fields, Json.Position at) implements Json {
    public JsonObject {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** The field, unless it is absent or {@code null}. */
    public Optional<Json> get(String name) {
        Json value = fields.get(name);
        return value == null || value instanceof JsonNull ? Optional.empty() : Optional.of(value);
    }

    public Optional<String> string(String name) {
        return get(name).flatMap(Json::asString);
    }

    /** The text of a string or of a number. */
    public Optional<String> text(String name) {
        return get(name).flatMap(Json::asText);
    }

    /** A whole number that fits 32 bits. */
    public OptionalInt integer(String name) {
        Optional<JsonNumber> number = get(name).flatMap(Json::asNumber);
        return number.isPresent() ? number.get().asInt() : OptionalInt.empty();
    }

    /** A whole number that fits 64 bits. */
    public OptionalLong wholeNumber(String name) {
        Optional<JsonNumber> number = get(name).flatMap(Json::asNumber);
        return number.isPresent() ? number.get().asLong() : OptionalLong.empty();
    }

    public OptionalDouble decimal(String name) {
        Optional<JsonNumber> number = get(name).flatMap(Json::asNumber);
        return number.isPresent() ? number.get().asDouble() : OptionalDouble.empty();
    }

    public Optional<Boolean> bool(String name) {
        return get(name).flatMap(Json::asBool);
    }

    public Optional<JsonObject> object(String name) {
        return get(name).flatMap(Json::asObject);
    }

    public Optional<JsonArray> array(String name) {
        return get(name).flatMap(Json::asArray);
    }

    /** The objects of a list; what is no object in it is left out, and an absent list is an empty one. */
    public List<JsonObject> objects(String name) {
        return array(name).map(JsonArray::objects).orElse(List.of());
    }

    /** The texts of a list of strings; what is no string in it is left out, and an absent list is an empty one. */
    public List<String> strings(String name) {
        return array(name).map(JsonArray::strings).orElse(List.of());
    }
}
