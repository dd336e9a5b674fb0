package dev.kolo.config;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** From YAML text to nodes with marks, within limits. */
final class YamlText {
    /** A cluster file of a thousand hosts has some 60 kB. */
    private static final int MAX_CHARS = 1 << 20;

    private static final int MAX_DEPTH = 20;
    private static final int MAX_EVENTS = 200_000;

    private final LoadSettings settings;

    YamlText(String file) {
        // Keys that stand twice are reported by our own reader, with both places.
        settings = LoadSettings.builder()
                .setLabel(file)
                .setAllowDuplicateKeys(true)
                .setAllowNonScalarKeys(true)
                .setSchema(new CoreSchema())
                .setCodePointLimit(MAX_CHARS)
                .setMaxAliasesForCollections(50)
                .build();
    }

    /** The root node; empty for a text without content; a problem for what is no YAML. */
    Optional<Node> compose(String text, Problems problems) {
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (body.length() > MAX_CHARS) {
            problems.add(0, 0, "the file has more than " + MAX_CHARS + " characters, so it is no cluster file");
            return Optional.empty();
        }
        try {
            return isWithinLimits(body, problems) ? new Compose(settings).composeString(body) : Optional.empty();
        } catch (MarkedYamlEngineException failure) {
            report(failure, problems);
        } catch (ReaderException failure) {
            String before = body.substring(0, Math.min(body.length(), failure.getPosition()));
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            problems.add(
                    line,
                    before.length() - before.lastIndexOf('\n'),
                    String.format(
                            "the control character U+%04X stands here, so this is no plain text",
                            failure.getCodePoint()));
        } catch (YamlEngineException failure) {
            problems.add(0, 0, "this is not YAML: " + failure.getMessage());
        }
        return Optional.empty();
    }

    /** The composer works recursively, so the depth is bounded before it starts. */
    private boolean isWithinLimits(String text, Problems problems) {
        int depth = 0;
        int events = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            events++;
            if (depth > MAX_DEPTH || events > MAX_EVENTS) {
                Mark mark = event.getStartMark().orElseThrow();
                problems.add(
                        mark.getLine() + 1,
                        mark.getColumn() + 1,
                        depth > MAX_DEPTH
                                ? "the file is nested more than " + MAX_DEPTH + " levels deep, so it is no cluster file"
                                : "the file has more than " + MAX_EVENTS + " parts, so it is no cluster file");
                return false;
            }
        }
        return true;
    }

    private static void report(MarkedYamlEngineException failure, Problems problems) {
        String problem = failure.getProblem() == null ? "" : failure.getProblem();
        Optional<Mark> mark = failure.getProblemMark().or(failure::getContextMark);
        int line = mark.map(m -> m.getLine() + 1).orElse(0);
        int column = mark.map(m -> m.getColumn() + 1).orElse(0);
        String message;
        if (problem.contains("TAB")) {
            message = "a tab stands where only blanks may: indent with blanks";
        } else if (problem.contains("another document")) {
            message = "a second document begins here (---): a cluster file is one document";
        } else {
            String context = failure.getContext() == null ? "" : failure.getContext() + ": ";
            message = "this is not YAML: " + (context + problem).replaceAll("\\s+", " ");
        }
        problems.add(line, column, message);
    }
}
