package dev.kolo.plan.engine;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Port;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.Refusal;
import dev.kolo.plan.wire.DeviceUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How NCCL's devices lie on the cables. Sender and receiver choose a device by the same index; where a cable joins equal
 * indices at both ends of different hosts' lists, a stock listener that advertises one port leaves both ends wrong, and
 * subnet-aware routing can repair only one (NCCL 2.30.7's net_ib connect code).
 */
final class NcclCabling {
    private final Map<FunctionId, Integer> indices = new HashMap<>();
    private final Map<FunctionId, PlannedFunction> functions = new HashMap<>();
    private final Set<String> mergeable = new TreeSet<>();
    private final List<PlannedLink> links = new ArrayList<>();

    /**
     * Numbers the devices of every host.
     *
     * @param hosts all hosts
     * @param all all links
     * @param keepApart whether NCCL leaves the first plane to the wire
     */
    NcclCabling(List<PlannedHost> hosts, List<PlannedLink> all, boolean keepApart) {
        for (PlannedHost host : hosts) {
            Map<String, Integer> perHalf = new HashMap<>();
            int next = 0;
            for (PlannedFunction function : DeviceUse.inPciOrder(host)) {
                if (!keepApart || host.half(function) > 0) {
                    FunctionId id = new FunctionId(host.name(), function.netdev());
                    indices.put(id, next++);
                    functions.put(id, function);
                    perHalf.merge(half(host.name(), function), 1, Integer::sum);
                }
            }
            perHalf.forEach((half, count) -> {
                if (count > 1) {
                    mergeable.add(half);
                }
            });
        }
        all.stream()
                .filter(l -> indices.containsKey(l.a()) && indices.containsKey(l.b()))
                .forEach(links::add);
    }

    private static String half(String host, PlannedFunction function) {
        return host + " " + function.plane() + " " + function.card();
    }

    /** The first link that joins equal indices. */
    Optional<PlannedLink> sameIndex() {
        return links.stream()
                .filter(l -> indices.getOrDefault(l.a(), -1).equals(indices.getOrDefault(l.b(), -2)))
                .findFirst();
    }

    /** The first link that joins different indices: on a pair, only these need routing. */
    boolean hasCrossedLinks() {
        return links.stream().anyMatch(l -> !indices.getOrDefault(l.a(), -1).equals(indices.getOrDefault(l.b(), -2)));
    }

    /** Whether merging gives the listener at both ends of a link the addresses of both its ports. */
    private boolean isMergeable(PlannedLink link) {
        return isMergeable(link.a()) && isMergeable(link.b());
    }

    private boolean isMergeable(FunctionId id) {
        PlannedFunction function = functions.get(id);
        return function != null && mergeable.contains(half(id.host(), function));
    }

    /** Why a stock library cannot work on these cables; empty when it can, with merging where that is needed. */
    Optional<Finding> stockRefusal() {
        return links.stream()
                .filter(l -> indices.getOrDefault(l.a(), -1).equals(indices.getOrDefault(l.b(), -2)))
                .filter(l -> !isMergeable(l))
                .findFirst()
                .map(this::sameIndexRefusal);
    }

    private Finding sameIndexRefusal(PlannedLink link) {
        String cable = port(link.a()) + " - " + port(link.b());
        return Refusal.at(
                link.a().host(),
                Code.CABLE_SAME_INDEX,
                cable,
                link.a() + " and " + link.b() + " are both device " + indices.getOrDefault(link.a(), 0)
                        + " of their hosts",
                "ends with different device numbers, or two ports of one card on both hosts to merge",
                "A stock NCCL chooses the same device at both ends and can repair only one of them, so that this cable is"
                        + " never reached (error 110).",
                "Move one plug of " + cable + " to the other port of its host, or plan with --nccl "
                        + word(PlanRequest.Nccl.PATCHED) + ".",
                List.of());
    }

    private static String word(PlanRequest.Nccl nccl) {
        return nccl.name().toLowerCase(java.util.Locale.ROOT);
    }

    private String port(FunctionId id) {
        PlannedFunction function = functions.get(id);
        return function == null ? id.toString() : new Port(id.host(), function.card(), function.port()).toString();
    }
}
