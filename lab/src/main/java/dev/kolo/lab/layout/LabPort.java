package dev.kolo.lab.layout;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import java.util.Optional;

/**
 * One function of a virtual host: a netdev with a soft RoCE device on it.
 *
 * @param plane 0 or 1
 * @param port the cage that it belongs to, 0 or 1
 * @param netdev its interface
 * @param device its RoCE device
 * @param mac its hardware address
 * @param address its IPv4 address, always a /24; empty when it has none
 * @param wire what it is plugged into
 */
public record LabPort(
        int plane, int port, String netdev, String device, MacAddress mac, Optional<Ipv4Address> address, Wire wire) {
    /** Prefix length of every fabric address of a lab. */
    public static final int PREFIX_LENGTH = 24;
}
