package dev.kolo.probe.redact;

/**
 * Finds words that look drawn by lot: capitals, small letters and digits in long disorder, as tokens and keys in base64 are.
 * The last of the finders, since it knows nothing but the look; words of a language, paths, versions and device names pass.
 */
final class TokenFinder implements Finder {
    private static final int FEWEST_CHARS = 20;
    private static final int FEWEST_TURNS = 7;

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        int i = 0;
        while (i < line.length()) {
            int start = i;
            while (i < line.length() && isTokenChar(line.charAt(i))) {
                i++;
            }
            int end = i;
            while (i < line.length() && line.charAt(i) == '=') {
                i++;
            }
            // "NAME=value": the sign belongs to nobody unless it pads.
            boolean padded = i == line.length() || !Finder.isWordChar(line.charAt(i));
            if (end - start >= FEWEST_CHARS && isDrawn(line, start, end)) {
                spans.claim(start, padded ? i : end, Sort.SECRET);
            }
            i = Math.max(i, start + 1);
        }
    }

    private static boolean isTokenChar(char c) {
        return Finder.isAlphanumeric(c) || c == '+' || c == '_' || c == '-';
    }

    /** Counts how often the kind of character turns within the longest piece without dashes and underscores. */
    private static boolean isDrawn(String line, int start, int end) {
        int from = start;
        for (int i = start; i <= end; i++) {
            if (i == end || line.charAt(i) == '-' || line.charAt(i) == '_') {
                if (i - from >= FEWEST_CHARS - 4 && isDisorder(line, from, i)) {
                    return true;
                }
                from = i + 1;
            }
        }
        return false;
    }

    private static boolean isDisorder(String line, int start, int end) {
        int[] kinds = new int[3];
        int turns = 0;
        int last = -1;
        for (int i = start; i < end; i++) {
            char c = line.charAt(i);
            int kind = c >= 'a' && c <= 'z' ? 0 : c >= 'A' && c <= 'Z' ? 1 : 2;
            kinds[kind]++;
            // A capital that begins a word is order, not disorder.
            boolean wordStart = last == 1 && kind == 0;
            turns += last >= 0 && kind != last && !wordStart ? 1 : 0;
            last = kind;
        }
        return kinds[0] > 0 && kinds[1] > 0 && kinds[2] > 1 && turns >= FEWEST_TURNS;
    }
}
