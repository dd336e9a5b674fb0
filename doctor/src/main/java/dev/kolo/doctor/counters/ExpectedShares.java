package dev.kolo.doctor.counters;

import dev.kolo.fabric.lanes.Lane;
import dev.kolo.plan.Plan;
import dev.kolo.plan.wire.WireSection.RankDevices;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a host's traffic that a plan gives to each of its devices. NCCL spreads its channels evenly over its devices,
 * the wire its stripes evenly over its lanes. How much goes over either is the engine's affair, so each device has a range.
 */
public final class ExpectedShares {
    private final Map<String, Map<String, Range>> byHost;

    /**
     * A part of a host's traffic, from and to, each 0 to 1.
     *
     * @param least when all goes the way that uses the device less
     * @param most when all goes the way that uses it more
     */
    public record Range(double least, double most) {
        /** "25 %", or "0 to 50 %". */
        public String words() {
            long from = Math.round(least * 100);
            long to = Math.round(most * 100);
            return from == to ? to + " %" : from + " to " + to + " %";
        }
    }

    private ExpectedShares(Map<String, Map<String, Range>> byHost) {
        this.byHost = byHost;
    }

    /** What a plan expects. */
    public static ExpectedShares of(Plan plan) {
        Map<String, Map<String, Range>> byHost = new LinkedHashMap<>();
        for (RankDevices devices : plan.wire().devices()) {
            Map<String, Integer> lanes = new LinkedHashMap<>();
            for (Lane lane : plan.wire().lanes().lanes()) {
                if (lane.lowRank() == devices.rank() || lane.highRank() == devices.rank()) {
                    lanes.merge(lane.deviceOf(devices.rank()).name(), 1, Integer::sum);
                }
            }
            int all = lanes.values().stream().mapToInt(n -> n).sum();
            Map<String, Range> ranges = new LinkedHashMap<>();
            for (String device : names(devices, lanes)) {
                double nccl =
                        devices.nccl().contains(device) ? 1.0 / devices.nccl().size() : 0;
                double wire = all == 0 ? nccl : (double) lanes.getOrDefault(device, 0) / all;
                boolean runsNccl =
                        plan.engine().absence().isEmpty() && !devices.nccl().isEmpty();
                double other = runsNccl ? nccl : wire;
                ranges.put(device, new Range(Math.min(wire, other), Math.max(wire, other)));
            }
            byHost.put(devices.host(), ranges);
        }
        return new ExpectedShares(byHost);
    }

    private static java.util.Set<String> names(RankDevices devices, Map<String, Integer> lanes) {
        java.util.Set<String> names = new java.util.TreeSet<>(devices.nccl());
        names.addAll(devices.wire());
        names.addAll(lanes.keySet());
        return names;
    }

    /** The part that a device should carry; nothing at all when the plan does not use it. Empty for hosts that it does not know. */
    public Optional<Range> of(String host, String device) {
        return Optional.ofNullable(byHost.get(host)).map(d -> d.getOrDefault(device, new Range(0, 0)));
    }
}
