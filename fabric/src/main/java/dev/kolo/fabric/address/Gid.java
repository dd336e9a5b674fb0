package dev.kolo.fabric.address;

import java.util.Locale;
import java.util.Optional;

/**
 * A 128-bit RDMA global identifier as it stands in a GID table. On RoCE it is an IPv6 address; an IPv4 address stands
 * in it as {@code ::ffff:a.b.c.d}.
 *
 * @param high first eight bytes
 * @param low last eight bytes
 */
public record Gid(long high, long low) {
    /** Reads the eight full groups that sysfs prints, or any IPv6 text; empty for anything else. */
    public static Optional<Gid> parse(String text) {
        return Ipv6Address.parse(text.trim()).map(a -> new Gid(a.high(), a.low()));
    }

    /** The GID that an IPv4 address gets. */
    public static Gid of(Ipv4Address address) {
        return new Gid(0, 0xffffL << 32 | (address.bits() & 0xffff_ffffL));
    }

    public boolean isZero() {
        return high == 0 && low == 0;
    }

    /** The IPv4 address inside an IPv4-mapped GID; empty for IPv6 ones. */
    public Optional<Ipv4Address> ipv4() {
        return high == 0 && low >>> 32 == 0xffff ? Optional.of(new Ipv4Address((int) low)) : Optional.empty();
    }

    public Ipv6Address ipv6() {
        return new Ipv6Address(high, low);
    }

    /** The form of sysfs: eight full groups, so that a user can compare it with what they see. */
    @Override
    public String toString() {
        String hex = String.format(Locale.ROOT, "%016x%016x", high, low);
        StringBuilder out = new StringBuilder(39);
        for (int i = 0; i < 32; i += 4) {
            if (i > 0) {
                out.append(':');
            }
            out.append(hex, i, i + 4);
        }
        return out.toString();
    }
}
