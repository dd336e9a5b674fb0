package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;

/**
 * An IPv4 address on a netdev.
 *
 * @param address the address
 * @param prefixLength its prefix length
 */
public record IpOnNetdev(Ipv4Address address, int prefixLength) {
    public Subnet subnet() {
        return Subnet.of(address, prefixLength);
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
