package dev.kolo.plan.cabling;

import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.fabric.topology.ManagementNetdev.Role;
import dev.kolo.plan.PlannedHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the netdev by which each host's LAN is reached: the wired one with the default route; without one, the only wired
 * netdev outside the fabric that has an address; at last whatever the default route leaves by.
 */
public final class ManagementFinder {
    private final Map<String, List<ManagementNetdev>> byHost = new HashMap<>();
    private final Fabric fabric;

    public ManagementFinder(Fabric fabric) {
        this.fabric = fabric;
        fabric.management()
                .forEach(m ->
                        byHost.computeIfAbsent(m.host(), h -> new ArrayList<>()).add(m));
    }

    /** The way to the LAN of a host; empty when the facts do not tell. */
    public Optional<PlannedHost.Management> of(String host) {
        List<ManagementNetdev> netdevs = byHost.getOrDefault(host, List.of());
        Optional<ManagementNetdev> byRole =
                netdevs.stream().filter(m -> m.role() == Role.DEFAULT_ROUTE).findFirst();
        if (byRole.isPresent()) {
            return byRole.map(m -> management(m.netdev()));
        }
        List<ManagementNetdev> wired = netdevs.stream()
                .filter(m -> m.role() == Role.OTHER && ipv4(m.netdev()).isPresent())
                .toList();
        if (wired.size() == 1) {
            return Optional.of(management(wired.getFirst().netdev()));
        }
        return byDefaultRoute(host, netdevs);
    }

    private Optional<PlannedHost.Management> byDefaultRoute(String host, List<ManagementNetdev> netdevs) {
        Optional<NodeFacts> facts = fabric.inventory().host(host);
        return facts.stream()
                .flatMap(f -> f.routes().stream())
                .filter(r -> r.isDefault())
                .flatMap(r -> r.netdev().stream())
                .flatMap(name -> netdevs.stream().filter(m -> m.netdev().name().equals(name)))
                .filter(m -> m.role() != Role.LOOPBACK)
                .findFirst()
                .map(m -> management(m.netdev()));
    }

    private static PlannedHost.Management management(Netdev netdev) {
        return new PlannedHost.Management(netdev.name(), ipv4(netdev).flatMap(NetAddress::ipv4));
    }

    private static Optional<NetAddress> ipv4(Netdev netdev) {
        return netdev.addresses().stream()
                .filter(a -> a.ipv4().isPresent()
                        && !a.address().isLinkLocal()
                        && !a.address().isLoopback())
                .findFirst();
    }
}
