package dev.kolo.page.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The one quoting function for terminals, and the arithmetic of columns. Names, paths and log lines come from outside; an
 * escape sequence or a right-to-left override in them could repaint the screen, so that every such character is shown
 * instead of sent.
 */
public final class Text {
    private Text() {}

    /** Makes every control, formatting and broken character of one line visible, line breaks included. */
    public static String quote(String outside) {
        return quote(outside, false);
    }

    /** Like {@link #quote}, but line feeds stay: for fixes and evidence of several lines. */
    public static String quoteLines(String outside) {
        return quote(outside, true);
    }

    private static String quote(String outside, boolean keepLineFeeds) {
        StringBuilder out = null;
        for (int i = 0; i < outside.length(); ) {
            int point = outside.codePointAt(i);
            int next = i + Character.charCount(point);
            if (isShownAsIs(point) || keepLineFeeds && point == '\n') {
                if (out != null) {
                    out.appendCodePoint(point);
                }
            } else {
                if (out == null) {
                    out = new StringBuilder(outside.length() + 16).append(outside, 0, i);
                }
                out.append(visible(point));
            }
            i = next;
        }
        return out == null ? outside : out.toString();
    }

    private static boolean isShownAsIs(int point) {
        if (point >= 0x20 && point < 0x7f) {
            return true;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            // Filler letters of Hangul and the Braille blank show nothing: a name of these would look empty.
            default -> point != 0x115f && point != 0x1160 && point != 0x3164 && point != 0xffa0 && point != 0x2800;
        };
    }

    /** A character's escape, as Java, Python and JSON readers know it. */
    private static String visible(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> escape(point);
        };
    }

    /** {@code \x1b} below 256, {@code \u202e} or {@code \U000e0041} above. */
    static String escape(int point) {
        return String.format(Locale.ROOT, point < 0x100 ? "\\x%02x" : point < 0x10000 ? "\\u%04x" : "\\U%08x", point);
    }

    /** How many columns of a terminal a quoted text takes. */
    public static int columns(String text) {
        int columns = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            columns += columns(point);
            i += Character.charCount(point);
        }
        return columns;
    }

    /** 0 for marks that sit on the character before, 2 for wide characters (Unicode annex 11), otherwise 1. */
    static int columns(int point) {
        if (point < 0x300) {
            return 1;
        }
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return isWide(point) ? 2 : 1;
    }

    private static boolean isWide(int point) {
        return point >= 0x1100
                && (point <= 0x115f
                        || point >= 0x2e80 && point <= 0xa4cf && point != 0x303f
                        || point >= 0xa960 && point <= 0xa97f
                        || point >= 0xac00 && point <= 0xd7a3
                        || point >= 0xf900 && point <= 0xfaff
                        || point >= 0xfe30 && point <= 0xfe6f
                        || point >= 0xff00 && point <= 0xff60
                        || point >= 0xffe0 && point <= 0xffe6
                        || point >= 0x1f300 && point <= 0x1f64f
                        || point >= 0x1f680 && point <= 0x1f6ff
                        || point >= 0x1f900 && point <= 0x1faff
                        || point >= 0x20000 && point <= 0x3fffd);
    }

    /** Cuts a text to so many columns; an ellipsis in its middle stands for what was cut, since names differ at both ends. */
    public static String fit(String text, int columns) {
        if (columns(text) <= columns) {
            return text;
        }
        if (columns < 3) {
            return take(text, columns);
        }
        int tail = (columns - 1) / 2;
        return take(text, columns - 1 - tail) + "…" + takeLast(text, tail);
    }

    /** Cuts a text to so many columns at its end, where an ellipsis stands for the rest: for lines, whose start matters. */
    public static String cut(String text, int columns) {
        return columns(text) <= columns ? text : take(text, columns - 1) + "…";
    }

    private static String take(String text, int columns) {
        int used = 0;
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            if (used + columns(point) > columns) {
                break;
            }
            used += columns(point);
            end += Character.charCount(point);
        }
        return text.substring(0, end);
    }

    private static String takeLast(String text, int columns) {
        int used = 0;
        int from = text.length();
        while (from > 0) {
            int point = text.codePointBefore(from);
            if (used + columns(point) > columns) {
                break;
            }
            used += columns(point);
            from -= Character.charCount(point);
        }
        return text.substring(from);
    }

    /** Fills a text with blanks on its right up to so many columns. */
    public static String pad(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - columns(text)));
    }

    /** Fills a text with blanks on its left up to so many columns. */
    public static String padLeft(String text, int columns) {
        return " ".repeat(Math.max(0, columns - columns(text))) + text;
    }

    /** Breaks a quoted text at blanks into lines of at most so many columns; line feeds in it break too; longer words are cut. */
    public static List<String> wrap(String text, int columns) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\n", -1)) {
            wrapParagraph(paragraph, Math.max(columns, 8), lines);
        }
        return lines;
    }

    private static void wrapParagraph(String paragraph, int columns, List<String> lines) {
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : paragraph.split(" ", -1)) {
            int width = columns(word);
            if (used > 0 && used + 1 + width > columns) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
                used = 0;
            }
            if (used > 0 || !line.isEmpty()) {
                line.append(' ');
                used++;
            }
            while (width > columns) {
                String head = take(word, columns);
                lines.add(head);
                word = word.substring(head.length());
                width = columns(word);
            }
            line.append(word);
            used += width;
        }
        lines.add(line.toString().stripTrailing());
    }
}
