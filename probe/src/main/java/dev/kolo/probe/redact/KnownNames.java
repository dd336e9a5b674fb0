package dev.kolo.probe.redact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds names that are known from elsewhere, wherever they stand as a word of their own: with other case, and with another
 * separator before their number (spark1, Spark 1, spark-1). Of names that contain one another the longest wins.
 */
final class KnownNames implements Finder {
    private static final int SEPARATORS_MATTER = 3;

    private final List<Group> groups = new ArrayList<>();

    /**
     * The names of one sort.
     *
     * @param pattern all of them, the longest first
     * @param initials characters with which they begin, in lower case
     */
    private record Group(Sort sort, Pattern pattern, String initials) {}

    /** Adds names; those that are words of some format are left to {@link PlaceFinder}. */
    void add(Sort sort, Collection<String> names) {
        List<String> sorted = names.stream()
                .filter(n -> sort == Sort.DOMAIN || !FormatWords.contains(n))
                .sorted(Comparator.comparingInt((String n) -> -n.length()).thenComparing(Comparator.naturalOrder()))
                .toList();
        if (sorted.isEmpty()) {
            return;
        }
        StringBuilder all = new StringBuilder("(?<![\\p{L}\\p{N}])(?:");
        StringBuilder initials = new StringBuilder();
        for (String name : sorted) {
            all.append(initials.isEmpty() ? "" : "|").append(spellings(name, sort));
            initials.append(name.substring(0, 1).toLowerCase(Locale.ROOT));
        }
        all.append(")(?![\\p{L}\\p{N}])");
        groups.add(new Group(
                sort,
                Pattern.compile(all.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE),
                initials.toString()));
    }

    /** A pattern for a name as people write it: "spark1" is also "Spark 1". */
    private static String spellings(String name, Sort sort) {
        int digits = name.length();
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        int letters = digits;
        while (letters > 0 && " -_".indexOf(name.charAt(letters - 1)) >= 0) {
            letters--;
        }
        boolean numbered = sort == Sort.HOST && digits < name.length() && letters > 0;
        // "n 1" stands in too many texts for "n1".
        String between = letters >= SEPARATORS_MATTER ? "[-_ ]?" : "[-_]?";
        return numbered
                ? Pattern.quote(name.substring(0, letters)) + between + Pattern.quote(name.substring(digits))
                : Pattern.quote(name);
    }

    @Override
    public void find(Spans spans) {
        String line = spans.line();
        String lower = line.toLowerCase(Locale.ROOT);
        for (Group group : groups) {
            if (group.initials().chars().noneMatch(c -> lower.indexOf(c) >= 0)) {
                continue;
            }
            Matcher matcher = group.pattern().matcher(line);
            while (matcher.find()) {
                spans.claim(matcher.start(), matcher.end(), group.sort());
            }
        }
    }

    /** The place of a name at the start of a line or as its whole title, for names that are words of some format. */
    static Optional<Integer> titled(String line, String name) {
        int at = 0;
        while (at < line.length() && "=#-*>~+_[ \t\u2500\u2501\u2550".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
        boolean mark = at > 0 && line.charAt(0) > ' ' || line.startsWith(":", at + name.length());
        boolean ends = at + name.length() >= line.length() || " :(]=\t".indexOf(line.charAt(at + name.length())) >= 0;
        return mark && ends && line.regionMatches(true, at, name, 0, name.length())
                ? Optional.of(at)
                : Optional.empty();
    }
}
