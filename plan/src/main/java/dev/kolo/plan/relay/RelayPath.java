package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;
import java.util.List;

/**
 * One way from a host to a host that it shares no cable with, on one plane.
 *
 * @param from position of the sender in its group
 * @param to position of the receiver
 * @param plane the plane
 * @param direction which way round
 * @param source the sender's address
 * @param destination the receiver's address: that of the function at which frames arrive
 * @param relays host names in the order in which frames pass them, at least one
 */
public record RelayPath(
        int from,
        int to,
        int plane,
        Group.Direction direction,
        Ipv4Address source,
        Ipv4Address destination,
        List<String> relays) {
    public RelayPath {
        relays = List.copyOf(relays);
    }
}
