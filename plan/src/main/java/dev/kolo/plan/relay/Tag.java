package dev.kolo.plan.relay;

import java.util.Locale;

/**
 * The Ethernet type that a relayed frame carries: 0x88b4 plus the number of relays still before it. The types up to
 * 0x88bb are free for experiments and unassigned ones; LLDP (0x88cc) and others lie beyond.
 */
public final class Tag {
    /** Tag of no relay left would be this; a frame with none left is plain IPv4 instead. */
    public static final int BASE = 0x88b4;

    /** Most relays that a path can have. */
    public static final int MOST_RELAYS = 7;

    /** Plain IPv4. */
    public static final int IPV4 = 0x0800;

    private Tag() {}

    /** The Ethernet type with {@code relaysLeft} relays to go, 0 to 7. */
    public static int of(int relaysLeft) {
        if (relaysLeft < 0 || relaysLeft > MOST_RELAYS) {
            throw new IllegalArgumentException("a path has 0 to " + MOST_RELAYS + " relays, got " + relaysLeft);
        }
        return relaysLeft == 0 ? IPV4 : BASE + relaysLeft;
    }

    /** As tc takes it: {@code 0x88b5}. */
    public static String text(int etherType) {
        return String.format(Locale.ROOT, "0x%04x", etherType);
    }
}
