package dev.kolo.fabric.address;

import java.util.Optional;

/** An IPv4 or IPv6 address, without a prefix length and without a name look-up anywhere. */
public sealed interface IpAddress permits Ipv4Address, Ipv6Address {
    /** Reads either family in its usual notation; empty when the text is neither. */
    static Optional<IpAddress> parse(String text) {
        if (text.indexOf(':') >= 0) {
            return Ipv6Address.parse(text).map(a -> a);
        }
        return Ipv4Address.parse(text).map(a -> a);
    }

    /** The number of bits in an address of this family: 32 or 128. */
    int width();

    /** True for 169.254.0.0/16 and fe80::/10. */
    boolean isLinkLocal();

    /** True for 127.0.0.0/8 and ::1. */
    boolean isLoopback();
}
