package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.Optional;

/**
 * A value that a log states.
 *
 * @param value as it stands in the line
 * @param evidence the line
 * @param time when it was printed, if the log has times
 */
public record Stated(String value, Evidence evidence, Optional<LogTime> time) {}
