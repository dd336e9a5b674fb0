package dev.kolo.probe.read.format;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.json.Json;
import dev.kolo.probe.read.text.Line;
import java.util.List;

/**
 * Where a JSON value stood in its text.
 *
 * @param file the text's name
 * @param firstLine the line on which the value begins
 * @param lines its first lines
 * @param whole false when it broke off
 */
public record JsonOrigin(String file, int firstLine, List<Line> lines, boolean whole) {
    /** Lines kept to quote from. */
    public static final int MAX_LINES = 20_000;

    public JsonOrigin {
        lines = List.copyOf(lines);
    }

    /** The place of a value, quoted in some words that say what was read there. */
    public Evidence evidence(Json value, String words) {
        int line = firstLine + Math.max(0, value.at().line() - 1);
        return new Evidence(file, line, words);
    }

    /** The first line, for remarks about the whole. */
    public Line first() {
        return lines.isEmpty() ? new Line(file, firstLine, "") : lines.get(0);
    }
}
