package dev.kolo.fabric.json;

import dev.kolo.fabric.json.Json.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/** Builds the tree from tokens on a stack of its own, so that a text that breaks off still gives what was read. */
final class JsonAssembler {
    /** Repeated names beyond this many are not listed. */
    private static final int MAX_REPEATED = 20;

    private final Deque<Open> stack = new ArrayDeque<>();
    private final List<JsonReading.Repeated> repeated = new ArrayList<>();
    private @Nullable Json root;
    private int values;

    /** An object or list whose end has not been seen; exactly one of the collections is used. */
    private static final class Open {
        final Position at;
        final @Nullable Map<String, Json> fields;
        final List<Json> items = new ArrayList<>();
        String name = "";

        Open(Position at, boolean object) {
            this.at = at;
            this.fields = object ? new LinkedHashMap<>() : null;
        }

        Json close() {
            return fields != null ? new JsonObject(fields, at) : new JsonArray(items, at);
        }
    }

    /** Takes a token; true when it completed the root value. */
    boolean accept(JsonToken token, JsonParser parser) {
        switch (token) {
            case START_OBJECT -> open(new Open(position(parser), true));
            case START_ARRAY -> open(new Open(position(parser), false));
            case END_OBJECT, END_ARRAY -> add(stack.pop().close());
            case PROPERTY_NAME -> name(parser.currentName(), parser);
            case VALUE_STRING -> value(new JsonString(parser.getString(), position(parser)));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> value(new JsonNumber(parser.getString(), position(parser)));
            case VALUE_TRUE -> value(new JsonBool(true, position(parser)));
            case VALUE_FALSE -> value(new JsonBool(false, position(parser)));
            case VALUE_NULL -> value(new JsonNull(position(parser)));
            case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT -> throw new IllegalStateException("token " + token);
        }
        return root != null;
    }

    int values() {
        return values;
    }

    List<JsonReading.Repeated> repeated() {
        return repeated;
    }

    /** The root value, open objects and lists closed as they stand; empty when nothing was read. */
    Optional<Json> closed() {
        while (!stack.isEmpty()) {
            add(stack.pop().close());
        }
        return Optional.ofNullable(root);
    }

    /** Where the parser is, e.g. {@code hosts[2].netdevs[0].mtu}. */
    String path() {
        StringBuilder out = new StringBuilder();
        for (Iterator<Open> open = stack.descendingIterator(); open.hasNext(); ) {
            Open level = open.next();
            if (level.fields == null) {
                out.append('[').append(level.items.size()).append(']');
            } else if (!level.name.isEmpty()) {
                out.append(out.isEmpty() ? "" : ".").append(level.name);
            }
        }
        return out.length() <= 200 ? out.toString() : out.substring(0, 199) + "…";
    }

    private void open(Open level) {
        values++;
        stack.push(level);
    }

    private void name(String name, JsonParser parser) {
        Open level = stack.element();
        level.name = name;
        if (level.fields != null && level.fields.containsKey(name) && repeated.size() < MAX_REPEATED) {
            repeated.add(new JsonReading.Repeated(path(), position(parser).line()));
        }
    }

    private void value(Json value) {
        values++;
        add(value);
    }

    private void add(Json value) {
        Open level = stack.peek();
        if (level == null) {
            root = value;
        } else if (level.fields != null) {
            level.fields.put(level.name, value);
        } else {
            level.items.add(value);
        }
    }

    private static Position position(JsonParser parser) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new Position(at.getLineNr(), at.getColumnNr());
    }
}
