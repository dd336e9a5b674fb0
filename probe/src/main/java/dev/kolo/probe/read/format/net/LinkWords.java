package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetdevBuilder;
import java.util.List;

/** The words in which iproute2 speaks of links, the same in all of its forms. */
final class LinkWords {
    private LinkWords() {}

    /** The name without what it hangs on: "eth0@if5" and "vlan5@enp1s0f0np0". */
    static String name(String printed) {
        int at = printed.indexOf('@');
        return at > 0 ? printed.substring(0, at) : printed;
    }

    /** What a flags word says: "<NO-CARRIER,BROADCAST,UP>". */
    static void flags(String word, NetdevBuilder netdev) {
        List<String> flags = List.of(word.substring(1).replace(">", "").split(","));
        netdev.adminUp(flags.contains("UP"));
        if (flags.contains("LOWER_UP") || flags.contains("NO-CARRIER")) {
            netdev.carrier(flags.contains("LOWER_UP"));
        }
    }

    /** The state that iproute2 prints; UNKNOWN is what virtual netdevs say. */
    static LinkState state(String word) {
        return switch (word) {
            case "UP" -> LinkState.UP;
            case "DOWN", "LOWERLAYERDOWN", "NOTPRESENT", "DORMANT" -> LinkState.DOWN;
            default -> LinkState.UNKNOWN;
        };
    }

    /** Kinds of virtual netdevs, as {@code ip -d link} prints them at the start of a line. */
    static boolean kind(String word) {
        return switch (word) {
            case "bridge",
                    "veth",
                    "vlan",
                    "bond",
                    "team",
                    "tun",
                    "vxlan",
                    "wireguard",
                    "macvlan",
                    "ipvlan",
                    "dummy",
                    "gre",
                    "gretap",
                    "sit",
                    "ipip",
                    "vrf",
                    "geneve",
                    "vcan",
                    "ifb",
                    "macvtap",
                    "nlmon" -> true;
            default -> false;
        };
    }
}
