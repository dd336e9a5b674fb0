package dev.kolo.plan.engine;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for one GID index that holds the planned address as RoCE v2 on every function. Only then may it be pinned: NCCL takes a
 * pinned index on all devices, and where it is empty the connection fails with error 61.
 */
final class GidIndex {
    private GidIndex() {}

    static OptionalInt provenGood(Fabric fabric, List<PlannedHost> hosts) {
        Map<FunctionId, Function> functions = new HashMap<>();
        fabric.functions().forEach(f -> functions.put(f.id(), f));
        Set<Integer> common = new TreeSet<>();
        boolean first = true;
        for (PlannedHost host : hosts) {
            for (PlannedFunction planned : host.functions()) {
                if (!planned.linked()) {
                    continue;
                }
                Set<Integer> good = good(planned, functions.get(new FunctionId(host.name(), planned.netdev())));
                if (first) {
                    common.addAll(good);
                    first = false;
                } else {
                    common.retainAll(good);
                }
                if (common.isEmpty()) {
                    return OptionalInt.empty();
                }
            }
        }
        return common.stream().mapToInt(Integer::intValue).findFirst();
    }

    private static Set<Integer> good(PlannedFunction planned, @org.jspecify.annotations.Nullable Function function) {
        Set<Integer> indices = new TreeSet<>();
        if (function != null
                && planned.kept()
                && function.device().filter(RdmaDevice::gidsObserved).isPresent()) {
            function.device().stream()
                    .flatMap(d -> d.gids().stream())
                    .filter(GidEntry::isIpv4RoceV2)
                    .filter(g -> g.gid().ipv4().equals(planned.address()))
                    .forEach(g -> indices.add(g.index()));
        }
        return indices;
    }
}
