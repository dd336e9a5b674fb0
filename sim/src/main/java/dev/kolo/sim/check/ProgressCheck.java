package dev.kolo.sim.check;

/** After healing, progress: where nothing fatal happened every rank is done with all of its calls. */
public final class ProgressCheck {
    private static final String RULE = "progress";

    private final Violations violations;

    public ProgressCheck(Violations violations) {
        this.violations = violations;
    }

    /** The run is over: how far a rank has come. */
    public void ended(int rank, int done, int calls) {
        if (done < calls) {
            violations.add(
                    RULE,
                    rank,
                    "rank " + rank + " was done with " + done + " of " + calls + " calls, though everything healed");
        }
    }
}
