package dev.kolo.cli;

/** Ends a verb with one sentence for the user and an exit code; the stack trace is for {@code --debug} alone. */
public final class KoloException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private KoloException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What was given cannot be used: a file, an argument, a configuration. */
    public static KoloException badInput(String message) {
        return new KoloException(ExitCode.BAD_INPUT, message);
    }

    /** Something did not work out. */
    public static KoloException failure(String message) {
        return new KoloException(ExitCode.FINDINGS, message);
    }

    /** A precondition does not hold, so nothing was done. */
    public static KoloException refused(String message) {
        return new KoloException(ExitCode.REFUSED, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
