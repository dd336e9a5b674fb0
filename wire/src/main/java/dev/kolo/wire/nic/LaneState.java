package dev.kolo.wire.nic;

/** Where a lane stands. It only ever moves down this list: a lane that failed stays failed. */
public enum LaneState {
    /** Not opened by this rank. */
    ABSENT,
    /** Opened, not connected. */
    OPEN,
    /** Connecting; {@link Nic#poll} takes it further. */
    CONNECTING,
    /** Requests travel. */
    READY,
    /** Nothing travels any more; an event said why. */
    FAILED
}
