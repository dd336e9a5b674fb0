package dev.kolo.fabric.codec;

import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonNumber;
import dev.kolo.fabric.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A JSON object with its path in the document, so that each refusal names the place: {@code hosts[2].netdevs[0].mtu}. An
 * absent field and {@code null} are the same; a field of the wrong kind is refused, never skipped.
 *
 * @param object the object
 * @param path where it stands; empty for the document itself
 */
public record Cursor(JsonObject object, String path) {
    public static Cursor of(JsonObject document) {
        return new Cursor(document, "");
    }

    /** The path of a field of this object. */
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    public String requiredString(String name) {
        return string(name).orElseThrow(() -> missing(name, "a text"));
    }

    /** A text that may be absent, which counts as empty. */
    public String stringOrEmpty(String name) {
        return string(name).orElse("");
    }

    public Optional<String> string(String name) {
        return object.get(name).map(value -> value.asString().orElseThrow(() -> wrong(name, value, "a text")));
    }

    public int requiredInteger(String name) {
        return integer(name).orElseThrow(() -> missing(name, "a whole number"));
    }

    public OptionalInt integer(String name) {
        Optional<Json> value = object.get(name);
        if (value.isEmpty()) {
            return OptionalInt.empty();
        }
        OptionalInt number = object.integer(name);
        if (number.isEmpty()) {
            throw wrong(name, value.get(), "a whole number");
        }
        return number;
    }

    public long requiredLong(String name) {
        Json value = object.get(name).orElseThrow(() -> missing(name, "a whole number"));
        return whole(name, value);
    }

    /** A whole number, or the word {@code unlimited} for {@link Long#MAX_VALUE}. */
    public OptionalLong limit(String name) {
        Optional<Json> value = object.get(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                value.get().asString().filter("unlimited"::equals).isPresent()
                        ? Long.MAX_VALUE
                        : whole(name, value.get()));
    }

    public OptionalDouble decimal(String name) {
        Optional<Json> value = object.get(name);
        if (value.isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble number = object.decimal(name);
        if (number.isEmpty()) {
            throw wrong(name, value.get(), "a number");
        }
        return number;
    }

    public Optional<Boolean> bool(String name) {
        return object.get(name).map(value -> value.asBool().orElseThrow(() -> wrong(name, value, "true or false")));
    }

    /** A text in a notation of its own. */
    public <T> Optional<T> parsed(String name, String wanted, Function<String, Optional<T>> parser) {
        return object.get(name)
                .map(value -> value.asString().flatMap(parser).orElseThrow(() -> wrong(name, value, wanted)));
    }

    /** Like {@link #parsed}, for a field that must be there. */
    public <T> T requiredParsed(String name, String wanted, Function<String, Optional<T>> parser) {
        return parsed(name, wanted, parser).orElseThrow(() -> missing(name, wanted));
    }

    /** One word of a closed list, in lower case; absent means {@code otherwise}. */
    public <E extends Enum<E>> E word(String name, E[] words, E otherwise) {
        Optional<Json> value = object.get(name);
        if (value.isEmpty()) {
            return otherwise;
        }
        return value.get()
                .asString()
                .flatMap(text -> find(text, words))
                .orElseThrow(() -> wrong(name, value.get(), "one of " + list(words)));
    }

    /** The word for an enum constant in every document. */
    public static String wordOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The constant that a word stands for. */
    public static <E extends Enum<E>> Optional<E> find(String word, E[] words) {
        for (E constant : words) {
            if (wordOf(constant).equals(word)) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }

    private static <E extends Enum<E>> String list(E[] words) {
        StringBuilder out = new StringBuilder();
        for (E constant : words) {
            out.append(out.isEmpty() ? "" : ", ").append(wordOf(constant));
        }
        return out.toString();
    }

    public Optional<Cursor> child(String name) {
        return object.get(name)
                .map(value ->
                        new Cursor(value.asObject().orElseThrow(() -> wrong(name, value, "an object")), pathOf(name)));
    }

    public Cursor requiredChild(String name) {
        return child(name).orElseThrow(() -> missing(name, "an object"));
    }

    /** A list of objects; absent means empty. */
    public List<Cursor> children(String name) {
        List<Cursor> children = new ArrayList<>();
        for (Json item : items(name)) {
            String place = name + "[" + children.size() + "]";
            children.add(new Cursor(item.asObject().orElseThrow(() -> wrong(place, item, "an object")), pathOf(place)));
        }
        return children;
    }

    public <T> List<T> list(String name, Function<Cursor, T> decoder) {
        return children(name).stream().map(decoder).toList();
    }

    /** A list of texts; absent means empty. */
    public List<String> strings(String name) {
        List<String> strings = new ArrayList<>();
        for (Json item : items(name)) {
            String place = name + "[" + strings.size() + "]";
            strings.add(item.asString().orElseThrow(() -> wrong(place, item, "a text")));
        }
        return strings;
    }

    private List<Json> items(String name) {
        return object.get(name)
                .map(value -> value.asArray()
                        .orElseThrow(() -> wrong(name, value, "a list"))
                        .items())
                .orElse(List.of());
    }

    /** An object whose fields are all texts; absent means empty. */
    public Map<String, String> stringMap(String name) {
        Map<String, String> map = new LinkedHashMap<>();
        child(name)
                .ifPresent(inner ->
                        inner.object().fields().keySet().forEach(key -> map.put(key, inner.requiredString(key))));
        return map;
    }

    /** An object whose fields are all whole numbers; absent means empty. */
    public Map<String, Long> longMap(String name) {
        Map<String, Long> map = new LinkedHashMap<>();
        child(name)
                .ifPresent(inner ->
                        inner.object().fields().keySet().forEach(key -> map.put(key, inner.requiredLong(key))));
        return map;
    }

    /** Counters by name: whole numbers of up to 64 bits without a sign. */
    public Map<String, Long> counterMap(String name) {
        Map<String, Long> map = new LinkedHashMap<>();
        child(name)
                .ifPresent(inner -> inner.object().fields().forEach((key, value) -> {
                    if (!(value instanceof JsonNumber number)
                            || number.asUnsigned().isEmpty()) {
                        throw inner.wrong(key, value, "a whole number of at most 64 bits");
                    }
                    map.put(key, number.asUnsigned().getAsLong());
                }));
        return map;
    }

    private long whole(String name, Json value) {
        OptionalLong number = object.wholeNumber(name);
        if (number.isEmpty()) {
            throw wrong(name, value, "a whole number of at most 64 bits");
        }
        return number.getAsLong();
    }

    public DecodeException wrong(String name, Json value, String wanted) {
        return new DecodeException(
                value.at().line(), pathOf(name) + " must be " + wanted + ", and is " + value.describe());
    }

    public DecodeException missing(String name, String wanted) {
        return new DecodeException(object.at().line(), pathOf(name) + " is missing: it must be " + wanted);
    }
}
