package dev.kolo.page.ring;

import dev.kolo.fabric.finding.Severity;

/**
 * A finding's number beside what it is about.
 *
 * @param number the finding's place in the list that goes with the picture, 1 first
 * @param severity how bad
 */
public record Mark(int number, Severity severity) {}
