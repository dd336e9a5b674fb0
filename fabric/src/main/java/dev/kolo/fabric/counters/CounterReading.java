package dev.kolo.fabric.counters;

import dev.kolo.fabric.facts.LinkStatistics;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one host's counters stood at at one moment.
 *
 * @param host the host's name; empty for the one unnamed host of loose files
 * @param moment when, by the host's own clocks
 * @param sets the counters by place, in the order of the facts
 */
public record CounterReading(String host, Moment moment, List<CounterSet> sets) {
    /** Before the names of ethtool's counters among a netdev's features. */
    public static final String ETHTOOL_PREFIX = "stat.";

    /** No counter: for how long, in milliseconds, the driver repeats its last answer. */
    private static final String LIFESPAN = "lifespan";

    public CounterReading {
        sets = List.copyOf(sets);
    }

    /** The counters among a host's facts. */
    public static CounterReading of(NodeFacts facts) {
        List<CounterSet> sets = new ArrayList<>();
        for (RdmaDevice device : facts.rdmaDevices()) {
            Map<String, Long> values = new TreeMap<>(device.counters());
            values.remove(LIFESPAN);
            add(sets, new CounterSet(device.name(), CounterSet.Kind.RDMA, values, device.evidence()));
        }
        for (Netdev netdev : facts.netdevs()) {
            netdev.statistics()
                    .ifPresent(s -> add(
                            sets,
                            new CounterSet(netdev.name(), CounterSet.Kind.NETDEV, valuesOf(s), netdev.evidence())));
            add(sets, new CounterSet(netdev.name(), CounterSet.Kind.ETHTOOL, ethtool(netdev), netdev.evidence()));
        }
        return new CounterReading(facts.host(), Moment.of(facts), sets);
    }

    public boolean isEmpty() {
        return sets.isEmpty();
    }

    /** The counters of a device or netdev in one place. */
    public Optional<CounterSet> set(String subject, CounterSet.Kind kind) {
        return sets.stream()
                .filter(s -> s.kind() == kind && s.subject().equals(subject))
                .findFirst();
    }

    private static void add(List<CounterSet> sets, CounterSet set) {
        if (!set.values().isEmpty()) {
            sets.add(set);
        }
    }

    private static Map<String, Long> valuesOf(LinkStatistics statistics) {
        return Map.of(
                "rx_bytes", statistics.rxBytes(),
                "rx_errors", statistics.rxErrors(),
                "rx_dropped", statistics.rxDropped(),
                "tx_bytes", statistics.txBytes(),
                "tx_errors", statistics.txErrors(),
                "tx_dropped", statistics.txDropped());
    }

    private static Map<String, Long> ethtool(Netdev netdev) {
        Map<String, Long> values = new TreeMap<>();
        netdev.features().forEach((key, value) -> {
            if (key.startsWith(ETHTOOL_PREFIX)) {
                unsigned(value).ifPresent(v -> values.put(key.substring(ETHTOOL_PREFIX.length()), v));
            }
        });
        return values;
    }

    private static Optional<Long> unsigned(String text) {
        try {
            return Optional.of(Long.parseUnsignedLong(text));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }
}
