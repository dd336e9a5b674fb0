package dev.kolo.cli;

import dev.kolo.cli.plan.PlanFolder;
import dev.kolo.fabric.codec.Decoded;
import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a plan that was written before, for verbs that judge by one. */
public final class PlanSource {
    /** A plan for 256 hosts takes a few megabytes. */
    private static final long MOST_BYTES = 64L << 20;

    private PlanSource() {}

    /**
     * The plan in a file, or in a folder that {@code kolo plan --out} wrote.
     *
     * @throws KoloException as bad input, naming the place, when there is none or it was changed by hand
     */
    public static Plan read(Console console, String name) {
        Path path = console.path(name);
        boolean isFolder = Files.isDirectory(path);
        Path file = isFolder ? path.resolve(PlanFolder.PLAN) : path;
        String shown = isFolder ? name + "/" + PlanFolder.PLAN : name;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw KoloException.badInput("\"" + Text.quote(shown) + "\" is too large for a plan.");
            }
            return switch (PlanJson.read(Files.readString(file))) {
                case Decoded.Whole<Plan>(Plan plan) -> plan;
                case Decoded.Refused<Plan>(int line, String message) ->
                    throw KoloException.badInput(
                            Text.quote(shown + (line > 0 ? ":" + line : "") + ": " + message) + ".");
                case Decoded.Cut<Plan> cut ->
                    throw KoloException.badInput(Text.quote(shown + ": " + cut.message()) + ".");
            };
        } catch (CharacterCodingException e) {
            throw KoloException.badInput("\"" + Text.quote(shown) + "\" is no text, so no plan.");
        } catch (IOException e) {
            throw KoloException.badInput("there is no readable plan at \"" + Text.quote(shown)
                    + "\": `kolo plan --out DIR` writes one, and --plan takes DIR or DIR/plan.json.");
        }
    }
}
