package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Draw;

/**
 * One direction of a cable, with the port that sends into it and, where the sending host is a relay, the finite hairpin queue
 * in front of that port. What ails a cable is set here: loss, corruption (which the checksum turns into loss), a cut, frames
 * that are held back.
 */
public final class Way {
    final int fromHost;
    final int toHost;
    final Draw draw;
    long freeAtPicos;
    long hairpinBytes;
    long mostHairpinBytes;

    private long lossMillionths;
    private long corruptionMillionths;
    private int cuts;
    private long heldUntilPicos;
    private long heldMillionths;

    Way(int fromHost, int toHost, Draw draw) {
        this.fromHost = fromHost;
        this.toHost = toHost;
        this.draw = draw;
    }

    /** Loses so many of a million frames. */
    public void lose(long millionths) {
        lossMillionths = millionths;
    }

    /** Damages so many of a million frames; the receiver drops them. */
    public void corrupt(long millionths) {
        corruptionMillionths = millionths;
    }

    /** Carries nothing until it is mended as often as it was cut. */
    public void cut(boolean isCut) {
        cuts += isCut ? 1 : -1;
    }

    /** Holds so many of a million frames back until a moment. */
    public void hold(long untilPicos, long millionths) {
        heldUntilPicos = untilPicos;
        heldMillionths = millionths;
    }

    /** Whether this frame is lost; drawn only where there is something to lose. */
    boolean loses() {
        return cuts > 0 || draw.chance(lossMillionths) || draw.chance(corruptionMillionths);
    }

    /** How long this frame is held back. */
    long heldPicos(long nowPicos) {
        if (heldUntilPicos <= nowPicos || !draw.chance(heldMillionths)) {
            return 0;
        }
        return heldUntilPicos - nowPicos;
    }
}
