package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Context;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.counters.Interval;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * One host in both observations.
 *
 * @param before what it said first
 * @param after what it said later
 * @param functions its fabric functions in the later observation
 * @param growth how its counters grew
 */
record Pair(NodeFacts before, NodeFacts after, List<Function> functions, Optional<HostGrowth> growth) {
    /** Every host that both observations show. */
    static List<Pair> of(Context context) {
        List<Pair> pairs = new ArrayList<>();
        context.comparison().ifPresent(comparison -> {
            for (NodeFacts now : context.inventory().hosts()) {
                comparison
                        .earlier()
                        .host(now.host())
                        .ifPresent(was -> pairs.add(new Pair(
                                was,
                                now,
                                context.functionsOf(now.host()),
                                context.growth()
                                        .flatMap(g ->
                                                Optional.ofNullable(g.hosts().get(now.host()))))));
            }
        });
        return pairs;
    }

    String host() {
        return after.host();
    }

    Interval interval() {
        return growth.map(HostGrowth::interval).orElse(Interval.UNKNOWN);
    }

    /** Hands on each netdev that both observations show, virtual ones left out. */
    void netdevs(BiConsumer<Netdev, Netdev> each) {
        for (Netdev was : before.netdevs()) {
            if (was.kind().isEmpty()) {
                after.netdev(was.name()).ifPresent(now -> each.accept(was, now));
            }
        }
    }

    /** Hands on each RDMA device that both observations show. */
    void devices(BiConsumer<RdmaDevice, RdmaDevice> each) {
        for (RdmaDevice was : before.rdmaDevices()) {
            after.rdmaDevice(was.name()).ifPresent(now -> each.accept(was, now));
        }
    }

    /** True for a netdev of the fabric, as far as the later observation tells, or the earlier one for what is gone. */
    boolean isFabric(String netdev) {
        return functions.stream()
                        .anyMatch(f ->
                                f.netdev().filter(n -> n.name().equals(netdev)).isPresent())
                || before.rdmaDevices().stream()
                        .anyMatch(d -> d.netdev().filter(netdev::equals).isPresent());
    }

    /** A line that quotes what stood earlier and what stands now. */
    static List<Evidence> lines(Evidence before, Evidence after) {
        return List.of(before, after);
    }
}
