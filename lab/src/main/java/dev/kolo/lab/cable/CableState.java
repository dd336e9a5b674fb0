package dev.kolo.lab.cable;

import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.fabric.json.JsonWriter;
import java.util.Map;
import java.util.TreeMap;

/**
 * What has been done to one plug's cable.
 *
 * @param cut whether it is cut
 * @param quality how bad it is
 */
record CableState(boolean cut, CableQuality quality) {
    static final CableState WHOLE = new CableState(false, CableQuality.GOOD);

    /** The text of {@code cables.json}: states by {@code HOST:PORT} of the cable's first end. */
    static String json(Map<String, CableState> states) {
        JsonWriter json = new JsonWriter(JsonWriter.Layout.INDENTED).beginObject();
        states.forEach((plug, state) -> json.name(plug)
                .beginInlineObject()
                .field("cut", state.cut())
                .field("delay", state.quality().delay())
                .field("loss", state.quality().loss())
                .field("rate", state.quality().rate())
                .end());
        return json.end().text();
    }

    /** Reads {@link #json}; what it does not say is whole. */
    static Map<String, CableState> read(String text) {
        Map<String, CableState> states = new TreeMap<>();
        if (JsonReader.read(text) instanceof JsonReading.Whole whole) {
            whole.root()
                    .asObject()
                    .ifPresent(root -> root.fields()
                            .forEach(
                                    (plug, value) -> value.asObject().ifPresent(state -> states.put(plug, of(state)))));
        }
        return states;
    }

    private static CableState of(JsonObject state) {
        return new CableState(
                state.bool("cut").orElse(false),
                new CableQuality(state.string("delay"), state.string("loss"), state.string("rate")));
    }
}
