package dev.kolo.plan;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.cabling.ManagementFinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Puts the functions of each host together with the addresses that the plan gives them. */
final class PlannedHosts {
    private final Map<FunctionId, Given> given = new HashMap<>();
    private final Map<String, List<Function>> functionsOf = new HashMap<>();
    private final ManagementFinder management;

    private PlannedHosts(Fabric fabric, AddressPlan addresses) {
        management = new ManagementFinder(fabric);
        fabric.functions()
                .forEach(f -> functionsOf
                        .computeIfAbsent(f.host(), h -> new ArrayList<>())
                        .add(f));
        addresses.links().forEach(link -> {
            int length = link.subnet().prefixLength();
            given.put(link.a(), new Given(link.addressA(), length, link.kept()));
            given.put(link.b(), new Given(link.addressB(), length, link.kept()));
        });
        addresses
                .segments()
                .forEach(segment -> segment.members()
                        .forEach(m -> given.put(
                                m.function(),
                                new Given(m.address(), segment.subnet().prefixLength(), m.kept()))));
    }

    /** The hosts of a shape in rank order. */
    static List<PlannedHost> of(Fabric fabric, Shape shape, AddressPlan addresses) {
        PlannedHosts planner = new PlannedHosts(fabric, addresses);
        List<PlannedHost> hosts = new ArrayList<>();
        for (String host : shape.hosts()) {
            List<PlannedFunction> functions = planner.functionsOf.getOrDefault(host, List.of()).stream()
                    .map(planner::planned)
                    .toList();
            hosts.add(new PlannedHost(host, hosts.size(), functions, planner.management.of(host)));
        }
        return hosts;
    }

    private PlannedFunction planned(Function function) {
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
        Given address = given.get(function.id());
        return address == null ? asItIs : asItIs.withAddress(address.address, address.length, address.kept);
    }

    /** An address of the plan. */
    private record Given(Ipv4Address address, int length, boolean kept) {}
}
