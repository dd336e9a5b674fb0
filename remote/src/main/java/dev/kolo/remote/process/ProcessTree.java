package dev.kolo.remote.process;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A running process with everything that it started. Where {@code setsid} exists the process leads a group of its own, so
 * that one signal reaches children whose parent has already gone; elsewhere only the visible descendants are ended. What
 * has made itself a daemon in a session of its own is left alone: that is how ssh keeps a shared connection.
 *
 * @param process the process itself
 * @param leadsGroup whether its id names a process group
 */
record ProcessTree(Process process, boolean leadsGroup) {
    /** A well-behaved process tidies up within this time after SIGTERM; then comes SIGKILL. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Asks the whole tree to end, then makes it. Returns when the process itself is gone, at the latest soon after. */
    void end() {
        List<ProcessHandle> all = members();
        all.forEach(ProcessHandle::destroy);
        signalGroup("TERM");
        boolean interrupted = !awaitGently(GRACE_NANOS);
        Stream.concat(all.stream(), members().stream()).forEach(ProcessHandle::destroyForcibly);
        signalGroup("KILL");
        interrupted |= !awaitGently(GRACE_NANOS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ProcessHandle> members() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    /** False when the wait was interrupted; the tree is ended all the same. */
    private boolean awaitGently(long nanos) {
        try {
            process.waitFor(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    private void signalGroup(String signal) {
        if (!leadsGroup) {
            return;
        }
        try {
            // The shell's own kill: a separate program of that name is not everywhere.
            new ProcessBuilder("sh", "-c", "kill -" + signal + " -" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(new File("/dev/null"))
                    .start()
                    .waitFor(GRACE_NANOS, TimeUnit.NANOSECONDS);
        } catch (IOException noShell) {
            // The visible members have had their signal already.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
