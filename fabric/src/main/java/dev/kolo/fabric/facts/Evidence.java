package dev.kolo.fabric.facts;

/**
 * Where a fact was read, so that a finding can quote it.
 *
 * @param file the file, section or command as a user would name it; empty when the fact was generated
 * @param line 1-based line in it; 0 when lines mean nothing there
 * @param text the line itself, without colours and engine prefixes, at most {@link #MAX_TEXT} characters
 */
public record Evidence(String file, int line, String text) implements Comparable<Evidence> {
    /** Longest quoted text in characters; longer lines are cut with an ellipsis. */
    public static final int MAX_TEXT = 300;

    /** For facts that no text stands behind. */
    public static final Evidence NONE = new Evidence("", 0, "");

    public Evidence {
        if (text.length() > MAX_TEXT) {
            text = text.substring(0, MAX_TEXT - 1) + "…";
        }
    }

    public boolean isNone() {
        return file.isEmpty() && text.isEmpty();
    }

    @Override
    public int compareTo(Evidence other) {
        int order = file.compareTo(other.file);
        order = order != 0 ? order : Integer.compare(line, other.line);
        return order != 0 ? order : text.compareTo(other.text);
    }
}
