package dev.kolo.fabric.address;

import java.util.Optional;

/**
 * An IPv6 address as two 64-bit halves.
 *
 * @param high the network half
 * @param low the interface half
 */
public record Ipv6Address(long high, long low) implements IpAddress, Comparable<Ipv6Address> {
    /** Reads RFC 4291 text, {@code ::} and an embedded IPv4 tail included; a {@code %zone} is ignored. Empty for anything else. */
    public static Optional<Ipv6Address> parse(String text) {
        int zone = text.indexOf('%');
        String body = zone >= 0 ? text.substring(0, zone) : text;
        if (body.length() < 2 || body.length() > 45) {
            return Optional.empty();
        }
        int gap = body.indexOf("::");
        if (gap >= 0 && body.indexOf("::", gap + 1) >= 0) {
            return Optional.empty();
        }
        int[] head = groups(gap >= 0 ? body.substring(0, gap) : body);
        int[] tail = gap >= 0 ? groups(body.substring(gap + 2)) : new int[0];
        if (head.length == 0 && tail.length == 0 && gap < 0
                || head.length > 0 && head[0] < 0
                || tail.length > 0 && tail[0] < 0) {
            return Optional.empty();
        }
        int stated = head.length + tail.length;
        if (gap < 0 ? stated != 8 : stated > 7) {
            return Optional.empty();
        }
        int[] all = new int[8];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(tail, 0, all, 8 - tail.length, tail.length);
        return Optional.of(new Ipv6Address(join(all, 0), join(all, 4)));
    }

    private static long join(int[] groups, int from) {
        return (long) groups[from] << 48
                | (long) groups[from + 1] << 32
                | (long) groups[from + 2] << 16
                | groups[from + 3];
    }

    /** The 16-bit groups of a part without {@code ::}; a single −1 first when the part is malformed. */
    private static int[] groups(String part) {
        if (part.isEmpty()) {
            return new int[0];
        }
        String[] words = part.split(":", -1);
        String last = words[words.length - 1];
        Optional<Ipv4Address> embedded = last.indexOf('.') >= 0 ? Ipv4Address.parse(last) : Optional.empty();
        int plain = embedded.isPresent() ? words.length - 1 : words.length;
        int[] groups = new int[plain + (embedded.isPresent() ? 2 : 0)];
        for (int i = 0; i < plain; i++) {
            int value = hexGroup(words[i]);
            if (value < 0) {
                return new int[] {-1};
            }
            groups[i] = value;
        }
        if (embedded.isPresent()) {
            groups[plain] = embedded.get().bits() >>> 16;
            groups[plain + 1] = embedded.get().bits() & 0xffff;
        }
        return groups.length > 8 ? new int[] {-1} : groups;
    }

    private static int hexGroup(String word) {
        if (word.isEmpty() || word.length() > 4) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < word.length(); i++) {
            int digit = word.charAt(i) < 128 ? Character.digit(word.charAt(i), 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** The link-local address that a kernel derives from a MAC (fe80::/64 and its modified EUI-64). */
    public static Ipv6Address linkLocalOf(MacAddress mac) {
        return new Ipv6Address(0xfe80L << 48, mac.interfaceIdentifier());
    }

    /** The MAC that this address was made from; empty for random and hand-given interface identifiers. */
    public Optional<MacAddress> embeddedMac() {
        return MacAddress.ofInterfaceIdentifier(low);
    }

    @Override
    public int width() {
        return 128;
    }

    @Override
    public boolean isLinkLocal() {
        return high >>> 54 == 0x3fa;
    }

    @Override
    public boolean isLoopback() {
        return high == 0 && low == 1;
    }

    @Override
    public int compareTo(Ipv6Address other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    /** RFC 5952 text: lower case, the longest run of at least two zero groups shortened. */
    @Override
    public String toString() {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (int) ((i < 4 ? high >>> 48 - 16 * i : low >>> 112 - 16 * i) & 0xffff);
        }
        int bestFrom = -1;
        int bestLength = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > bestLength) {
                bestFrom = i;
                bestLength = end - i;
            }
        }
        StringBuilder out = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            if (i == bestFrom) {
                out.append("::");
                i += bestLength - 1;
                continue;
            }
            if (!out.isEmpty() && out.charAt(out.length() - 1) != ':') {
                out.append(':');
            }
            out.append(Integer.toHexString(groups[i]));
        }
        return out.toString();
    }
}
