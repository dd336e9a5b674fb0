package dev.kolo.plan.codec;

import dev.kolo.fabric.codec.Cursor;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.engine.EngineEnvironment.Line;
import dev.kolo.plan.engine.EngineEnvironment.Unset;
import dev.kolo.plan.engine.EngineSection;
import java.util.List;

/** Decodes what a plan says of the engine. */
final class EngineDecoder {
    private EngineDecoder() {}

    static EngineSection section(Cursor engine) {
        return new EngineSection(
                engine.word("nccl", PlanRequest.Nccl.values(), PlanRequest.Nccl.PATCHED),
                engine.string("label"),
                engine.list("ranks", EngineDecoder::environment),
                engine.string("absence"),
                engine.requiredString("bisection"));
    }

    private static EngineEnvironment environment(Cursor rank) {
        return new EngineEnvironment(
                rank.requiredInteger("rank"),
                rank.requiredString("host"),
                lines(rank, "set"),
                rank.list("unset", u -> new Unset(u.requiredString("name"), u.requiredString("reason"))),
                lines(rank, "firstBoot"),
                lines(rank, "oneShot"));
    }

    private static List<Line> lines(Cursor rank, String name) {
        return rank.list(
                name, l -> new Line(l.requiredString("name"), l.requiredString("value"), l.requiredString("reason")));
    }
}
