package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.ScheduleKind;

/**
 * Counts what ranks do together, alike on all of them, and says when they must meet: at the latest after 2³⁰ steps of any
 * link. Then they zero the areas in which words arrive, long before a step's number of 32 bits comes again.
 */
final class StepHorizon {
    private static final long PERIOD = 1L << 30;

    private final int world;
    private long steps = 2;
    private long next = PERIOD;

    StepHorizon(int world) {
        this.world = world;
    }

    /** See {@link dev.kolo.wire.protocol.Link#startAt}. */
    void startAt(long firstStep) {
        steps = firstStep;
        met();
    }

    /** The most steps that any link takes in one window of a schedule; a ring's two trains take up to four a rank. */
    static long mostSteps(ScheduleKind kind, int world) {
        return kind == ScheduleKind.RING ? 4L * world : world;
    }

    void passed(ScheduleKind kind, long windows) {
        steps += windows * mostSteps(kind, world);
    }

    boolean isDue() {
        return steps >= next;
    }

    void met() {
        next = (steps / PERIOD + 1) * PERIOD;
    }
}
