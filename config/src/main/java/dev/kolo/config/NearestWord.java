package dev.kolo.config;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant to type. */
final class NearestWord {
    private NearestWord() {}

    /** The known word that is a slip or two away from a word; empty when none is near. */
    static Optional<String> to(String word, List<String> known) {
        if (word.length() > 40) {
            return Optional.empty();
        }
        String typed = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(candidate -> steps(typed, candidate) <= Math.max(1, candidate.length() / 3)
                        || typed.length() >= 3 && (candidate.startsWith(typed) || typed.startsWith(candidate)))
                .min(Comparator.comparingInt(candidate -> steps(typed, candidate)));
    }

    /** Letters to insert, drop, change or swap with their neighbour (optimal string alignment distance). */
    private static int steps(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[from.length()][to.length()];
    }
}
