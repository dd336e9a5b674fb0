package dev.kolo.plan;

import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.address.AddressPlanner;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.engine.EngineSection;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Turns a fabric and a request into a plan, step by step; each step may refuse. */
public final class Planner {
    private final Fabric fabric;
    private final PlanRequest request;
    private final Map<String, PlannedHost.Management> management = new HashMap<>();

    private Planner(Fabric fabric, PlanRequest request) {
        this.fabric = fabric;
        this.request = request;
        for (ManagementNetdev netdev : fabric.management()) {
            if (netdev.role() == ManagementNetdev.Role.DEFAULT_ROUTE) {
                management.putIfAbsent(
                        netdev.host(),
                        new PlannedHost.Management(
                                netdev.netdev().name(),
                                netdev.netdev().addresses().stream()
                                        .flatMap(a -> a.ipv4().stream())
                                        .findFirst()));
            }
        }
    }

    /** Plans a fabric. */
    public static PlanOutcome plan(Fabric fabric, PlanRequest request) {
        return switch (RankOrder.of(fabric, request.shape())) {
            case RankOrder.Refused refused -> new PlanOutcome.Refused(refused.refusal());
            case RankOrder.Ordered ordered -> new Planner(fabric, request).addressed(ordered.shape());
        };
    }

    private PlanOutcome addressed(Shape shape) {
        List<PlannedLink> links = new PlannedCables(fabric).along(shape);
        return switch (AddressPlanner.plan(fabric, links, request)) {
            case AddressPlanner.Outcome.Refused refused -> new PlanOutcome.Refused(refused.refusal());
            case AddressPlanner.Outcome.Planned planned -> whole(shape, links, planned.plan());
        };
    }

    private PlanOutcome whole(Shape shape, List<PlannedLink> links, AddressPlan addresses) {
        List<PlannedHost> hosts = hosts(shape, addresses);
        PairingResult lanes = Pairing.pair(PlannedRecords.of(hosts), PairingLimits.DEFAULT);
        return new PlanOutcome.Planned(new Plan(
                shape.kind(),
                false,
                hosts,
                PlannedLink.withSubnets(links, addresses),
                addresses,
                lanes,
                wire(lanes, hosts),
                RelaySection.none(),
                new EngineSection(request.nccl(), Optional.empty(), List.of(), Optional.of("not planned yet"), ""),
                List.of(),
                List.of(),
                List.of()));
    }

    private static WireSection wire(PairingResult lanes, List<PlannedHost> hosts) {
        LaneTable table = switch (lanes) {
            case PairingResult.EveryPair every -> every.table();
            case PairingResult.NeighboursOnly only -> only.table();
            case PairingResult.Refused _ -> new LaneTable(hosts.size(), 0, List.of());
        };
        return new WireSection(
                table,
                List.of(),
                List.of(),
                false,
                "",
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    private List<PlannedHost> hosts(Shape shape, AddressPlan addresses) {
        Map<FunctionId, LinkAddress> byEnd = new HashMap<>();
        for (LinkAddress link : addresses.links()) {
            byEnd.put(link.a(), link);
            byEnd.put(link.b(), link);
        }
        Map<String, List<Function>> functionsOf = new HashMap<>();
        fabric.functions()
                .forEach(f -> functionsOf
                        .computeIfAbsent(f.host(), h -> new ArrayList<>())
                        .add(f));
        List<PlannedHost> hosts = new ArrayList<>();
        for (int rank = 0; rank < shape.hosts().size(); rank++) {
            String host = shape.hosts().get(rank);
            List<PlannedFunction> functions = functionsOf.getOrDefault(host, List.of()).stream()
                    .map(f -> planned(f, Optional.ofNullable(byEnd.get(f.id()))))
                    .toList();
            hosts.add(new PlannedHost(host, rank, functions, Optional.ofNullable(management.get(host))));
        }
        return hosts;
    }

    private static PlannedFunction planned(Function function, Optional<LinkAddress> link) {
        Optional<NetAddress> present = function.ipv4Addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .findFirst();
        PlannedFunction asItIs = new PlannedFunction(
                function.name(),
                function.device().map(d -> d.name()),
                function.netdev().flatMap(n -> n.mac()),
                present.flatMap(NetAddress::ipv4),
                present.map(NetAddress::prefixLength).orElse(OptionalInt.empty()),
                function.port().card(),
                function.port().number(),
                function.plane(),
                function.pci(),
                false,
                true);
        return link.map(l -> asItIs.withAddress(
                        l.a().equals(function.id()) ? l.addressA() : l.addressB(),
                        l.subnet().prefixLength(),
                        l.kept()))
                .orElse(asItIs);
    }
}
