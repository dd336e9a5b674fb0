package dev.kolo.page.text;

/**
 * The one quoting function for Markdown, as forums and GitHub read it. What comes from outside becomes code or escaped
 * text, so that a host named {@code @everyone} or {@code [x](y)} neither calls anybody nor links anywhere.
 */
public final class Markdown {
    private Markdown() {}

    /** Plain words on one line: every character with a meaning is escaped. */
    public static String text(String outside) {
        String quoted = Text.quote(outside);
        StringBuilder out = new StringBuilder(quoted.length() + 16);
        for (int i = 0; i < quoted.length(); i++) {
            char c = quoted.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '&' -> out.append("&amp;");
                // A backslash does not stop mentions and issue links; a zero-width space does.
                case '@' -> out.append("@&#8203;");
                case '#' -> out.append("\\#&#8203;");
                case '\\', '`', '*', '_', '{', '}', '[', ']', '(', ')', '|', '~', '>', '!' ->
                    out.append('\\').append(c);
                default -> out.append(i == 0 && (c == '-' || c == '+') ? "\\" + c : String.valueOf(c));
            }
        }
        return out.toString();
    }

    /** Inline code, fenced by more backticks than it holds. Not for table cells; see {@link #cell}. */
    public static String code(String outside) {
        String quoted = Text.quote(outside);
        if (quoted.isBlank()) {
            return "";
        }
        String fence = "`".repeat(longestRun(quoted) + 1);
        boolean padded = quoted.startsWith("`") || quoted.endsWith("`");
        return padded ? fence + " " + quoted + " " + fence : fence + quoted + fence;
    }

    /** The content of a table cell: escaped words, since a pipe would end even code there. */
    public static String cell(String outside) {
        return text(outside);
    }

    /** A code block of any number of lines, fenced by more backticks than it holds. */
    public static String block(String outside) {
        String quoted = Text.quoteLines(outside);
        String fence = "`".repeat(Math.max(3, longestRun(quoted) + 1));
        return fence + "\n" + quoted + (quoted.endsWith("\n") ? "" : "\n") + fence + "\n";
    }

    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
