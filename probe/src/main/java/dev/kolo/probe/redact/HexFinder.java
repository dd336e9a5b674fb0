package dev.kolo.probe.redact;

import java.util.Locale;

/**
 * Finds identifiers that are bare hexadecimal words: GUIDs of 16 digits, MACs in netdev names (enx001122334455), with
 * dashes or in the form of switches (0011.2233.4455), UUIDs, and digests.
 */
final class HexFinder implements Finder {
    private static final int MAC_DIGITS = 12;
    private static final int GUID_DIGITS = 16;
    private static final int FEWEST_OF_A_DIGEST = 24;

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        int i = 0;
        while (i < line.length()) {
            if (!Finder.isAlphanumeric(line.charAt(i))) {
                i++;
                continue;
            }
            int start = i;
            while (i < line.length() && (Finder.isAlphanumeric(line.charAt(i)) || isJoint(line, i))) {
                i++;
            }
            word(spans, start, i);
        }
    }

    /** A dash or dot between two hexadecimal digits. */
    private static boolean isJoint(String line, int i) {
        char c = line.charAt(i);
        return (c == '-' || c == '.')
                && i + 1 < line.length()
                && Finder.isHex(line.charAt(i - 1))
                && Finder.isHex(line.charAt(i + 1));
    }

    private static void word(Spans spans, int start, int end) {
        String word = spans.line().substring(start, end);
        int length = word.length();
        if (isForm(word, 2, '-') && length == 17 || isForm(word, 4, '.') && length == 14 && hasLetter(word)) {
            spans.claim(start, end, Sort.MAC);
        } else if (isForm(word, 2, '-') && length == 23) {
            spans.claim(start, end, Sort.GUID);
        } else if (length == 36 && isUuid(word)) {
            spans.claim(start, end, Sort.UUID);
        } else if (length >= MAC_DIGITS) {
            bare(spans, start, end, word);
        }
    }

    private static void bare(Spans spans, int start, int end, String word) {
        int digits = word.startsWith("0x") || word.startsWith("0X") ? 2 : 0;
        int count = word.length() - digits;
        boolean netdev = word.length() == MAC_DIGITS + 3 && (word.startsWith("enx") || word.startsWith("wlx"));
        if (netdev && isHex(word, 3)) {
            spans.claim(start + 3, end, Sort.MAC);
        } else if (isHex(word, digits)) {
            if (count == GUID_DIGITS && !isNumber(word.substring(digits), digits > 0)) {
                spans.claim(start + digits, end, Sort.GUID);
            } else if (count == MAC_DIGITS && digits == 0 && hasLetter(word)) {
                spans.claim(start, end, Sort.MAC);
            } else if (count >= FEWEST_OF_A_DIGEST) {
                spans.claim(start + digits, end, Sort.HEX);
            }
        }
    }

    /** A counter, a mask or a pointer of a program rather than a GUID: its first three octets are no vendor's. */
    private static boolean isNumber(String digits, boolean marked) {
        return digits.startsWith("000000")
                || digits.toLowerCase(Locale.ROOT).startsWith("ffffff")
                || !marked && !hasLetter(digits);
    }

    private static boolean isForm(String word, int digits, char joint) {
        if ((word.length() + 1) % (digits + 1) != 0) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            boolean between = (i + 1) % (digits + 1) == 0;
            if (between ? word.charAt(i) != joint : !Finder.isHex(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUuid(String word) {
        for (int i = 0; i < word.length(); i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? word.charAt(i) != '-' : !Finder.isHex(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHex(String word, int from) {
        for (int i = from; i < word.length(); i++) {
            if (!Finder.isHex(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasLetter(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) > '9' && word.charAt(i) != 'x') {
                return true;
            }
        }
        return false;
    }
}
