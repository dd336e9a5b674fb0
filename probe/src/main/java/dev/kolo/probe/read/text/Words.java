package dev.kolo.probe.read.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Taking lines apart by hand: cheaper than regular expressions at start, and bounded on any input. */
public final class Words {
    /** No format has more words on a line that matter. */
    private static final int MAX_WORDS = 4096;

    private Words() {}

    /** The words of a line, split at blanks. */
    public static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        int length = text.length();
        int i = 0;
        while (i < length && words.size() < MAX_WORDS) {
            while (i < length && text.charAt(i) <= ' ') {
                i++;
            }
            int start = i;
            while (i < length && text.charAt(i) > ' ') {
                i++;
            }
            if (i > start) {
                words.add(text.substring(start, i));
            }
        }
        return words;
    }

    /** The cells of a row that is laid out by two or more blanks, or tabs, between them; none of them is blank. */
    public static List<String> cells(String text) {
        List<String> cells = new ArrayList<>();
        int start = 0;
        int i = 0;
        while (i < text.length() && cells.size() < MAX_WORDS) {
            boolean gap = text.charAt(i) == '\t'
                    || text.charAt(i) == ' ' && i + 1 < text.length() && text.charAt(i + 1) <= ' ';
            if (gap) {
                addCell(text, start, i, cells);
                while (i < text.length() && text.charAt(i) <= ' ') {
                    i++;
                }
                start = i;
            } else {
                i++;
            }
        }
        addCell(text, start, text.length(), cells);
        return cells;
    }

    private static void addCell(String text, int from, int to, List<String> cells) {
        String cell = text.substring(from, to).strip();
        if (!cell.isEmpty()) {
            cells.add(cell);
        }
    }

    /** The first word; empty for a blank line. */
    public static String first(String text) {
        int start = 0;
        while (start < text.length() && text.charAt(start) <= ' ') {
            start++;
        }
        int end = start;
        while (end < text.length() && text.charAt(end) > ' ') {
            end++;
        }
        return text.substring(start, end);
    }

    /** The word after a given one, as iproute2 writes its fields ("dev X", "mtu 9000"). */
    public static Optional<String> after(List<String> words, String key) {
        int at = words.indexOf(key);
        return at >= 0 && at + 1 < words.size() ? Optional.of(words.get(at + 1)) : Optional.empty();
    }

    /** What stands before the first separator and after it, both stripped; empty when there is none. */
    public static Optional<KeyValue> split(String text, char separator) {
        int at = text.indexOf(separator);
        return at < 0
                ? Optional.empty()
                : Optional.of(new KeyValue(
                        text.substring(0, at).strip(), text.substring(at + 1).strip()));
    }

    /** A decimal number of at most nine digits, nothing before or after it. */
    public static OptionalInt number(String text) {
        OptionalLong value = longNumber(text);
        return value.isPresent() && text.length() <= 9 ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    /** A decimal number of at most 18 digits, nothing before or after it. */
    public static OptionalLong longNumber(String text) {
        if (text.isEmpty() || text.length() > 18) {
            return OptionalLong.empty();
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalLong.empty();
            }
            value = value * 10 + digit;
        }
        return OptionalLong.of(value);
    }

    /** A counter's decimal digits, up to 64 bits; from 2^63 on the result is negative, to be read as unsigned. */
    public static OptionalLong counter(String text) {
        if (text.isEmpty() || text.length() > 20 || !isDigits(text)) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseUnsignedLong(text));
        } catch (NumberFormatException beyond64Bits) {
            return OptionalLong.empty();
        }
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The text without the quotes around it, if it stands in a pair of them. */
    public static String unquote(String text) {
        String body = text.strip();
        if (body.length() >= 2) {
            char first = body.charAt(0);
            char last = body.charAt(body.length() - 1);
            if (first == last && (first == '"' || first == '\'' || first == '`')) {
                return body.substring(1, body.length() - 1);
            }
        }
        return body;
    }

    /**
     * Two sides of a separator.
     *
     * @param key before it
     * @param value after it
     */
    public record KeyValue(String key, String value) {}
}
