package dev.kolo.cli;

/** The exit codes of every verb, as the manual states them. */
public final class ExitCode {
    /** Fine; findings of severity info only. */
    public static final int FINE = 0;

    /** Findings, or something failed. */
    public static final int FINDINGS = 1;

    /** Bad input or usage. */
    public static final int BAD_INPUT = 2;

    /** Refused: a precondition, named in the message. */
    public static final int REFUSED = 3;

    private ExitCode() {}
}
