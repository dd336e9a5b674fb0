package dev.kolo.fabric.counters;

import dev.kolo.fabric.facts.Evidence;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters that one device or netdev showed in one place.
 *
 * @param subject the device's or netdev's name
 * @param kind the place
 * @param values by name, in order of names; to be read as unsigned numbers of 64 bits
 * @param evidence where the device was read
 */
public record CounterSet(String subject, Kind kind, Map<String, Long> values, Evidence evidence) {
    /** Where counters stand. */
    public enum Kind {
        /** {@code counters} and {@code hw_counters} of an RDMA device's port. */
        RDMA("port and hw_counters"),
        /** The kernel's own count of a netdev ({@code ip -s link}); RDMA that bypasses the kernel is not in it. */
        NETDEV("netdev statistics"),
        /** What the driver adds ({@code ethtool -S}); names that end in {@code _phy} count the whole physical port. */
        ETHTOOL("ethtool -S");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The place in words. */
        public String words() {
            return words;
        }
    }

    public CounterSet {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }
}
