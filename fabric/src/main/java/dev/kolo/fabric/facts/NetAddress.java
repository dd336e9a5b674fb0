package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One address on a netdev.
 *
 * @param address the address
 * @param prefixLength its own prefix length in bits; absent when the source printed the address alone
 * @param origin whether the kernel holds it or a file only asks for it
 * @param dynamic true when it came from DHCP or has a lifetime, false when it is said to last, absent when not said
 * @param evidence where it was read
 */
public record NetAddress(
        IpAddress address, OptionalInt prefixLength, Origin origin, Optional<Boolean> dynamic, Evidence evidence) {
    /** How an address is known. */
    public enum Origin {
        /** The kernel has it now. */
        LIVE,
        /** A configuration file (netplan, NetworkManager) wants it; it may not be applied. */
        CONFIGURED
    }

    /** A live address without anything else known about it. */
    public static NetAddress live(IpAddress address, int prefixLength, Evidence evidence) {
        return new NetAddress(address, OptionalInt.of(prefixLength), Origin.LIVE, Optional.empty(), evidence);
    }

    /** The IPv4 address, when it is one. */
    public Optional<Ipv4Address> ipv4() {
        return address instanceof Ipv4Address v4 ? Optional.of(v4) : Optional.empty();
    }

    /** The IPv4 network under the address's own prefix; empty for IPv6 and for addresses without a prefix length. */
    public Optional<Subnet> subnet() {
        return address instanceof Ipv4Address v4
                        && prefixLength.isPresent()
                        && prefixLength.getAsInt() >= 0
                        && prefixLength.getAsInt() <= 32
                ? Optional.of(Subnet.of(v4, prefixLength.getAsInt()))
                : Optional.empty();
    }

    /** The address in the form {@code a.b.c.d/n}, or bare when the prefix length is not known. */
    @Override
    public String toString() {
        return prefixLength.isPresent() ? address + "/" + prefixLength.getAsInt() : address.toString();
    }
}
