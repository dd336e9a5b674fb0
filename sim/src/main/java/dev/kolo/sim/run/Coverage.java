package dev.kolo.sim.run;

import java.util.Map;
import java.util.TreeMap;

/** What runs have exercised: counts by name, which add up over seeds. */
public final class Coverage {
    private final Map<String, Long> counts = new TreeMap<>();

    /** Counts something once. */
    public void count(String name) {
        add(name, 1);
    }

    /** Counts something so many times; nothing for 0. */
    public void add(String name, long more) {
        if (more != 0) {
            counts.merge(name, more, Long::sum);
        }
    }

    /** Adds what another run has exercised. */
    public void addAll(Coverage other) {
        other.counts.forEach(this::add);
    }

    /** How often something was exercised. */
    public long of(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** All counts, by name. */
    public Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
