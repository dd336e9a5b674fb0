package dev.kolo.wire.progress;

/** Something that the thread that drives an engine does beside it: serving a mailbox. */
@FunctionalInterface
public interface Duty {
    /**
     * One turn, just before the engine's; never waits. A fault of its own must not escape it.
     *
     * @param nowNanos the time; may be up to some dozens of turns old
     * @return how much was done, 0 when nothing could be
     */
    int turn(long nowNanos);
}
