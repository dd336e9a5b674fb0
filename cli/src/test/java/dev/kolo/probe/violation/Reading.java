package dev.kolo.probe.violation;

/**
 * Stands for a record of probe, which the doctor may know.
 *
 * @param text what was read
 */
public record Reading(String text) {}
