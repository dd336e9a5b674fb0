package dev.kolo.doctor.check;

/**
 * One question about a fabric. A check is pure: it reads the context, writes findings, and says in {@link
 * Findings#askFor} what it could not see. It keeps no state between calls.
 */
@FunctionalInterface
public interface Check {
    /** Judges the fabric of the context. */
    void examine(Context context, Findings out);
}
