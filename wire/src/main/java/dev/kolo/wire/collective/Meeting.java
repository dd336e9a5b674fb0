package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import java.lang.foreign.MemorySegment;

/**
 * The barrier in which all ranks meet before numbers of steps come again, between two operations of the user and unseen by
 * him. All that was sent to a rank has been taken by then, and nobody sends anything of the next operation before this rank
 * has come to the barrier: so that is where the areas of words are zeroed.
 */
final class Meeting {
    private final StepHorizon horizon;
    private final WordReads words;
    private final boolean needed;
    private final Operation barrier;
    private boolean underWay;

    Meeting(int world, WordReads words, boolean needed) {
        horizon = new StepHorizon(world);
        barrier = new Operation(world);
        this.words = words;
        this.needed = needed;
    }

    /** See {@link dev.kolo.wire.protocol.Link#startAt}. */
    void startAt(long firstStep) {
        horizon.startAt(firstStep);
    }

    /** An operation of the user begins. */
    void passed(ScheduleKind kind, long windows) {
        if (needed) {
            horizon.passed(kind, windows);
        }
    }

    boolean isDue() {
        return horizon.isDue();
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** Begins it; {@code number} is that of the user's operation behind it, which a rank that does not come has not called. */
    Operation begin(long number) {
        horizon.met();
        words.clear();
        underWay = true;
        MemorySegment none = MemorySegment.NULL;
        barrier.prepare(Collective.BARRIER, DataType.BYTES, Reduction.SUM, none, 0, none, 0, 0, -1);
        barrier.number = number;
        return barrier;
    }

    /** Whether what is over now was the meeting; then the user's operation is still to begin. */
    boolean ended() {
        boolean was = underWay;
        underWay = false;
        return was;
    }
}
