package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.Optional;

/**
 * {@code Subnet-aware routing: overriding dev 2 with dev 0}.
 *
 * @param from NCCL's index of the planned device
 * @param to NCCL's index of the device taken
 * @param keptRoot the PCI root that a patched library kept to
 * @param count how often it was printed
 * @param evidence the first such line
 */
public record DeviceOverride(int from, int to, Optional<String> keptRoot, int count, Evidence evidence) {}
