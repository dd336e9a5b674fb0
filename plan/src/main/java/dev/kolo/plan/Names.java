package dev.kolo.plan;

import java.util.List;

/** Lists of names in sentences: a few by name, the rest by number, so that 256 hosts do not fill a screen. */
public final class Names {
    private static final int MOST_NAMED = 4;

    private Names() {}

    /** {@code a, b, c, d and 12 more}. */
    public static String few(List<String> names) {
        int shown = Math.min(MOST_NAMED, names.size());
        String first = String.join(", ", names.subList(0, shown));
        return names.size() > shown ? first + " and " + (names.size() - shown) + " more" : first;
    }
}
