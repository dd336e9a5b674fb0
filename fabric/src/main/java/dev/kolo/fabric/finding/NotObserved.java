package dev.kolo.fabric.finding;

/**
 * A check that could not be made for want of its input.
 *
 * @param check what could not be judged, in plain words, naming the host where that matters
 * @param askFor the command whose output would settle it
 */
public record NotObserved(String check, String askFor) {}
