package dev.kolo.fabric.counters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How one host's counters grew between two readings.
 *
 * @param host the host's name
 * @param interval the time between them
 * @param sets by device and place, for what both readings show
 */
public record HostGrowth(String host, Interval interval, List<SetGrowth> sets) {
    public HostGrowth {
        sets = List.copyOf(sets);
    }

    /** Compares two readings of one host. */
    public static HostGrowth between(CounterReading before, CounterReading after) {
        Interval interval = Interval.between(before.moment(), after.moment());
        List<SetGrowth> sets = new ArrayList<>();
        for (CounterSet now : after.sets()) {
            before.set(now.subject(), now.kind())
                    .ifPresent(was -> sets.add(SetGrowth.between(was, now, interval.restarted())));
        }
        return new HostGrowth(after.host(), interval, sets);
    }

    /** The growth of a device's or netdev's counters in one place. */
    public Optional<SetGrowth> set(String subject, CounterSet.Kind kind) {
        return sets.stream()
                .filter(s -> s.kind() == kind && s.subject().equals(subject))
                .findFirst();
    }

    /** True when counters were set back to 0 although the host went on running: the driver was loaded again. */
    public boolean wasDriverReloaded() {
        return !interval.restarted() && sets.stream().anyMatch(SetGrowth::reset);
    }
}
