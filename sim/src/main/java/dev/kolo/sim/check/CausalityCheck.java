package dev.kolo.sim.check;

/** Nobody is done with a call before everybody whose bytes it needs has called it: what a barrier is for. */
public final class CausalityCheck {
    private static final String RULE = "causality";

    private final Violations violations;
    /** By rank: how many calls it has made. */
    private final int[] called;

    /** Follows the calls of one session. */
    public CausalityCheck(int world, Violations violations) {
        this.violations = violations;
        called = new int[world];
    }

    /** A rank has called something. */
    public void called(int rank, int call) {
        called[rank] = Math.max(called[rank], call + 1);
    }

    /**
     * A rank is done with a call.
     *
     * @param needs whether it needs another rank's part
     */
    public void done(int rank, int call, String words, Needs needs) {
        for (int other = 0; other < called.length; other++) {
            if (other != rank && needs.needs(other) && called[other] <= call) {
                violations.add(
                        RULE,
                        rank,
                        "rank " + rank + " is done with " + words + ", which rank " + other + " has not called");
            }
        }
    }

    /** Whose part a call needs. */
    @FunctionalInterface
    public interface Needs {
        /** Whether it needs this rank's. */
        boolean needs(int rank);
    }
}
