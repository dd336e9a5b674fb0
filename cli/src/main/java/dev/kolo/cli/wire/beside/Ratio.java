package dev.kolo.cli.wire.beside;

import java.util.List;

/**
 * The median of the rounds' ratios, and an interval around it that holds with the confidence stated, whatever the ratios'
 * distribution: the number of rounds below the true median is binomial, so the k-th smallest and the k-th largest of n ratios
 * enclose it with probability 1 − 2·P(B(n, ½) &lt; k).
 *
 * @param median the median; Kolo's figure divided by the peer's, so below 1 Kolo is faster
 * @param low lower end
 * @param high upper end
 * @param confidence probability that the interval encloses the true median; the largest k that leaves at least 0.95, and with
 *     too few rounds for that the whole range
 * @param rounds how many ratios there were
 */
public record Ratio(double median, double low, double high, double confidence, int rounds) {
    private static final double WANTED = 0.95;

    /** Of at least one ratio. */
    public static Ratio of(List<Double> ratios) {
        List<Double> sorted = ratios.stream().sorted().toList();
        int n = sorted.size();
        int k = 1;
        while (2 * (k + 1) <= n && confidence(n, k + 1) >= WANTED) {
            k++;
        }
        double median = n % 2 == 1 ? sorted.get(n / 2) : (sorted.get(n / 2 - 1) + sorted.get(n / 2)) / 2;
        return new Ratio(median, sorted.get(k - 1), sorted.get(n - k), confidence(n, k), n);
    }

    private static double confidence(int n, int k) {
        double below = 0;
        double choose = 1;
        for (int i = 0; i < k; i++) {
            below += choose;
            choose = choose * (n - i) / (i + 1);
        }
        return Math.max(0, 1 - 2 * below / Math.pow(2, n));
    }
}
