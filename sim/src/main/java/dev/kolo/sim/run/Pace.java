package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;

/**
 * How fast one rank is: what a poll takes it, how soon it sees that its memory has changed, how long it computes between
 * calls. A rank that spins and sees nothing changes nothing, so most of its polls are left out: it is polled when its NIC has
 * something for it, and else less and less often, an eighth of the time that it has waited.
 */
final class Pace {
    /** Engines look at completions once in so many polls. */
    private static final int MOST_POLLS = 64;

    private static final int QUIET_BEFORE_REST = 2;

    private final Draw draw;
    private final long pollPicos;
    private final long reactPicos;
    private final long computePicos;
    private final long mostRestPicos;
    private int quiet;

    Pace(Draw draw, long computePicos, long mostRestPicos) {
        this.draw = draw;
        this.mostRestPicos = mostRestPicos;
        pollPicos = draw.spread(20, 800) * Agenda.NANO;
        reactPicos = draw.spread(20, 2_000) * Agenda.NANO;
        // Some ranks are up to eight times slower than others.
        this.computePicos = computePicos * draw.between(1, 8) / 2;
    }

    /** Polls of this turn. */
    int polls() {
        return quiet == 0 ? 2 : quiet == 1 ? 6 : MOST_POLLS;
    }

    long reactPicos() {
        return draw.between(reactPicos / 2, reactPicos);
    }

    /** Time between two calls. */
    long computePicos() {
        return draw.between(0, computePicos);
    }

    void woken() {
        quiet = 0;
    }

    /**
     * When the next turn is due.
     *
     * @param worked whether this turn did anything
     * @param idlePicos how long nothing has been done
     */
    long untilNextPicos(boolean worked, long idlePicos) {
        long took = polls() * pollPicos;
        quiet = worked ? 0 : quiet + 1;
        if (quiet <= QUIET_BEFORE_REST) {
            return took;
        }
        return Math.max(took, Math.min(mostRestPicos, idlePicos / 8));
    }
}
