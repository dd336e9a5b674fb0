package dev.kolo.plan;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.plan.codec.PlanReader;
import dev.kolo.plan.codec.PlanWriter;

/**
 * The JSON form of a plan ({@code kolo.plan/1}). The same plan is the same bytes, and its identity is the SHA-256 of its
 * canonical form: the document without its field {@code identity}, in the same order, without blanks and line ends.
 */
public final class PlanJson {
    private PlanJson() {}

    /** The plan as JSON text with its identity and a final line end. */
    public static String write(Plan plan) {
        return PlanWriter.write(plan);
    }

    /** The plan's identity: {@code sha256:} and 64 hexadecimal digits. */
    public static String identity(Plan plan) {
        return PlanWriter.identity(plan);
    }

    /** Reads a text; a document that was changed after it was written is refused, since its identity does not fit. */
    public static Decoded<Plan> read(String text) {
        return PlanReader.read(text);
    }
}
