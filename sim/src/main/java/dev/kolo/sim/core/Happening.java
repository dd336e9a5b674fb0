package dev.kolo.sim.core;

/** Something that takes place at one moment of virtual time. */
@FunctionalInterface
public interface Happening {
    /** Lets it take place; it may put more on the agenda, never into the past. */
    void happen();
}
