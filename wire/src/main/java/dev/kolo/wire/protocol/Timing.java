package dev.kolo.wire.protocol;

/**
 * How long a rank waits for what; nanoseconds.
 *
 * @param waitNanos bound of every wait
 * @param graceNanos how long a rank that gives up listens to the others, to find the root
 * @param repairFirstNanos after which time of waiting the own flags are sent again for the first time
 * @param repairMostNanos longest pause between repairs; pauses double until then
 */
public record Timing(long waitNanos, long graceNanos, long repairFirstNanos, long repairMostNanos) {
    private static final long MILLI = 1_000_000;

    /** Serving: 60 s, 1 s, 5 ms, 500 ms. A rank that is alive has been seen 44 s late. */
    public static final Timing SERVING = new Timing(60_000 * MILLI, 1_000 * MILLI, 5 * MILLI, 500 * MILLI);

    public Timing {
        if (waitNanos <= 0 || graceNanos < 0 || repairFirstNanos <= 0 || repairMostNanos < repairFirstNanos) {
            throw new IllegalArgumentException("waits are positive and repairs do not become more frequent, got wait "
                    + waitNanos + " ns, grace " + graceNanos + " ns, repairs " + repairFirstNanos + " to "
                    + repairMostNanos + " ns");
        }
    }

    /** The same with another bound. */
    public Timing withWait(long nanos) {
        return new Timing(nanos, graceNanos, repairFirstNanos, repairMostNanos);
    }
}
