package dev.kolo.plan.codec;

import dev.kolo.fabric.codec.Cursor;
import dev.kolo.fabric.codec.DecodeException;
import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.plan.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads plans. A document that breaks off, or whose content is not what its identity names, is refused: half a plan is worse
 * than none.
 */
public final class PlanReader {
    private static final String FAMILY = "kolo.plan/";

    private PlanReader() {}

    /** True when an object says of itself that it is a plan, of whatever version. */
    public static boolean isPlan(JsonObject document) {
        return document.string("schema").filter(s -> s.startsWith(FAMILY)).isPresent();
    }

    /** Reads a text. */
    public static Decoded<Plan> read(String text) {
        return switch (JsonReader.read(text)) {
            case JsonReading.Whole whole
            when !whole.repeated().isEmpty() ->
                new Decoded.Refused<>(
                        whole.repeated().getFirst().line(),
                        whole.repeated().getFirst().path() + " stands twice in one object");
            case JsonReading.Whole whole -> decode(whole.root());
            case JsonReading.Broken broken ->
                new Decoded.Refused<>(broken.problem().line(), broken.problem().what());
        };
    }

    private static Decoded<Plan> decode(Json root) {
        if (!(root instanceof JsonObject document)) {
            return new Decoded.Refused<>(
                    root.at().line(),
                    "a plan must be an object with \"schema\": \"" + Plan.SCHEMA + "\", and this is "
                            + root.describe());
        }
        Optional<String> schema = document.string("schema");
        if (schema.filter(Plan.SCHEMA::equals).isEmpty()) {
            return new Decoded.Refused<>(
                    document.at().line(),
                    "schema must be " + Plan.SCHEMA + ", and is " + schema.orElse("missing")
                            + (isPlan(document) ? ": read it with the Kolo that wrote it, or plan again" : ""));
        }
        Optional<String> stated = document.string(PlanIdentity.FIELD);
        String actual = identityOf(document);
        if (stated.filter(actual::equals).isEmpty()) {
            return new Decoded.Refused<>(
                    document.get(PlanIdentity.FIELD).orElse(document).at().line(),
                    "identity is " + stated.orElse("missing") + ", and what the plan says has " + actual
                            + ": it was changed after it was written, so plan again");
        }
        try {
            return new Decoded.Whole<>(new PlanDecoder(Cursor.of(document)).plan());
        } catch (DecodeException refused) {
            return refused.refusal();
        } catch (IllegalArgumentException refused) {
            return new Decoded.Refused<>(0, "the plan contradicts itself: " + refused.getMessage());
        }
    }

    private static String identityOf(JsonObject document) {
        Map<String, Json> fields = new LinkedHashMap<>(document.fields());
        fields.remove(PlanIdentity.FIELD);
        return PlanIdentity.of(JsonWriter.write(new JsonObject(fields, document.at()), JsonWriter.Layout.COMPACT));
    }
}
