package dev.kolo.probe.redact;

import dev.kolo.fabric.address.MacAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Locally administered MAC addresses in place of those that were read. Each of the three 16-bit words has its own table,
 * so that a word alone can be replaced too: tc prints the MACs that a rule writes in pieces of 32 bits.
 */
final class MacImages {
    /** Which of the three words of a MAC. */
    enum Place {
        FIRST(32),
        SECOND(16),
        THIRD(0);

        private final int shift;

        Place(int shift) {
            this.shift = shift;
        }
    }

    private static final int LOCAL = 0x02;
    private static final int WORD = 0xffff;

    private final Map<Place, TreeSet<Integer>> words = new HashMap<>();
    private final Map<Place, Map<Integer, Integer>> numbers = new HashMap<>();

    MacImages() {
        for (Place place : Place.values()) {
            words.put(place, new TreeSet<>());
            numbers.put(place, new HashMap<>());
        }
    }

    /** Addresses that no port owns: all zeros, broadcast, multicast. */
    static boolean isPlain(MacAddress mac) {
        return mac.isZero() || mac.isGroup();
    }

    /** 33:33:ff and three octets of an IPv6 address: a group, but one that tells of whom. */
    static boolean isSolicited(MacAddress mac) {
        return mac.bits() >>> 24 == 0x3333ff;
    }

    void learn(MacAddress mac) {
        if (isSolicited(mac)) {
            learn(Place.THIRD, (int) mac.bits() & WORD);
        } else if (!isPlain(mac)) {
            for (Place place : Place.values()) {
                learn(place, word(mac, place));
            }
        }
    }

    void learn(Place place, int word) {
        words.getOrDefault(place, new TreeSet<>()).add(word);
    }

    void settle() {
        words.forEach((place, seen) -> {
            Map<Integer, Integer> table = numbers.getOrDefault(place, new HashMap<>());
            seen.forEach(word -> table.put(word, table.size()));
        });
    }

    MacAddress image(MacAddress mac) {
        if (isSolicited(mac)) {
            return new MacAddress(0x3333_ff00_0000L | image(Place.THIRD, (int) mac.bits() & WORD));
        }
        if (isPlain(mac)) {
            return mac;
        }
        long bits = 0;
        for (Place place : Place.values()) {
            bits = bits << 16 | image(place, word(mac, place));
        }
        return new MacAddress(bits);
    }

    /** The image of one word; the first one stays a unicast address, locally administered while there is room. */
    int image(Place place, int word) {
        Map<Integer, Integer> table = numbers.getOrDefault(place, new HashMap<>());
        int number = table.computeIfAbsent(word, w -> table.size());
        if (place != Place.FIRST) {
            return number & WORD;
        }
        int octet = LOCAL + 4 * (number >>> 8);
        return (octet > 0xff ? octet - LOCAL & 0xff : octet) << 8 | number & 0xff;
    }

    private static int word(MacAddress mac, Place place) {
        return (int) (mac.bits() >>> place.shift) & WORD;
    }
}
