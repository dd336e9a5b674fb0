package dev.kolo.wire.protocol;

/**
 * Says when a rank that is in no operation sends its last flags again. A peer whose flag was lost waits for a rank that has
 * got all it wanted and waits for nobody; without this it would wait until that rank's next operation.
 *
 * <p>Pauses double as for a rank that waits; beyond the longest pause it is taken that nothing was lost.
 */
public final class IdleRepair {
    private static final long NONE = Long.MIN_VALUE;

    private final Timing timing;
    private long sinceNanos = NONE;
    private long pauseNanos;

    public IdleRepair(Timing timing) {
        this.timing = timing;
    }

    /** Whether it is time; called while the rank is idle. */
    public boolean due(long nowNanos) {
        if (sinceNanos == NONE) {
            sinceNanos = nowNanos;
            pauseNanos = timing.repairFirstNanos();
            return false;
        }
        if (pauseNanos > timing.repairMostNanos() || nowNanos - sinceNanos < pauseNanos) {
            return false;
        }
        sinceNanos = nowNanos;
        pauseNanos *= 2;
        return true;
    }

    /** An operation begins. */
    public void over() {
        sinceNanos = NONE;
    }
}
