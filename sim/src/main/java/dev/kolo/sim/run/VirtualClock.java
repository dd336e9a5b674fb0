package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;

/**
 * One rank's clock: begins anywhere, as {@code System.nanoTime} does, also where differences overflow, and runs a little fast
 * or slow.
 */
final class VirtualClock {
    private static final long MILLION = 1_000_000;

    private final Agenda agenda;
    private final long beginNanos;
    private final long driftMillionths;

    VirtualClock(Agenda agenda, Draw draw) {
        this.agenda = agenda;
        beginNanos = draw.oneIn(4) ? Long.MAX_VALUE - draw.spread(1, 10_000_000_000L) : draw.next() >> 2;
        driftMillionths = draw.between(-200, 200);
    }

    long nowNanos() {
        long nanos = agenda.nowPicos() / Agenda.NANO;
        return beginNanos + nanos + nanos / MILLION * driftMillionths;
    }
}
