package dev.kolo.probe.read.text;

import dev.kolo.fabric.facts.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a text, clean: no colours, no log prefixes, no quoting, no trailing blanks; leading blanks are kept, since
 * many formats indent. Its words are cut once, however many readers look at them; so it is not for several threads.
 */
public final class Line {
    private final String file;
    private final int number;
    private final String text;
    private @Nullable String body;
    private @Nullable List<String> words;

    /** A line of the text that the user knows as {@code file}; {@code number} is 1-based. */
    public Line(String file, int number, String text) {
        this.file = file;
        this.number = number;
        this.text = text;
    }

    public int number() {
        return number;
    }

    /** The line with its leading blanks. */
    public String text() {
        return text;
    }

    /** The line without leading and trailing blanks. */
    public String body() {
        String known = body;
        if (known == null) {
            known = text.strip();
            body = known;
        }
        return known;
    }

    /** The words of the line, split at blanks. */
    public List<String> words() {
        List<String> known = words;
        if (known == null) {
            known = List.copyOf(Words.of(text));
            words = known;
        }
        return known;
    }

    /** The line as proof of a fact read from it. */
    public Evidence evidence() {
        return new Evidence(file, number, body());
    }

    /** The same line with another text, for readers that saw through one more layer of it. */
    public Line withText(String other) {
        return new Line(file, number, other);
    }

    /** Number of leading blanks; a tab counts as eight. */
    public int indent() {
        int indent = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t') {
                indent += 8;
            } else if (c == ' ') {
                indent++;
            } else {
                break;
            }
        }
        return indent;
    }

    public boolean isBlank() {
        return text.isBlank();
    }
}
