package dev.kolo.sim.fault;

import java.util.Locale;

/**
 * One fault of a run.
 *
 * @param kind what goes wrong
 * @param host at which host or rank; of a cable the sending end
 * @param other the other end of a cable, −1 where there is none
 * @param atPicos when it begins
 * @param untilPicos when it ends; {@link #FOR_EVER} when it does not
 * @param strength how many of a million frames or words; of a flap how often; of a rank's calls which one
 */
public record Fault(FaultKind kind, int host, int other, long atPicos, long untilPicos, long strength) {
    /** For faults that do not end. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** How long it lasts; 0 for what does not end or takes no time. */
    public long lastsPicos() {
        return untilPicos == FOR_EVER ? 0 : untilPicos - atPicos;
    }

    /** As people read it. */
    public String words() {
        String where = other < 0 ? "rank " + host : "the cable from host " + host + " to host " + other;
        String when = String.format(Locale.ROOT, "%.3f µs", atPicos / 1e6)
                + (untilPicos == FOR_EVER ? "" : String.format(Locale.ROOT, " to %.3f µs", untilPicos / 1e6));
        return switch (kind) {
            case LOSS -> where + " loses " + strength + " of a million frames, " + when;
            case CORRUPTION -> where + " damages " + strength + " of a million frames, " + when;
            case FLAP -> where + " goes down and up " + strength + " times, both ways, " + when;
            case HOLD -> where + " holds " + strength + " of a million frames back, " + when;
            case STALL -> "what arrives at " + where + " is not seen in its memory, " + when;
            case STALE_WORD -> where + " sends old words in " + strength + " of a million inlined flags, " + when;
            case PAUSE -> where + " stands still, " + when;
            case CUT -> where + " is cut for good, both ways, at " + when;
            case DEATH -> "the process of " + where + " ends at " + when;
            case POWER_LOSS -> "the host of " + where + " loses its power at " + when;
            case FREEZE -> where + " stands still for ever from " + when;
            case STOPPED_CALLER -> where + " calls nothing from its call " + strength + " on";
            case OTHER_CALL -> where + " calls something else as its call " + strength;
            case LATE_WORD -> "a flag of the session before lands at " + where + ", " + when;
            case CLIENT_PAUSE -> "the client of " + where + " stands still, " + when;
            case CLIENT_DEATH -> "the client of " + where + " ends at " + when;
            case RESTART -> "all processes end at " + when + " and a new session begins";
        };
    }
}
