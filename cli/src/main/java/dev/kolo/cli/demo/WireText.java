package dev.kolo.cli.demo;

import dev.kolo.cli.wire.WireScene;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells the demo of the wire, on a terminal and, in the same words, for the report. */
public final class WireText {
    private static final int COLUMNS = 80;
    private static final double NANOS_A_MICRO = 1000;

    private WireText() {}

    /** What comes before the first scene. */
    public static List<String> opening(Screen screen, int ranks) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(screen.paint(
                Paint.STRONG, "4. The wire: " + ranks + " ranks, each a process of this machine, over shared memory"));
        return lines;
    }

    /** One scene for a terminal. */
    public static List<String> lines(WireScene scene, Screen wide) {
        Screen screen = new Screen(Math.min(COLUMNS, wide.columns()), wide.colour(), wide.unicode());
        List<String> lines = new ArrayList<>();
        switch (scene) {
            case WireScene.SetUp setUp -> say(lines, screen, Paint.GOOD, "✓ " + words(setUp));
            case WireScene.Suite suite -> say(lines, screen, Paint.GOOD, "✓ " + words(suite));
            case WireScene.Latency latency -> {
                lines.addAll(table(latency).lines(screen));
                say(lines, screen, Paint.PLAIN, CAVEAT);
            }
            case WireScene.Killed killed -> {
                say(lines, screen, Paint.PLAIN, words(killed));
                lines.addAll(table(killed).lines(screen));
                say(lines, screen, Paint.PLAIN, message(killed));
                say(lines, screen, Paint.PLAIN, account(killed));
            }
        }
        return lines;
    }

    /** What the figures are worth. */
    static final String CAVEAT =
            "(all-gather, the slowest rank; ranks that share cores show how it works, not how fast it can be)";

    static String words(WireScene.SetUp setUp) {
        return String.format(
                Locale.ROOT,
                "Set up in %.1f s: the ranks met and proved that they share a token, agreed on their settings, connected"
                        + " each lane, wrote over it both ways, and compared a trial exchange. Rank 0: %s.",
                setUp.millis() / 1000.0,
                Text.quote(setUp.said()));
    }

    static String words(WireScene.Suite suite) {
        return String.format(
                Locale.ROOT,
                "The suite in short: %d calls on each of %d ranks by %s; every byte is right (after %.1f s).",
                suite.passed(),
                suite.ranks(),
                String.join(", ", suite.schedules()),
                suite.millis() / 1000.0);
    }

    static Table table(WireScene.Latency latency) {
        Table table = new Table("Bytes a rank", "wire p50 us", "wire p99 us", "TCP p50 us", "TCP p99 us");
        for (int column = 0; column < 5; column++) {
            table.alignRight(column);
        }
        for (WireScene.Row row : latency.rows()) {
            table.row(
                    String.format(Locale.ROOT, "%,d", row.bytes()),
                    micros(row.wireP50Nanos()),
                    micros(row.wireP99Nanos()),
                    micros(row.tcpP50Nanos()),
                    micros(row.tcpP99Nanos()));
        }
        return table;
    }

    static String words(WireScene.Killed killed) {
        return "Rank " + killed.victim()
                + " is killed (SIGKILL) in the midst of all-gathers. No rank hangs, every rank says who:";
    }

    static Table table(WireScene.Killed killed) {
        Table table = new Table("Rank", "missed", "waited us", "it began at");
        table.alignRight(0).alignRight(2);
        for (WireScene.Witness witness : killed.witnesses()) {
            table.row(
                    Integer.toString(witness.rank()),
                    "rank " + witness.missed(),
                    String.format(Locale.ROOT, "%,d", witness.waitedNanos() / 1000),
                    "rank " + witness.root());
        }
        return table;
    }

    /** The record of a rank that missed the killed one itself; the others are blocked behind such a rank. */
    static String message(WireScene.Killed killed) {
        WireScene.Witness first = killed.witnesses().stream()
                .filter(witness -> witness.missed() == killed.victim())
                .findFirst()
                .orElseGet(() -> killed.witnesses().getFirst());
        return "Rank " + first.rank() + " in full: " + Text.quote(first.message());
    }

    /** Its account line; the record in it is the one that was just told. */
    static String account(WireScene.Killed killed) {
        return "Account: "
                + Text.quote(killed.account()).replaceFirst("poisoned: .*", "poisoned: (what it said of the failure).");
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,.1f", nanos / NANOS_A_MICRO);
    }

    private static void say(List<String> lines, Screen screen, Paint paint, String words) {
        String shown = screen.unicode() ? words : words.replace('µ', 'u');
        for (String line : Text.wrap(shown, screen.columns())) {
            lines.add(screen.paint(paint, screen.finish(line)));
        }
    }
}
