package dev.kolo.fabric.address;

import java.util.Optional;

/**
 * An IPv4 address.
 *
 * @param bits the address as a 32-bit number, first octet most significant (so it may be negative)
 */
public record Ipv4Address(int bits) implements IpAddress, Comparable<Ipv4Address> {
    /** Reads dotted decimal with exactly four octets and no leading zeros; empty for anything else. */
    public static Optional<Ipv4Address> parse(String text) {
        int length = text.length();
        if (length < 7 || length > 15) {
            return Optional.empty();
        }
        int bits = 0;
        int octets = 0;
        int value = -1;
        int digits = 0;
        for (int i = 0; i <= length; i++) {
            char c = i < length ? text.charAt(i) : '.';
            if (c >= '0' && c <= '9') {
                if (digits > 0 && value == 0) {
                    return Optional.empty();
                }
                value = digits == 0 ? c - '0' : value * 10 + (c - '0');
                digits++;
                if (value > 255) {
                    return Optional.empty();
                }
            } else if (c == '.' && digits > 0 && octets < 4) {
                bits = bits << 8 | value;
                octets++;
                digits = 0;
                value = -1;
            } else {
                return Optional.empty();
            }
        }
        return octets == 4 ? Optional.of(new Ipv4Address(bits)) : Optional.empty();
    }

    /** The address of four octets, each 0 to 255. */
    public static Ipv4Address of(int a, int b, int c, int d) {
        return new Ipv4Address((a & 255) << 24 | (b & 255) << 16 | (c & 255) << 8 | d & 255);
    }

    @Override
    public int width() {
        return 32;
    }

    @Override
    public boolean isLinkLocal() {
        return bits >>> 16 == 0xa9fe;
    }

    @Override
    public boolean isLoopback() {
        return bits >>> 24 == 127;
    }

    /** The address {@code steps} further; wraps like the number that it is. */
    public Ipv4Address plus(int steps) {
        return new Ipv4Address(bits + steps);
    }

    @Override
    public int compareTo(Ipv4Address other) {
        return Integer.compareUnsigned(bits, other.bits);
    }

    @Override
    public String toString() {
        return (bits >>> 24) + "." + (bits >>> 16 & 255) + "." + (bits >>> 8 & 255) + "." + (bits & 255);
    }
}
