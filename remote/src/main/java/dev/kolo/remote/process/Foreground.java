package dev.kolo.remote.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A command in the caller's place: it has Kolo's own terminal, reads and writes it directly, and Ctrl-C reaches it. For
 * shells on other machines and for scripts that people watch.
 */
public final class Foreground {
    /** For what a person ends, as a shell. */
    public static final long UNLIMITED_NANOS = Long.MAX_VALUE;

    /** The status of a command that was ended at its deadline, as of timeout(1). */
    public static final int TIMED_OUT = 124;

    private Foreground() {}

    /**
     * Runs a program to its end.
     *
     * @param argv program and arguments
     * @param folder its working folder
     * @param environment what it finds in its environment beside Kolo's own
     * @param timeoutNanos after this time it is ended, with everything that it started
     * @return its exit status; {@link #TIMED_OUT} when it was ended
     * @throws IOException when it cannot be started; the message names the program
     * @throws InterruptedException when the calling thread is interrupted; the program has been ended then
     */
    public static int run(List<String> argv, Path folder, Map<String, String> environment, long timeoutNanos)
            throws IOException, InterruptedException {
        String searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        if (ProgramPath.find(argv.getFirst(), searchPath).isEmpty()) {
            throw new IOException("there is no program \"" + argv.getFirst() + "\" on this machine's path");
        }
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(folder.toFile()).inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            return process.waitFor(timeoutNanos, TimeUnit.NANOSECONDS) ? process.exitValue() : TIMED_OUT;
        } finally {
            if (process.isAlive()) {
                new ProcessTree(process, false).end();
            }
        }
    }
}
