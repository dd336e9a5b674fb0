package dev.kolo.fabric.address;

import java.util.Optional;

/**
 * An IPv4 network: the unit by which RoCE adjacency is claimed. Two ends of a cable must lie in the same one, and no two
 * cables may share one.
 *
 * @param network the network address, host bits zero
 * @param prefixLength 0 to 32
 */
public record Subnet(Ipv4Address network, int prefixLength) implements Comparable<Subnet> {
    public Subnet {
        if (prefixLength < 0 || prefixLength > 32) {
            throw new IllegalArgumentException("a prefix length is 0 to 32, got " + prefixLength);
        }
        network = new Ipv4Address(network.bits() & mask(prefixLength));
    }

    /** The network of an address under a prefix length. */
    public static Subnet of(Ipv4Address address, int prefixLength) {
        return new Subnet(address, prefixLength);
    }

    /** Reads {@code a.b.c.d/n}; host bits are cleared. Empty for anything else. */
    public static Optional<Subnet> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || text.length() - slash > 3 || text.length() == slash + 1) {
            return Optional.empty();
        }
        int prefix = 0;
        for (int i = slash + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return Optional.empty();
            }
            prefix = prefix * 10 + (c - '0');
        }
        int length = prefix;
        return length > 32
                ? Optional.empty()
                : Ipv4Address.parse(text.substring(0, slash)).map(address -> new Subnet(address, length));
    }

    /** The netmask of a prefix length as a number. */
    public static int mask(int prefixLength) {
        return prefixLength == 0 ? 0 : -1 << 32 - prefixLength;
    }

    public boolean contains(Ipv4Address address) {
        return (address.bits() & mask(prefixLength)) == network.bits();
    }

    /** True when one of the two networks lies inside the other, equality included. */
    public boolean overlaps(Subnet other) {
        int shorter = Math.min(prefixLength, other.prefixLength);
        return (network.bits() & mask(shorter)) == (other.network.bits() & mask(shorter));
    }

    @Override
    public int compareTo(Subnet other) {
        int byNetwork = network.compareTo(other.network);
        return byNetwork != 0 ? byNetwork : Integer.compare(prefixLength, other.prefixLength);
    }

    @Override
    public String toString() {
        return network + "/" + prefixLength;
    }
}
