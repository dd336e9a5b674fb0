package dev.kolo.probe.redact;

import dev.kolo.fabric.address.Ipv4Address;

/** Finds IPv4 addresses in dotted decimal. Longer dotted numbers and "v1.2.3.4" are versions. */
final class DottedFinder implements Finder {
    private static final int LONGEST = 15;

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        int i = 0;
        while (i < line.length()) {
            if (!isDigit(line.charAt(i))) {
                i++;
                continue;
            }
            int start = i;
            while (i < line.length() && (isDigit(line.charAt(i)) || line.charAt(i) == '.')) {
                i++;
            }
            int end = i;
            while (end > start && line.charAt(end - 1) == '.') {
                end--;
            }
            boolean word = start > 0 && isPartOfWord(line, start);
            if (!word
                    && end - start <= LONGEST
                    && Ipv4Address.parse(line.substring(start, end)).isPresent()) {
                spans.claim(start, end, Sort.IPV4);
            }
        }
    }

    /** After a letter (a version, a library's name), except one that an escape such as "\n" may have left. */
    private static boolean isPartOfWord(String line, int start) {
        char before = line.charAt(start - 1);
        boolean escape = start > 1 && line.charAt(start - 2) == '\\';
        return before == '.' || Finder.isAlphanumeric(before) && !escape;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
