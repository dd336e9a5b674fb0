package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.TcFilter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells Kolo's own objects on a host from others by their marks: protocol 82 on routes and neighbour entries, reserved
 * preferences with our own form of filter. What looks alike without the mark is somebody else's.
 */
public final class Owned {
    /** Protocol number of Kolo's routes and neighbour entries. */
    public static final String PROTOCOL = "82";

    /** Preference of a filter for k relays left is this plus k. */
    public static final int FILTER_PREFERENCE_BASE = 10;

    /** Preference of the kernel backend's marking filters. */
    public static final int MARKER_PREFERENCE = 20;

    private Owned() {}

    public static boolean is(Route route) {
        return route.protocol().filter(PROTOCOL::equals).isPresent();
    }

    public static boolean is(Neighbour neighbour) {
        return neighbour.protocol().filter(PROTOCOL::equals).isPresent();
    }

    /** Whether a filter sits where Kolo's filters sit. */
    public static boolean isReserved(TcFilter filter) {
        boolean relay = filter.hook().equals("ingress")
                && filter.preference() > FILTER_PREFERENCE_BASE
                && filter.preference() <= FILTER_PREFERENCE_BASE + Tag.MOST_RELAYS;
        return relay || filter.hook().equals("egress") && filter.preference() == MARKER_PREFERENCE;
    }

    /** Whether a filter is one of Kolo's: reserved preference, flower, and the very actions that Kolo renders. */
    public static boolean is(TcFilter filter) {
        if (!isReserved(filter) || !filter.kind().equals("flower")) {
            return false;
        }
        List<String> actions =
                filter.actions().stream().map(TcFilter.Action::kind).toList();
        if (filter.hook().equals("egress")) {
            return actions.equals(List.of("pedit"));
        }
        OptionalInt type = etherType(filter);
        boolean tagged = type.isPresent() && type.getAsInt() == Tag.of(filter.preference() - FILTER_PREFERENCE_BASE);
        return tagged && actions.equals(List.of("pedit", "pedit", "mirred"));
    }

    /** The Ethernet type that a filter matches, however tc printed it: 0x88b5, 88b5 or [34997]. */
    public static OptionalInt etherType(TcFilter filter) {
        OptionalInt printed = parseType(filter.protocol());
        return printed.isPresent() ? printed : parseType(filter.keys().getOrDefault("eth_type", ""));
    }

    private static OptionalInt parseType(String text) {
        String word = text.trim();
        try {
            if (word.startsWith("[") && word.endsWith("]")) {
                return OptionalInt.of(Integer.parseInt(word.substring(1, word.length() - 1)));
            }
            if (word.startsWith("0x")) {
                return OptionalInt.of(Integer.parseInt(word.substring(2), 16));
            }
            return word.matches("[0-9a-fA-F]{4}") ? OptionalInt.of(Integer.parseInt(word, 16)) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** The single address that a route leads to; empty for networks. */
    public static Optional<Ipv4Address> destinationOf(Route route) {
        String text = route.destination();
        return Ipv4Address.parse(text.endsWith("/32") ? text.substring(0, text.length() - 3) : text);
    }
}
