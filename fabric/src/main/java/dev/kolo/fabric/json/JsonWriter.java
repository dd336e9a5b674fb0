package dev.kolo.fabric.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Writes JSON text: fields in the order in which they are given, line ends {@code \n}, the same bytes for the same input.
 * This is the one quoting function for JSON: whatever a terminal could act on (control and formatting characters) and
 * surrogates without a partner leave as {@code \}{@code uXXXX}.
 */
public final class JsonWriter {
    /** How the text is laid out. */
    public enum Layout {
        /** One value a line, two spaces a level. */
        INDENTED,
        /** No blanks and no line ends. */
        COMPACT
    }

    private record Level(char closing, boolean inline) {}

    private final StringBuilder out = new StringBuilder();
    private final Layout layout;
    private final Deque<Level> levels = new ArrayDeque<>();
    private boolean first = true;
    private boolean named;

    public JsonWriter(Layout layout) {
        this.layout = layout;
    }

    /** The text of a tree, ending in a line end when indented. */
    public static String write(Json value, Layout layout) {
        return new JsonWriter(layout).value(value).text();
    }

    public JsonWriter beginObject() {
        return begin('{', '}', false);
    }

    /** Like {@link #beginObject()}, with everything in it on one line even when indented: for small records. */
    public JsonWriter beginInlineObject() {
        return begin('{', '}', true);
    }

    public JsonWriter beginArray() {
        return begin('[', ']', false);
    }

    /** Like {@link #beginArray()}, with everything in it on one line even when indented. */
    public JsonWriter beginInlineArray() {
        return begin('[', ']', true);
    }

    /** Ends the innermost object or list. */
    public JsonWriter end() {
        Level level = levels.pop();
        if (!first && layout == Layout.INDENTED && !level.inline()) {
            newLine();
        }
        out.append(level.closing());
        first = false;
        return this;
    }

    /**
     * The name of the field whose value comes next. A surrogate without a partner becomes U+FFFD in it, since parsers
     * refuse one in a name even when it is escaped.
     */
    public JsonWriter name(String name) {
        separate();
        quote(withWholeCharacters(name));
        out.append(layout == Layout.INDENTED ? ": " : ":");
        named = true;
        return this;
    }

    public JsonWriter string(String value) {
        separate();
        quote(value);
        return this;
    }

    public JsonWriter number(long value) {
        separate();
        out.append(value);
        return this;
    }

    /** Writes all 64 bits of a counter as a number without a sign. */
    public JsonWriter unsigned(long value) {
        separate();
        out.append(Long.toUnsignedString(value));
        return this;
    }

    /** Writes a finite number; whole ones without a fraction. */
    public JsonWriter number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no number " + value);
        }
        separate();
        if (value == Math.rint(value) && Math.abs(value) < 1e15 && (value != 0 || 1 / value > 0)) {
            out.append((long) value);
        } else {
            out.append(value);
        }
        return this;
    }

    public JsonWriter bool(boolean value) {
        separate();
        out.append(value);
        return this;
    }

    public JsonWriter nothing() {
        separate();
        out.append("null");
        return this;
    }

    /** Writes a whole tree. */
    public JsonWriter value(Json value) {
        switch (value) {
            case JsonObject object -> {
                beginObject();
                object.fields().forEach((name, field) -> name(name).value(field));
                end();
            }
            case JsonArray array -> {
                beginArray();
                array.items().forEach(this::value);
                end();
            }
            case JsonString string -> string(string.value());
            case JsonNumber number -> {
                separate();
                out.append(number.text());
            }
            case JsonBool bool -> bool(bool.value());
            case JsonNull absent -> nothing();
        }
        return this;
    }

    public JsonWriter field(String name, String value) {
        return name(name).string(value);
    }

    public JsonWriter field(String name, long value) {
        return name(name).number(value);
    }

    public JsonWriter field(String name, boolean value) {
        return name(name).bool(value);
    }

    /** Writes the field when there is a value: its {@code toString()}, or the word for a truth value. */
    public JsonWriter field(String name, Optional<?> value) {
        value.ifPresent(present -> {
            if (present instanceof Boolean truth) {
                field(name, truth.booleanValue());
            } else {
                field(name, present.toString());
            }
        });
        return this;
    }

    public JsonWriter field(String name, OptionalInt value) {
        value.ifPresent(present -> field(name, present));
        return this;
    }

    public JsonWriter field(String name, OptionalLong value) {
        value.ifPresent(present -> field(name, present));
        return this;
    }

    public JsonWriter field(String name, OptionalDouble value) {
        value.ifPresent(present -> name(name).number(present));
        return this;
    }

    /** Writes a map of texts as an object, or nothing when it is empty. */
    public JsonWriter field(String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            name(name).beginObject();
            values.forEach(this::field);
            end();
        }
        return this;
    }

    /** The whole text; every object and list must have been ended. */
    public String text() {
        if (!levels.isEmpty()) {
            throw new IllegalStateException(levels.size() + " objects or lists have not been ended");
        }
        return layout == Layout.INDENTED ? out + "\n" : out.toString();
    }

    private JsonWriter begin(char opening, char closing, boolean inline) {
        separate();
        out.append(opening);
        Level outer = levels.peek();
        levels.push(new Level(closing, inline || outer != null && outer.inline()));
        first = true;
        return this;
    }

    /** Puts whatever must stand between the previous value and the next. */
    private void separate() {
        if (named) {
            named = false;
            return;
        }
        Level level = levels.peek();
        if (level == null) {
            return;
        }
        if (!first) {
            out.append(layout == Layout.INDENTED && level.inline() ? ", " : ",");
        }
        if (layout == Layout.INDENTED && !level.inline()) {
            newLine();
        }
        first = false;
    }

    private void newLine() {
        out.append('\n').repeat("  ", levels.size());
    }

    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c >= ' ' && c < 0x7f) {
                        out.append(c);
                    } else {
                        i += quoteRare(text, i);
                    }
                }
            }
        }
        out.append('"');
    }

    private static String withWholeCharacters(String name) {
        boolean broken = name.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE);
        return broken
                ? name.codePoints()
                        .map(point -> Character.getType(point) == Character.SURROGATE ? 0xfffd : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : name;
    }

    /** Writes one character outside of ASCII's printable ones; returns 1 when it took two chars, else 0. */
    private int quoteRare(String text, int at) {
        int point = text.codePointAt(at);
        int more = Character.charCount(point) - 1;
        boolean active = switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
        for (int i = at; i <= at + more; i++) {
            char c = text.charAt(i);
            if (active) {
                out.append("\\u")
                        .repeat("0", 4 - Integer.toHexString(c).length())
                        .append(Integer.toHexString(c));
            } else {
                out.append(c);
            }
        }
        return more;
    }
}
