package dev.kolo.cli.watch;

import java.util.Locale;

/** Amounts and rates in the units that people read: 12.3 GB/s, 480 packets/s. */
final class Quantity {
    private static final String[] UNITS = {"", "k", "M", "G", "T", "P", "E"};

    private Quantity() {}

    /** Three digits and a decimal prefix: {@code 12.3 G}, {@code 0}. */
    static String of(double amount, String unit) {
        double value = amount;
        int power = 0;
        while (value >= 999.5 && power < UNITS.length - 1) {
            value /= 1000;
            power++;
        }
        String digits = value == Math.rint(value) && value < 1000 && power == 0
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
        return digits + " " + UNITS[power] + unit;
    }

    /** {@code 5.0 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
    static String duration(long millis) {
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        long seconds = millis / 1000;
        if (seconds < 3600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        long minutes = seconds / 60;
        return minutes < 1440
                ? minutes / 60 + " h " + minutes % 60 + " min"
                : minutes / 1440 + " d " + minutes % 1440 / 60 + " h";
    }
}
