package dev.kolo.sim.check;

import java.util.Locale;

/** Every wait ends, and within its bound: in success, or in a failure that names somebody. */
public final class WaitCheck {
    private static final String RULE = "bounds";

    private final Violations violations;
    private final long boundPicos;

    /**
     * Checks waits.
     *
     * @param boundPicos the longest that a rank may go without any progress before its call fails
     */
    public WaitCheck(long boundPicos, Violations violations) {
        this.violations = violations;
        this.boundPicos = boundPicos;
    }

    /** A rank's call is over after so long without progress of its own; what it stood still itself does not count. */
    public void over(int rank, String call, long withoutProgressPicos) {
        if (withoutProgressPicos > boundPicos) {
            violations.add(
                    RULE,
                    rank,
                    "rank " + rank + " waited " + seconds(withoutProgressPicos) + " in " + call
                            + ", the bound with all graces is " + seconds(boundPicos));
        }
    }

    /** The run had to be ended while a rank still waited. */
    public void neverOver(int rank, String call, long withoutProgressPicos) {
        violations.add(
                RULE,
                rank,
                "rank " + rank + " still waits in " + call + " after " + seconds(withoutProgressPicos)
                        + " without progress");
    }

    private static String seconds(long picos) {
        return String.format(Locale.ROOT, "%.6f s", picos / 1e12);
    }
}
