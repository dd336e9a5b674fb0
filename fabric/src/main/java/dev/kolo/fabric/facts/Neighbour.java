package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.MacAddress;
import java.util.Optional;

/**
 * One entry of a neighbour table. The pair (netdev, MAC) shows a cable; the address beside it may be stray, since Linux
 * answers ARP for any local address on any netdev.
 *
 * @param address the neighbour's address
 * @param netdev the netdev on which it was seen
 * @param mac its MAC; absent for failed entries
 * @param state how sure the kernel is
 * @param protocol as printed; Kolo's own entries carry 82
 * @param evidence where it was read
 */
public record Neighbour(
        IpAddress address,
        String netdev,
        Optional<MacAddress> mac,
        State state,
        Optional<String> protocol,
        Evidence evidence) {
    /** Kernel states of an entry, most trustworthy first. */
    public enum State {
        REACHABLE,
        DELAY,
        PROBE,
        STALE,
        /** Somebody configured it; nothing was seen. */
        PERMANENT,
        NOARP,
        INCOMPLETE,
        FAILED,
        UNKNOWN;

        /** True when frames from that MAC were seen on the netdev at some time. */
        public boolean isSeen() {
            return this == REACHABLE || this == DELAY || this == PROBE || this == STALE || this == UNKNOWN;
        }

        /** True when that was within the last minute or so. */
        public boolean isFresh() {
            return this == REACHABLE || this == DELAY || this == PROBE;
        }
    }
}
