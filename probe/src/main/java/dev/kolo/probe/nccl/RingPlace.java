package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;

/**
 * {@code Ring 00 : 3 -> 0 -> 1}: a rank's neighbours on one channel.
 *
 * @param channel its number
 * @param previous the rank that it receives from
 * @param rank itself
 * @param next the rank that it sends to
 * @param evidence the line
 */
public record RingPlace(int channel, int previous, int rank, int next, Evidence evidence) {}
