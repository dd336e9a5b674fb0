package dev.kolo.fabric.address;

import java.util.Locale;
import java.util.Optional;

/**
 * A 48-bit Ethernet address. Cables are found by it, since a MAC seen on a netdev cannot lie about the plug.
 *
 * @param bits the address in the low 48 bits, first octet most significant
 */
public record MacAddress(long bits) implements Comparable<MacAddress> {
    private static final long MASK = 0xffff_ffff_ffffL;

    public MacAddress {
        if ((bits & ~MASK) != 0) {
            throw new IllegalArgumentException("a MAC address has 48 bits, got 0x" + Long.toHexString(bits));
        }
    }

    /** Reads {@code aa:bb:cc:dd:ee:ff} (colons or dashes, any case); empty when the text is anything else. */
    public static Optional<MacAddress> parse(String text) {
        if (text.length() != 17) {
            return Optional.empty();
        }
        long bits = 0;
        for (int i = 0; i < 17; i++) {
            char c = text.charAt(i);
            if (i % 3 == 2) {
                if (c != ':' && c != '-') {
                    return Optional.empty();
                }
                continue;
            }
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return Optional.empty();
            }
            bits = bits << 4 | digit;
        }
        return Optional.of(new MacAddress(bits));
    }

    /** True for the all-zero address, which loopback and some virtual netdevs show. */
    public boolean isZero() {
        return bits == 0;
    }

    /** True for broadcast and multicast addresses, which no port owns. */
    public boolean isGroup() {
        return (bits >>> 40 & 1) != 0;
    }

    /** The modified EUI-64 interface identifier of this address (RFC 4291, appendix A): the low half of fe80::/64. */
    public long interfaceIdentifier() {
        long high = (bits >>> 24 & 0xff_ffff) ^ 0x02_0000;
        return high << 40 | 0xff_feL << 24 | (bits & 0xff_ffff);
    }

    /** The address inside a modified EUI-64 interface identifier; empty when the identifier was not made from a MAC. */
    public static Optional<MacAddress> ofInterfaceIdentifier(long identifier) {
        if ((identifier >>> 24 & 0xffff) != 0xfffe) {
            return Optional.empty();
        }
        long high = (identifier >>> 40) ^ 0x02_0000;
        return Optional.of(new MacAddress(high << 24 | (identifier & 0xff_ffff)));
    }

    @Override
    public int compareTo(MacAddress other) {
        return Long.compare(bits, other.bits);
    }

    @Override
    public String toString() {
        String hex = String.format(Locale.ROOT, "%012x", bits);
        StringBuilder out = new StringBuilder(17);
        for (int i = 0; i < 12; i += 2) {
            if (i > 0) {
                out.append(':');
            }
            out.append(hex, i, i + 2);
        }
        return out.toString();
    }
}
