package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.FunctionId;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Networks that hosts use for other things than the fabric: none of them may be given to a link. */
public final class UsedNetworks {
    /** Benchmark range that local proxies answer fake DNS from. */
    static final Subnet BENCHMARK = Subnet.of(Ipv4Address.of(198, 18, 0, 0), 15);

    /** Every network with who uses it, each network once: 256 hosts of one LAN are one entry. */
    private final Map<Subnet, String> used = new TreeMap<>();

    public UsedNetworks(Fabric fabric) {
        used.put(BENCHMARK, "local proxies, for fake DNS answers");
        used.put(Subnet.of(Ipv4Address.of(0, 0, 0, 0), 8), "the protocol itself");
        used.put(Subnet.of(Ipv4Address.of(127, 0, 0, 0), 8), "loopback");
        used.put(Subnet.of(Ipv4Address.of(169, 254, 0, 0), 16), "link-local addresses");
        used.put(Subnet.of(Ipv4Address.of(224, 0, 0, 0), 3), "multicast and reserved addresses");
        Set<FunctionId> own = new HashSet<>();
        fabric.functions().forEach(f -> own.add(f.id()));
        for (NodeFacts facts : fabric.inventory().hosts()) {
            for (Netdev netdev : facts.netdevs()) {
                if (!own.contains(new FunctionId(facts.host(), netdev.name()))) {
                    netdev.addresses().forEach(a -> add(a, netdev.name() + " of " + facts.displayName()));
                }
            }
            for (Route route : facts.routes()) {
                boolean ofFabric = route.netdev()
                        .filter(n -> own.contains(new FunctionId(facts.host(), n)))
                        .isPresent();
                if (!ofFabric && !route.isDefault()) {
                    destination(route).ifPresent(s -> used.putIfAbsent(s, "a route of " + facts.displayName()));
                }
            }
        }
    }

    private void add(NetAddress address, String user) {
        address.subnet().filter(s -> s.prefixLength() > 0).ifPresent(s -> used.putIfAbsent(s, user));
    }

    private static Optional<Subnet> destination(Route route) {
        return Subnet.parse(route.destination())
                .or(() -> Ipv4Address.parse(route.destination()).map(a -> Subnet.of(a, 32)))
                .filter(s -> s.prefixLength() > 0);
    }

    /** The first used network that a network overlaps. */
    public Optional<Subnet> overlapping(Subnet subnet) {
        return used.keySet().stream().filter(subnet::overlaps).findFirst();
    }

    /** The first used network that a network overlaps, with its user: {@code 10.0.0.0/8 (tun0 of spark1)}. */
    public Optional<String> conflict(Subnet subnet) {
        return overlapping(subnet).map(s -> s + " (" + used.get(s) + ")");
    }
}
