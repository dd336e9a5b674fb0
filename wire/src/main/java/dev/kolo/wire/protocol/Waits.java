package dev.kolo.wire.protocol;

/**
 * Measures how long a rank has made no progress, and says when to repair and when to give up. The time that it is told may be
 * old: the clock is read rarely. So a wait begins at the first reading that is newer than the operation's start.
 */
public final class Waits {
    /** Nothing to do yet. */
    public static final int GO_ON = 0;
    /** Send the own flags again. */
    public static final int REPAIR = 1;
    /** The bound is reached. */
    public static final int GIVE_UP = 2;

    private static final long NONE = Long.MIN_VALUE;

    private Timing timing;
    private final Counters counters;
    private long startNanos;
    private long sinceNanos = NONE;
    private long repairAfterNanos;
    private long pauseNanos;
    private int peer = -1;
    private int awaitedPeer = -1;
    private long awaitedStep;

    public Waits(Timing timing, Counters counters) {
        this.timing = timing;
        this.counters = counters;
    }

    /** An operation begins, or something was done. */
    public void progressed(long nowNanos) {
        if (sinceNanos != NONE) {
            if (peer >= 0 && nowNanos > sinceNanos) {
                counters.waited(peer, nowNanos - sinceNanos);
            }
            sinceNanos = NONE;
        }
        startNanos = nowNanos;
    }

    /** Nothing could be done: how it goes on. */
    public int blocked(long nowNanos, int onPeer) {
        if (sinceNanos == NONE) {
            if (nowNanos != startNanos) {
                sinceNanos = nowNanos;
                pauseNanos = timing.repairFirstNanos();
                repairAfterNanos = pauseNanos;
                peer = onPeer;
            }
            return GO_ON;
        }
        peer = onPeer;
        long waited = nowNanos - sinceNanos;
        if (waited < repairAfterNanos && waited < timing.waitNanos()) {
            return GO_ON;
        }
        if (waited >= timing.waitNanos()) {
            return GIVE_UP;
        }
        if (pauseNanos == timing.repairFirstNanos()) {
            counters.add(Counters.Total.LATE_WAITS, 1);
            if (peer >= 0) {
                counters.add(Counters.OfPeer.LATE_WAITS, peer, 1);
            }
        }
        pauseNanos = Math.min(2 * pauseNanos, timing.repairMostNanos());
        repairAfterNanos = waited + pauseNanos;
        return REPAIR;
    }

    /** A step's flag was not there; counted once a step, so that arrival skew can be seen from outside. */
    public void awaits(int ofPeer, long step) {
        if (step != awaitedStep || ofPeer != awaitedPeer) {
            awaitedStep = step;
            awaitedPeer = ofPeer;
            counters.add(Counters.OfPeer.AWAITED, ofPeer, 1);
        }
    }

    /** How long nothing has been done. */
    public long waitedNanos(long nowNanos) {
        return sinceNanos == NONE ? 0 : nowNanos - sinceNanos;
    }

    /** From now on another bound. */
    public void waitAtMost(long nanos) {
        timing = timing.withWait(nanos);
    }

    public Timing timing() {
        return timing;
    }
}
