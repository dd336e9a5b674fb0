package dev.kolo.probe.read;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonProblem;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.probe.read.format.Formats;
import dev.kolo.probe.read.format.JsonOrigin;
import dev.kolo.probe.read.format.JsonShape;
import dev.kolo.probe.read.text.Line;
import java.util.ArrayList;
import java.util.List;

/** Finds JSON in a text, collects it until its brackets close, and gives it to whoever knows its shape. */
final class JsonText {
    /** More than any tool prints of one machine, and than an inventory of a thousand. */
    private static final int MAX_CHARS = 64 << 20;

    private final TextReading text;
    private final StringBuilder collected = new StringBuilder();
    private final List<Line> firstLines = new ArrayList<>();
    private int firstLine;
    private int depth;
    private boolean inString;
    private boolean escaped;

    JsonText(TextReading text) {
        this.text = text;
    }

    /** Takes a line when it belongs to a JSON value. */
    boolean accept(Line line, HostText host) {
        if (depth == 0 && !starts(line.text())) {
            return false;
        }
        if (depth > 0 && !inString && interrupts(line.text())) {
            end(host);
            return false;
        }
        if (depth == 0) {
            firstLine = line.number();
            firstLines.clear();
        }
        if (firstLines.size() < JsonOrigin.MAX_LINES) {
            firstLines.add(line);
        }
        if (!collected.isEmpty()) {
            collected.append('\n');
        }
        collected.append(line.text());
        scan(line.text());
        if (depth <= 0 || collected.length() > MAX_CHARS) {
            end(host);
        }
        return true;
    }

    /** The value is over, complete or not. */
    void end(HostText host) {
        if (collected.isEmpty()) {
            return;
        }
        String body = collected.toString();
        collected.setLength(0);
        depth = 0;
        inString = false;
        escaped = false;
        JsonReading reading = JsonReader.read(body);
        JsonOrigin origin = new JsonOrigin(
                text.source().name(), firstLine, List.copyOf(firstLines), reading instanceof JsonReading.Whole);
        if (reading.value()
                .flatMap(Json::asObject)
                .filter(InventoryJson::isInventory)
                .isPresent()) {
            inventory(reading);
            return;
        }
        boolean known = reading.value().isPresent() && dispatch(reading.value().get(), origin, host);
        if (!known) {
            text.report().strangeJson(reading instanceof JsonReading.Whole);
        }
        if (reading instanceof JsonReading.Broken broken && (known || body.length() > 40)) {
            JsonProblem problem = broken.problem();
            text.report()
                    .problem(
                            firstLine + Math.max(0, problem.line() - 1),
                            problem.what()
                                    + (known ? "; what came before it was read" : "; nothing of it could be used"));
        }
    }

    /** Facts that a Kolo wrote: taken as they are. */
    private void inventory(JsonReading reading) {
        text.report().understood("Kolo inventory");
        switch (InventoryJson.decode(reading)) {
            case Decoded.Whole<Inventory>(Inventory inventory) -> text.report().inventory(inventory);
            case Decoded.Cut<Inventory>(Inventory inventory, int line, String message) -> {
                text.report().inventory(inventory);
                text.report().problem(firstLine + Math.max(0, line - 1), message);
            }
            case Decoded.Refused<Inventory>(int line, String message) ->
                text.report().problem(firstLine + Math.max(0, line - 1), "the inventory could not be used: " + message);
        }
    }

    private boolean dispatch(Json root, JsonOrigin origin, HostText host) {
        for (JsonShape shape : Formats.jsonShapes()) {
            if (text.report().count(shape.read(root, origin, host))) {
                return true;
            }
        }
        return false;
    }

    /** "[" and "{" begin JSON only with something of JSON behind them: logs write "[0] NCCL INFO". */
    private static boolean starts(String line) {
        int i = 0;
        while (i < line.length() && line.charAt(i) <= ' ') {
            i++;
        }
        if (i == line.length() || line.charAt(i) != '[' && line.charAt(i) != '{') {
            return false;
        }
        boolean list = line.charAt(i) == '[';
        int next = i + 1;
        while (next < line.length() && line.charAt(next) <= ' ') {
            next++;
        }
        if (next == line.length()) {
            return true;
        }
        char c = line.charAt(next);
        return list
                ? c == '{'
                        || c == '[' && next + 1 < line.length() && "{[\"".indexOf(line.charAt(next + 1)) >= 0
                        || c == ']' && next + 1 == line.length()
                : c == '"' || c == '}' && next + 1 == line.length();
    }

    /** A line that cannot be the inside of a JSON value: the value was cut off before it. */
    private static boolean interrupts(String line) {
        String body = line.strip();
        if (body.isEmpty() || "\"{}[],:".indexOf(body.charAt(0)) >= 0) {
            return false;
        }
        String word = body.endsWith(",") ? body.substring(0, body.length() - 1) : body;
        return !word.equals("true") && !word.equals("false") && !word.equals("null") && !isNumber(word);
    }

    private static boolean isNumber(String word) {
        for (int i = 0; i < word.length(); i++) {
            if ("+-.0123456789eE".indexOf(word.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private void scan(String line) {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (escaped) {
                escaped = false;
            } else if (inString) {
                escaped = c == '\\';
                inString = c != '"';
            } else if (c == '"') {
                inString = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
                if (depth == 0) {
                    return;
                }
            }
        }
        // A string cannot span lines: an odd quote would swallow the rest of the text.
        inString = false;
        escaped = false;
    }
}
