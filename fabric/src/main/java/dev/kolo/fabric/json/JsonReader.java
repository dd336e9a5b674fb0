package dev.kolo.fabric.json;

import dev.kolo.fabric.json.JsonProblem.Kind;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads text as JSON. Never throws for bad text: what is wrong is part of the answer, with its line, and so is everything
 * that was read before it, since half of a pasted table still says something.
 */
public final class JsonReader {
    private static final int SHOWN_CHARS = 100;

    /** How Jackson begins its complaint about a raw control character inside a string. */
    private static final String UNQUOTED = "Illegal unquoted character";

    /**
     * How much may be read; the defaults are far above what a thousand hosts print.
     *
     * @param depth levels of nesting
     * @param chars characters of the text
     * @param values values in it, objects and lists included
     */
    public record Limits(int depth, int chars, int values) {
        public static final Limits DEFAULT = new Limits(64, 256 << 20, 8_000_000);
    }

    private final String text;
    private final Limits limits;
    private final JsonAssembler assembler = new JsonAssembler();

    private JsonReader(String text, Limits limits) {
        this.text = text;
        this.limits = limits;
    }

    /** Reads a text that is one JSON value and nothing else. */
    public static JsonReading read(String text) {
        return read(text, Limits.DEFAULT);
    }

    /** Like {@link #read(String)} with limits of one's own. */
    public static JsonReading read(String text, Limits limits) {
        return new JsonReader(text, limits).run(true);
    }

    /** Reads the value at the start of a text, whatever follows it; {@code endOffset} tells where that begins. */
    public static JsonReading readPrefix(String text) {
        return new JsonReader(text, Limits.DEFAULT).run(false);
    }

    private JsonReading run(boolean whole) {
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        if (text.length() > limits.chars()) {
            return broken(Kind.TOO_LARGE, 1, 1, "the text has more than " + limits.chars() + " characters");
        }
        if (text.substring(start, Math.min(text.length(), start + 64)).isBlank() && text.isBlank()) {
            return broken(Kind.EMPTY, 0, 0, "the text is empty, so there is no JSON in it");
        }
        try (JsonParser parser = open(start)) {
            return parse(parser, whole, start);
        }
    }

    private JsonParser open(int start) {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxNestingDepth(limits.depth())
                .maxStringLength(limits.chars())
                .maxNameLength(100_000)
                .maxNumberLength(1000)
                .build();
        JsonFactory factory =
                JsonFactory.builder().streamReadConstraints(constraints).build();
        return factory.createParser(ObjectReadContext.empty(), start == 0 ? text : text.substring(start));
    }

    private JsonReading parse(JsonParser parser, boolean whole, int start) {
        try {
            JsonToken token = parser.nextToken();
            while (token != null && !assembler.accept(token, parser)) {
                if (assembler.values() > limits.values()) {
                    TokenStreamLocation at = parser.currentTokenLocation();
                    return broken(
                            Kind.TOO_LARGE,
                            at.getLineNr(),
                            at.getColumnNr(),
                            "the text has more than " + limits.values() + " values");
                }
                token = parser.nextToken();
            }
            int end = (int) parser.currentLocation().getCharOffset() + start;
            Optional<Json> root = assembler.closed();
            if (root.isEmpty()) {
                return broken(Kind.EMPTY, 0, 0, "there is no JSON value in the text");
            }
            return whole && !text.substring(end).isBlank()
                    ? trailing(end)
                    : new JsonReading.Whole(root.get(), assembler.repeated(), end);
        } catch (JacksonException failure) {
            return broken(failure);
        }
    }

    private JsonReading trailing(int end) {
        int at = end;
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int line =
                1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
        int column = at - text.lastIndexOf('\n', at - 1);
        return broken(Kind.TRAILING, line, column, "something follows the end of the JSON value");
    }

    private JsonReading broken(JacksonException failure) {
        TokenStreamLocation at = failure.getLocation() == null ? TokenStreamLocation.NA : failure.getLocation();
        int line = Math.max(1, at.getLineNr());
        int column = Math.max(1, at.getColumnNr());
        if (failure instanceof StreamConstraintsException limit) {
            return tooMuch(limit, line, column);
        }
        String words = failure.getOriginalMessage();
        return failure instanceof UnexpectedEndOfInputException
                        || words.startsWith("Unexpected end-of-input")
                        || cutInsideWord(words)
                        || cutInsideString(words)
                ? broken(Kind.ENDS_EARLY, line, column, "the JSON ends too early, as if it had been cut off")
                : broken(Kind.SYNTAX, line, column, plain(words));
    }

    /** True for {@code tru}, {@code fals} and {@code nul} at the very end, which Jackson takes for unknown words. */
    private boolean cutInsideWord(String message) {
        return message.startsWith("Unrecognized token")
                && text.stripTrailing().matches("(?s).*[\\[,:]\\s*(t|tr|tru|f|fa|fal|fals|n|nu|nul)");
    }

    /** True when a string runs into the line end with which somebody closed the file after its cut. */
    private boolean cutInsideString(String message) {
        String stripped = text.stripTrailing();
        return message.startsWith(UNQUOTED)
                && stripped.length() < text.length()
                && read(stripped, limits) instanceof JsonReading.Broken broken
                && broken.problem().kind() == Kind.ENDS_EARLY;
    }

    private JsonReading tooMuch(StreamConstraintsException limit, int line, int column) {
        return limit.getOriginalMessage().contains("depth")
                ? broken(
                        Kind.TOO_DEEP,
                        line,
                        column,
                        "objects and lists are nested more than " + limits.depth() + " levels deep")
                : broken(Kind.TOO_LARGE, line, column, "a name or a number is longer than any real one");
    }

    /** Jackson's own words without its advice to programmers. */
    private static String plain(String message) {
        if (message.startsWith(UNQUOTED)) {
            return "not JSON: a string goes over the end of its line or holds another control character";
        }
        String words = message.strip();
        int code = words.indexOf(" (code ");
        int closing = code >= 0 ? words.indexOf("))", code) : -1;
        if (closing >= 0) {
            words = words.substring(0, code) + ")" + words.substring(closing + 2);
        }
        int origin = words.indexOf(" (for ");
        words = origin >= 0 ? words.substring(0, origin) : words;
        return "not JSON: " + words.replaceAll("\\s+", " ");
    }

    private JsonReading broken(Kind kind, int line, int column, String what) {
        JsonProblem problem = new JsonProblem(kind, line, column, assembler.path(), what, shownLine(line, column));
        return new JsonReading.Broken(problem, assembler.closed(), assembler.repeated());
    }

    private String shownLine(int line, int column) {
        if (line < 1) {
            return "";
        }
        int from = 0;
        for (int i = 1; i < line; i++) {
            int feed = text.indexOf('\n', from);
            if (feed < 0) {
                break;
            }
            from = feed + 1;
        }
        int feed = text.indexOf('\n', from);
        int to = feed < 0 ? text.length() : feed;
        int at = Math.min(to, from + column - 1);
        int first = Math.max(from, at - SHOWN_CHARS / 2);
        int last = Math.min(to, first + SHOWN_CHARS);
        String shown = text.substring(first, last).strip();
        return (first > from ? "…" : "") + shown + (last < to ? "…" : "");
    }
}
