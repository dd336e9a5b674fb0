package dev.kolo.cli.wire.beside;

import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a peer's program to its end, and says in one sentence why it did not work. */
final class Programs {
    private static final int MOST_COMPLAINT = 600;

    private Programs() {}

    /** What it prints. */
    static String output(String peer, long seconds, List<String> argv) {
        return switch (run(seconds, argv)) {
            case Outcome.Exited(int status, var out, var err) when status == 0 -> out.text();
            case Outcome.Exited(int status, var out, var err) ->
                throw failure(peer, argv, "ended with status " + status, out.text() + err.text());
            case Outcome.TimedOut(long after, var out, var err) ->
                throw failure(peer, argv, "was not done after " + seconds + " s", out.text() + err.text());
            case Outcome.OutputTooLarge(int limit, var out, var err) ->
                throw failure(peer, argv, "printed more than " + limit + " bytes", err.text());
            case Outcome.NotStarted(String reason) -> throw failure(peer, argv, reason, "");
        };
    }

    private static Outcome run(long seconds, List<String> argv) {
        try (ProcessRunner runner = new ProcessRunner()) {
            return runner.run(Command.of(TimeUnit.SECONDS.toNanos(seconds), argv));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted while measuring.");
        }
    }

    static KoloException failure(String peer, List<String> argv, String how, String said) {
        String tail = said.strip();
        tail = tail.substring(Math.max(0, tail.length() - MOST_COMPLAINT));
        return KoloException.failure(peer + " could not be measured: \"" + Text.quote(String.join(" ", argv)) + "\" "
                + Text.quote(how) + (tail.isEmpty() ? "." : ". It said: " + Text.quote(tail)));
    }
}
