package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.FunctionId;

/**
 * The network of one link and the addresses of its two ends.
 *
 * @param a the end at the lower rank (in a ring's last link: the last rank)
 * @param b the other end
 * @param plane index of the plane
 * @param subnet the network
 * @param addressA address of {@code a}
 * @param addressB address of {@code b}
 * @param kept whether the hosts have these addresses already
 */
public record LinkAddress(
        FunctionId a,
        FunctionId b,
        int plane,
        Subnet subnet,
        Ipv4Address addressA,
        Ipv4Address addressB,
        boolean kept) {}
