package dev.kolo.plan.codec;

import dev.kolo.fabric.codec.Cursor;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.engine.EngineEnvironment.Line;
import dev.kolo.plan.engine.EngineSection;
import java.util.List;

/** Writes what a plan says of the engine. */
final class EngineWriter {
    private final JsonWriter out;

    EngineWriter(JsonWriter out) {
        this.out = out;
    }

    void write(EngineSection engine) {
        out.beginObject();
        out.field("nccl", Cursor.wordOf(engine.nccl()));
        out.field("label", engine.label());
        out.field("absence", engine.absence());
        out.field("bisection", engine.bisection());
        out.name("ranks").beginArray();
        engine.ranks().forEach(this::environment);
        out.end();
        out.end();
    }

    private void environment(EngineEnvironment environment) {
        out.beginObject();
        out.field("rank", environment.rank());
        out.field("host", environment.host());
        lines("set", environment.set());
        out.name("unset").beginArray();
        for (EngineEnvironment.Unset unset : environment.unset()) {
            out.beginInlineObject().field("name", unset.name()).field("reason", unset.reason());
            out.end();
        }
        out.end();
        lines("firstBoot", environment.firstBoot());
        lines("oneShot", environment.oneShot());
        out.end();
    }

    private void lines(String name, List<Line> lines) {
        out.name(name).beginArray();
        for (Line line : lines) {
            out.beginInlineObject();
            out.field("name", line.name()).field("value", line.value()).field("reason", line.reason());
            out.end();
        }
        out.end();
    }
}
