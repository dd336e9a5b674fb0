package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.FunctionId;
import java.util.List;

/**
 * The network of the functions that one plane of a switch joins.
 *
 * @param plane index of the plane
 * @param subnet the network
 * @param members the functions in rank order
 */
public record SegmentAddress(int plane, Subnet subnet, List<Member> members) {
    public SegmentAddress {
        members = List.copyOf(members);
    }

    /**
     * One function.
     *
     * @param function which one
     * @param address its address
     * @param kept whether the host has it already
     */
    public record Member(FunctionId function, Ipv4Address address, boolean kept) {}
}
