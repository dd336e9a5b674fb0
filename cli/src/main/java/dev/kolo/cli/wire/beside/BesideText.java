package dev.kolo.cli.wire.beside;

import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A comparison for people: a row for Kolo, one for the peer, the ratios in the peer's row. */
public final class BesideText {
    private BesideText() {}

    /** The table. */
    public static List<String> lines(List<Comparison> comparisons, Screen screen) {
        Table table = new Table(
                "exchange", "bytes", "payload", "of", "p50 us", "p99", "p99.9", "max", "p50 ratio", "p99.9 ratio");
        for (int right : new int[] {1, 4, 5, 6, 7}) {
            table.alignRight(right);
        }
        for (Comparison c : comparisons) {
            table.row(row(
                    op(c.cell()), Integer.toString(c.cell().bytes()), c.cell().payload(), "kolo", c.kolo(), "", ""));
            String theirs = c.peerPayload().equals(c.cell().payload()) ? "" : c.peerPayload();
            table.row(row(
                    "",
                    "",
                    theirs,
                    c.peer(),
                    c.theirs(),
                    ratio(c.typical()) + (c.byMean() ? " of means" : ""),
                    c.tail().map(BesideText::ratio).orElse("")));
        }
        return table.lines(screen);
    }

    private static String op(Cell cell) {
        return cell.op().equals(Cell.WINDOW) ? "window of 86" : cell.op();
    }

    private static String[] row(
            String op, String bytes, String payload, String of, Figures figures, String typical, String tail) {
        List<String> cells = new ArrayList<>(List.of(op, bytes, payload, of));
        cells.add(
                figures.p50Micros().isEmpty() && figures.meanMicros().isPresent()
                        ? "mean " + micros(figures.meanMicros())
                        : micros(figures.p50Micros()));
        cells.add(round(figures.p99Micros()));
        cells.add(round(figures.p999Micros()));
        cells.add(round(figures.maxMicros()));
        cells.add(typical);
        cells.add(tail);
        return cells.toArray(String[]::new);
    }

    private static String micros(OptionalDouble micros) {
        return micros.isPresent() ? String.format(Locale.ROOT, "%.2f", micros.getAsDouble()) : "-";
    }

    /** The tail needs no hundredths. */
    private static String round(OptionalDouble micros) {
        return micros.isPresent()
                ? String.format(Locale.ROOT, micros.getAsDouble() < 1000 ? "%.1f" : "%.0f", micros.getAsDouble())
                : "-";
    }

    private static String ratio(Ratio ratio) {
        return String.format(Locale.ROOT, "%.2f [%.2f %.2f]", ratio.median(), ratio.low(), ratio.high());
    }

    /** What the columns mean, one sentence a line. */
    public static List<String> legend(List<Comparison> comparisons) {
        Optional<Ratio> ratio = comparisons.stream().map(Comparison::typical).findFirst();
        return ratio.map(r -> List.of(
                        "ratio: Kolo's figure divided by the peer's, the median of " + r.rounds()
                                + " rounds that alternate, and the interval that holds its true value with probability "
                                + String.format(Locale.ROOT, "%.3f", r.confidence()) + ". Below 1 Kolo is faster.",
                        "A row shows the slowest rank's figures over all rounds. A slot is compared with the peer's own"
                                + " memory, since the peer has no slots."))
                .orElse(List.of());
    }
}
