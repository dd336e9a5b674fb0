package dev.kolo.probe.read.text;

import java.util.Optional;

/** Takes away what terminals, forums and log collectors put around a program's own line. */
public final class LineCleaner {
    /** More layers than this are nobody's doing; the rest is left as it is. */
    private static final int MAX_LAYERS = 8;

    /** Lines longer than this are JSON or nothing; layers are not looked for in them beyond their start. */
    private static final int MAX_PLAIN_CHARS = 16 << 10;

    private LineCleaner() {}

    /**
     * A cleaned line.
     *
     * @param text the program's line
     * @param host the host that a log collector named before it (journald)
     * @param fence true for the marks around quoted code, which are no content but end whatever came before
     */
    public record Cleaned(String text, Optional<String> host, boolean fence) {}

    /** Cleans a line. */
    public static Cleaned clean(String raw) {
        String text = stripTrailing(visible(raw));
        Optional<String> host = Optional.empty();
        for (int layer = 0; layer < MAX_LAYERS; layer++) {
            String before = text;
            text = unquote(text);
            LogPrefix prefix = LogPrefix.of(text);
            text = prefix.rest();
            host = host.isPresent() ? host : prefix.host();
            if (text.equals(before)) {
                break;
            }
        }
        if (isFence(text)) {
            return new Cleaned("", host, true);
        }
        return new Cleaned(unmark(text), host, false);
    }

    /** Without colours and what HTML makes of angle brackets; prefixes are kept, for readers that want to know them. */
    public static String plain(String raw) {
        return unescape(visible(raw));
    }

    /** Without escape sequences and control characters; odd blanks become blanks. */
    public static String visible(String raw) {
        int length = raw.length();
        int i = 0;
        while (i < length && isPlain(raw.charAt(i))) {
            i++;
        }
        if (i == length) {
            return raw;
        }
        StringBuilder out = new StringBuilder(length).append(raw, 0, i);
        while (i < length) {
            char c = raw.charAt(i);
            if (c == '\u001b' || c == '\u009b') {
                i = endOfEscape(raw, i);
                continue;
            }
            if (c == '\b') {
                out.setLength(Math.max(0, out.length() - 1));
            } else if (c == '\u00a0' || c == '\u2007' || c == '\u202f' || c == '\f') {
                out.append(' ');
            } else if (c == '\t' || c >= ' ' && c != 0x7f && !isInvisible(c)) {
                out.append(c);
            }
            i++;
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7f || c == '\t' || c > 0x00a0 && c < 0x2000;
    }

    private static boolean isInvisible(char c) {
        return c >= 0x80 && c < 0xa0
                || c >= 0x200b && c <= 0x200f
                || c >= 0x202a && c <= 0x202e
                || c == 0x2060
                || c == 0xfeff;
    }

    /** The index after an escape sequence: CSI, OSC (window titles, links), or a single character. */
    private static int endOfEscape(String raw, int start) {
        int length = raw.length();
        int i = start + 1;
        char kind = raw.charAt(start) == '\u009b' ? '[' : i < length ? raw.charAt(i++) : ' ';
        if (kind == '[') {
            while (i < length && (raw.charAt(i) < '@' || raw.charAt(i) > '~')) {
                i++;
            }
            return Math.min(length, i + 1);
        }
        if (kind == ']' || kind == 'P' || kind == '_' || kind == '^') {
            while (i < length && raw.charAt(i) != '\u0007' && raw.charAt(i) != '\u001b') {
                i++;
            }
            return i < length && raw.charAt(i) == '\u001b' ? Math.min(length, i + 2) : Math.min(length, i + 1);
        }
        return kind == '(' || kind == ')' ? Math.min(length, i + 1) : i;
    }

    /** Without the marks of quoting: "> " and what HTML makes of angle brackets. */
    private static String unquote(String text) {
        String out = text;
        while (out.startsWith("> ") || out.equals(">")) {
            out = out.substring(Math.min(2, out.length()));
        }
        return unescape(out);
    }

    private static String unescape(String text) {
        if (text.length() > MAX_PLAIN_CHARS || text.indexOf('&') < 0 || text.indexOf(';') < 0) {
            return text;
        }
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    private static boolean isFence(String text) {
        String body = text.stripLeading();
        return body.startsWith("```") && body.indexOf('`', 3) < 0 || body.startsWith("~~~");
    }

    /** Without Markdown's own marks: a line in backticks, a table row. */
    private static String unmark(String text) {
        if (text.length() > MAX_PLAIN_CHARS || text.length() < 2) {
            return text;
        }
        char first = text.charAt(0);
        char last = text.charAt(text.length() - 1);
        if (first == '`' && last == '`' && text.indexOf('`', 1) == text.length() - 1) {
            return text.substring(1, text.length() - 1);
        }
        if (first == '|' && last == '|') {
            String cells = text.substring(1, text.length() - 1);
            return isRule(cells) ? "" : stripTrailing(cells.replace("|", "  ").strip());
        }
        return text;
    }

    private static boolean isRule(String cells) {
        for (int i = 0; i < cells.length(); i++) {
            if ("-:| +".indexOf(cells.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static String stripTrailing(String text) {
        return text.stripTrailing();
    }
}
