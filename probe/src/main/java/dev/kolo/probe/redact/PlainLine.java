package dev.kolo.probe.redact;

import dev.kolo.probe.read.text.LineCleaner;

/**
 * A line as a reader sees it: without colours and invisible characters, and without the escapes by which JSON may hide a
 * plain character, so that no name passes because it was written in an odd way.
 */
final class PlainLine {
    private static final int ESCAPE_CHARS = 6;

    private PlainLine() {}

    static String of(String raw) {
        String visible = LineCleaner.visible(raw);
        return visible.contains("\\u00") ? unescaped(visible) : visible;
    }

    /** Letters, digits and the marks of names and addresses in place of their escapes; JSON means the same by both. */
    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 >= text.length()) {
                out.append(c);
                i++;
                continue;
            }
            char meant = text.charAt(i + 1) == 'u' ? escaped(text, i) : '\0';
            if (meant != '\0') {
                out.append(meant);
                i += ESCAPE_CHARS;
            } else {
                out.append(c).append(text.charAt(i + 1));
                i += 2;
            }
        }
        return out.toString();
    }

    private static char escaped(String text, int at) {
        if (!text.startsWith("00", at + 2) || at + ESCAPE_CHARS > text.length()) {
            return '\0';
        }
        int high = Character.digit(text.charAt(at + 4), 16);
        int low = Character.digit(text.charAt(at + 5), 16);
        char c = high < 0 || low < 0 ? '\0' : (char) (high << 4 | low);
        return c < 0x7f && (Finder.isWordChar(c) || ".:-/@=+ ".indexOf(c) >= 0) ? c : '\0';
    }
}
