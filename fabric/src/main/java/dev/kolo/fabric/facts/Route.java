package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.IpAddress;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One route of the main table.
 *
 * @param destination {@code default}, {@code a.b.c.d}, {@code a.b.c.d/n} or IPv6 text, as printed
 * @param netdev outgoing netdev; iproute2 leaves it out of some answers
 * @param via next hop
 * @param source preferred source address
 * @param protocol as printed: a name or a number; Kolo's own routes carry 82
 * @param scope as printed
 * @param metric priority
 * @param evidence where it was read
 */
public record Route(
        String destination,
        Optional<String> netdev,
        Optional<IpAddress> via,
        Optional<IpAddress> source,
        Optional<String> protocol,
        Optional<String> scope,
        OptionalInt metric,
        Evidence evidence) {
    public boolean isDefault() {
        return destination.equals("default") || destination.equals("0.0.0.0/0") || destination.equals("::/0");
    }
}
