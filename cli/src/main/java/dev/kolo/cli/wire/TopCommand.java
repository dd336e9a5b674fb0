package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.cli.wire.top.SessionView;
import dev.kolo.cli.wire.top.TopJson;
import dev.kolo.cli.wire.top.TopText;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import dev.kolo.wire.session.run.CounterLook;
import dev.kolo.wire.session.run.CounterLook.Found;
import dev.kolo.wire.session.run.CounterLook.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kolo wire top}: the counters of running sessions, from outside; no rank notices. */
@Command(
        name = "top",
        description = {
            "Shows what the sessions on this host do, from their counters: rates, who waits for whom, what was odd.",
            "It only reads, and no rank notices."
        },
        footer = {
            "",
            "Waits: how long a rank waits for the others, microseconds an exchange; Awaited: how long the others wait",
            "for it; Skew: the difference a peer. Above 0 the rank comes late. Late, Stale, Repairs and Exchanges are",
            "since the session's start.",
            "Exit code: 0, with --once 1 when a session is poisoned or a process was killed, 2 bad input.",
            "",
            "Examples:",
            "  kolo wire top                     until Ctrl-C",
            "  kolo wire top --once --json       one interval of a second, for machines"
        })
final class TopCommand implements Callable<Integer> {
    private final Console console;
    private final Path folder;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Time between two readings. Default: ${DEFAULT-VALUE}.")
    private double intervalSeconds = 1;

    @Option(names = "--once", description = "End after one interval.")
    private boolean once;

    @Option(names = "--json", description = "Print one line of JSON (kolo.wire.top/1) for each interval.")
    private boolean json;

    @Option(names = "--peers", description = "Show who waits for whom also where that is a long table.")
    private boolean peers;

    /**
     * Over the counters in a folder.
     *
     * @param folder {@link CounterLook#FOLDER}, but for tests
     */
    TopCommand(Console console, Path folder) {
        this.console = console;
        this.folder = folder;
    }

    @Override
    public Integer call() {
        if (!(intervalSeconds >= 0.01 && intervalSeconds <= 86_400)) {
            throw KoloException.badInput("--interval takes 0.01 to 86400 seconds, not " + intervalSeconds + ".");
        }
        List<Found> before = look();
        long beforeNanos = System.nanoTime();
        int drawn = 0;
        boolean toldOfNone = false;
        while (true) {
            if (before.isEmpty() && !toldOfNone) {
                toldOfNone = true;
                console.tell("No session of the wire runs on this host: there are no counters in " + folder
                        + (once ? "." : ". Waiting for one; end with Ctrl-C."));
            }
            if (!(once && before.isEmpty())) {
                pause();
            }
            List<Found> now = look();
            long nowNanos = System.nanoTime();
            List<SessionView> sessions = SessionView.of(before, now, (nowNanos - beforeNanos) / 1e9);
            drawn = print(sessions, (nowNanos - beforeNanos) / 1e9, drawn);
            if (once || console.out().checkError()) {
                return once && hasTrouble(now, sessions) ? ExitCode.FINDINGS : ExitCode.FINE;
            }
            before = now;
            beforeNanos = nowNanos;
        }
    }

    private static boolean hasTrouble(List<Found> found, List<SessionView> sessions) {
        return found.stream().anyMatch(f -> f.state() instanceof State.Gone)
                || sessions.stream().flatMap(s -> s.ranks().stream()).anyMatch(r -> r.poisoned());
    }

    private List<Found> look() {
        try {
            return CounterLook.at(folder);
        } catch (IOException e) {
            throw KoloException.failure("the counters in " + folder + " cannot be listed: "
                    + Text.quote(String.valueOf(e.getMessage())) + ". On a machine without " + folder
                    + " sessions keep none.");
        }
    }

    private void pause() {
        try {
            Thread.sleep((long) (intervalSeconds * 1000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted.");
        }
    }

    /** Prints, over what was drawn before where the terminal can do that; returns how many rows it took. */
    private int print(List<SessionView> sessions, double seconds, int drawnBefore) {
        if (json) {
            console.out().println(TopJson.line(sessions, seconds));
            console.out().flush();
            return 0;
        }
        Console.Style style = console.style();
        Screen screen = new Screen(style.columns(), style.colour(), style.unicode());
        List<String> lines = new TopText(screen, peers).lines(sessions);
        int rows = lines.stream()
                .mapToInt(line -> Math.max(
                        1,
                        (Text.columns(line.replaceAll("\u001b\\[[0-9;]*m", "")) + style.columns() - 1)
                                / style.columns()))
                .sum();
        boolean redraws = screen.colour() && !once && rows < style.rows();
        StringBuilder text = new StringBuilder();
        if (redraws && drawnBefore > 0) {
            // Up some lines, then clear what is below (ECMA-48, CUU and ED).
            text.append("\u001b[").append(drawnBefore).append("A\u001b[J");
        }
        lines.forEach(line -> text.append(line).append('\n'));
        console.out().print(text);
        console.out().flush();
        return redraws ? rows : 0;
    }
}
