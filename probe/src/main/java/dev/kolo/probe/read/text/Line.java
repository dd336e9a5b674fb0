package dev.kolo.probe.read.text;

import dev.kolo.fabric.facts.Evidence;

/**
 * One line of a text, clean: no colours, no log prefixes, no quoting, no trailing blanks; leading blanks are kept, since
 * many formats indent.
 *
 * @param file the text's name as the user knows it
 * @param number 1-based
 * @param text the line
 */
public record Line(String file, int number, String text) {
    /** The line as proof of a fact read from it. */
    public Evidence evidence() {
        return new Evidence(file, number, text.strip());
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
