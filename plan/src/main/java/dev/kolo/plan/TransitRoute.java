package dev.kolo.plan;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;

/**
 * A kernel route to a network on which a host does not sit, through the neighbour on the shorter way. TCP alone uses it; RDMA
 * does not, and hosts in between must forward (ip_forward 1), so that their IpForwDatagrams moves.
 *
 * @param host the host that has the route
 * @param destination the far network
 * @param via the neighbour's address
 * @param netdev outgoing netdev
 */
public record TransitRoute(String host, Subnet destination, Ipv4Address via, String netdev) {}
