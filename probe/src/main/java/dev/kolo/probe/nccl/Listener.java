package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.OptionalInt;

/**
 * {@code NET/IB ListenerRouting format=ipv4-v1 advertised=4 observed=4}.
 *
 * @param advertised how many GIDs the listener told its peers
 * @param observed how many it had
 * @param evidence the line
 */
public record Listener(int advertised, OptionalInt observed, Evidence evidence) {}
