package dev.kolo.fabric.json;

import java.util.Optional;

/** One JSON value with the place where it was read, so that whoever dislikes it can show the line. */
public sealed interface Json permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBool, JsonNull {
    /** Where it was read; {@link Position#NONE} for values that were not read from text. */
    Position at();

    /** What it is, in plain words, for messages: "an object", "the number 5". */
    default String describe() {
        return switch (this) {
            case JsonObject object -> "an object";
            case JsonArray array -> "a list";
            case JsonString string -> "the text \"" + shortened(string.value()) + "\"";
            case JsonNumber number -> "the number " + shortened(number.text());
            case JsonBool bool -> Boolean.toString(bool.value());
            case JsonNull nothing -> "null";
        };
    }

    /** The text of a string. */
    default Optional<String> asString() {
        return this instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
    }

    /** The text of a string or a number, for sources that print a value now with and now without quotes. */
    default Optional<String> asText() {
        return switch (this) {
            case JsonString string -> Optional.of(string.value());
            case JsonNumber number -> Optional.of(number.text());
            default -> Optional.empty();
        };
    }

    default Optional<Boolean> asBool() {
        return this instanceof JsonBool bool ? Optional.of(bool.value()) : Optional.empty();
    }

    default Optional<JsonNumber> asNumber() {
        return this instanceof JsonNumber number ? Optional.of(number) : Optional.empty();
    }

    default Optional<JsonObject> asObject() {
        return this instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    default Optional<JsonArray> asArray() {
        return this instanceof JsonArray array ? Optional.of(array) : Optional.empty();
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 59) + "…";
    }

    /**
     * A place in a text.
     *
     * @param line 1-based; 0 when there is no text
     * @param column 1-based, in characters; 0 when there is no text
     */
    record Position(int line, int column) {
        /** For values that were not read from text. */
        public static final Position NONE = new Position(0, 0);
    }
}
