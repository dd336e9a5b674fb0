package dev.kolo.cli.wire.top;

import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Text;
import dev.kolo.wire.protocol.Counters.Total;
import dev.kolo.wire.session.run.CounterLook.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Sessions as lines for people: a row a rank, who waits for whom, and what it means. */
public final class TopText {
    /** A matrix of more rows than this is for {@code --peers} or JSON. */
    private static final int MOST_PAIRS = 12;

    private final Screen screen;
    private final boolean allPairs;

    /**
     * For a screen.
     *
     * @param allPairs whether the table of pairs is shown however long it is
     */
    public TopText(Screen screen, boolean allPairs) {
        this.screen = screen;
        this.allPairs = allPairs;
    }

    /** The lines of all sessions. */
    public List<String> lines(List<SessionView> sessions) {
        List<String> lines = new ArrayList<>();
        for (SessionView session : sessions) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            String ranks = session.world().isPresent()
                    ? session.ranks().size() + " of " + session.world().getAsInt() + " ranks on this host"
                    : "nothing of it may be read";
            lines.add(screen.paint(
                    Paint.STRONG,
                    screen.finish("Session " + session.label() + " over " + session.kind() + ", " + ranks)));
            lines.addAll(ranks(session).lines(screen));
            Table pairs = pairs(session);
            if (!pairs.isEmpty() && (allPairs || pairs.rows().size() <= MOST_PAIRS)) {
                lines.addAll(pairs.lines(screen));
            }
            for (String sentence : Meaning.of(session)) {
                for (String line : Text.wrap(screen.quote(sentence), screen.columns())) {
                    lines.add(screen.finish(line));
                }
            }
        }
        return lines;
    }

    private Table ranks(SessionView session) {
        Table table = new Table(
                "Rank",
                "Process",
                "State",
                "Exchanges/s",
                "Bytes/s",
                "Waits us",
                "Awaited us",
                "Skew us",
                "Late",
                "Stale",
                "Repairs",
                "Exchanges");
        for (int column = 3; column < 12; column++) {
            table.alignRight(column);
        }
        for (RankView rank : session.ranks()) {
            boolean known = rank.now().isPresent();
            table.row(
                    Integer.toString(rank.found().rank()),
                    Long.toString(rank.found().pid()),
                    state(rank),
                    rate(rank.rate(Total.OPERATIONS)),
                    rate(rank.rate(Total.BYTES)),
                    micros(session.waits(rank)),
                    micros(session.othersWait(rank)),
                    micros(session.skew(rank)),
                    known ? Long.toString(rank.total(Total.LATE_WAITS)) : "-",
                    known ? Long.toString(rank.total(Total.STALE_FLAGS)) : "-",
                    known ? Long.toString(rank.total(Total.REPAIRS)) : "-",
                    known ? Long.toString(rank.total(Total.OPERATIONS)) : "-");
        }
        return table;
    }

    private Table pairs(SessionView session) {
        Table table = new Table("Rank", "waits for", "in", "us an exchange", "longest us")
                .alignRight(2)
                .alignRight(3)
                .alignRight(4);
        for (RankView rank : session.ranks()) {
            for (int peer = 0; peer < session.world().orElse(0); peer++) {
                OptionalDouble share = rank.awaitedShare(peer);
                if (peer != rank.found().rank() && share.isPresent()) {
                    table.row(
                            Integer.toString(rank.found().rank()),
                            "rank " + peer,
                            Math.round(share.getAsDouble() * 100) + " % of steps",
                            micros(rank.waitMicros(peer)),
                            String.format(Locale.ROOT, "%.0f", rank.longestWaitMicros(peer)));
                }
            }
        }
        return table;
    }

    private static String state(RankView rank) {
        return switch (rank.found().state()) {
            case State.Running _ -> rank.poisoned() ? "poisoned" : "runs";
            case State.Gone _ -> rank.poisoned() ? "gone, poisoned" : "gone";
            case State.NotPermitted _ -> "not permitted";
            case State.Unreadable _ -> "unreadable";
        };
    }

    private static String micros(OptionalDouble micros) {
        return micros.isPresent() ? String.format(Locale.ROOT, "%.1f", micros.getAsDouble()) : "-";
    }

    private static String rate(OptionalDouble rate) {
        if (rate.isEmpty()) {
            return "-";
        }
        double value = rate.getAsDouble();
        if (value >= 999.5e6) {
            return String.format(Locale.ROOT, "%.2f G", value / 1e9);
        }
        if (value >= 999.5e3) {
            return String.format(Locale.ROOT, "%.2f M", value / 1e6);
        }
        return value >= 9999.5
                ? String.format(Locale.ROOT, "%.1f k", value / 1e3)
                : String.format(Locale.ROOT, "%.0f", value);
    }
}
