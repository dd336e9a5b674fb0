package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;

/**
 * A lane between two hosts that share no cable. Its queue pair sends both ways: forth along its path, back along the same
 * hosts.
 *
 * @param low position of the first end in its group
 * @param high position of the other end
 * @param plane the plane
 * @param direction the way from {@code low} to {@code high}
 * @param lowAddress address at the first end
 * @param highAddress address at the other end
 * @param relays hosts that forward its frames
 */
public record RelayLane(
        int low,
        int high,
        int plane,
        Group.Direction direction,
        Ipv4Address lowAddress,
        Ipv4Address highAddress,
        int relays) {}
