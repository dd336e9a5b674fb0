package dev.kolo.fabric.json;

/**
 * Why a text is no JSON, with the line.
 *
 * @param kind what sort of trouble
 * @param line 1-based line; 0 for an empty text
 * @param column 1-based column in characters; 0 for an empty text
 * @param path where in the value that is, e.g. {@code hosts[2].netdevs[0]}; empty at the top
 * @param what one phrase that says what happened, e.g. "an unexpected character '}'"
 * @param lineText the line itself, cut to a readable length around the column
 */
public record JsonProblem(Kind kind, int line, int column, String path, String what, String lineText) {
    /** Sorts of trouble. */
    public enum Kind {
        /** There is nothing but blanks. */
        EMPTY,
        /** It is not JSON. */
        SYNTAX,
        /** It stops in the middle, as a cut copy does. */
        ENDS_EARLY,
        /** Objects and lists are nested deeper than the limit. */
        TOO_DEEP,
        /** The text, a string in it or the number of values is over the limit. */
        TOO_LARGE,
        /** A whole value, and something else after it. */
        TRAILING
    }

    /** One sentence with the place and the line, without a file name. */
    public String message() {
        StringBuilder out = new StringBuilder();
        if (line > 0) {
            out.append("line ").append(line).append(", column ").append(column).append(": ");
        }
        out.append(what);
        if (!path.isEmpty()) {
            out.append(", in ").append(path);
        }
        if (!lineText.isEmpty()) {
            out.append(": ").append(lineText);
        }
        return out.toString();
    }
}
