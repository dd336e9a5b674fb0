package dev.kolo.cli.watch;

import dev.kolo.doctor.Comparison;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.doctor.counters.ExpectedShares;
import dev.kolo.fabric.counters.FabricGrowth;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a watch remembers from reading to reading: each host's first reading, against which it is judged, and its last one,
 * against which rates are counted. A host that was silent for a while is compared with what it last said.
 */
public final class WatchState {
    private final Optional<Plan> plan;
    private final Expectation expectation;
    private final Map<String, NodeFacts> first = new LinkedHashMap<>();
    private final Map<String, NodeFacts> last = new LinkedHashMap<>();
    private int frames;

    public WatchState(Optional<Plan> plan, Expectation expectation) {
        this.plan = plan;
        this.expectation = expectation;
    }

    /** Takes a reading; gives a frame from the second one on. */
    public Optional<Frame> take(Inventory reading) {
        boolean isFirst = first.isEmpty();
        Optional<Frame> frame = isFirst ? Optional.empty() : Optional.of(frame(reading));
        for (NodeFacts host : reading.hosts()) {
            NodeFacts before = last.put(host.host(), host);
            boolean restarted = before != null
                    && HostGrowth.between(
                                    dev.kolo.fabric.counters.CounterReading.of(before),
                                    dev.kolo.fabric.counters.CounterReading.of(host))
                            .interval()
                            .restarted();
            if (restarted) {
                first.put(host.host(), host);
            } else {
                first.putIfAbsent(host.host(), host);
            }
        }
        return frame;
    }

    private Frame frame(Inventory reading) {
        Fabric fabric = Fabric.of(reading);
        Inventory start = inventory(first);
        Diagnosis judged = Doctor.examineCounters(fabric, expectation, new Comparison(start, plan));
        long judgedMillis = FabricGrowth.between(start, fabric).hosts().values().stream()
                .mapToLong(h -> h.interval().millis().orElse(0))
                .max()
                .orElse(0);
        return new Frame(
                ++frames,
                FabricGrowth.between(inventory(last), fabric),
                judged,
                judgedMillis,
                plan.map(ExpectedShares::of),
                reading.unreachable());
    }

    private static Inventory inventory(Map<String, NodeFacts> hosts) {
        return Inventory.of(new ArrayList<>(List.copyOf(hosts.values())));
    }
}
