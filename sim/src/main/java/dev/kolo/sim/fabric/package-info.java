/**
 * The simulated fabric: hosts, cables, relays with finite queues, reliable connections with go-back-N, and a NIC in front of
 * them that keeps what every NIC promises. Sources: docs/sim.md.
 */
@NullMarked
package dev.kolo.sim.fabric;

import org.jspecify.annotations.NullMarked;
