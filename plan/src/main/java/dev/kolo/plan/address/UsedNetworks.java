package dev.kolo.plan.address;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Networks that hosts use for other things than the fabric: none of them may be given to a link. */
final class UsedNetworks {
    /** Benchmark range that local proxies answer fake DNS from. */
    static final Subnet BENCHMARK = Subnet.of(Ipv4Address.of(198, 18, 0, 0), 15);

    private final List<Subnet> used = new ArrayList<>();

    UsedNetworks(Fabric fabric) {
        used.add(BENCHMARK);
        used.add(Subnet.of(Ipv4Address.of(127, 0, 0, 0), 8));
        used.add(Subnet.of(Ipv4Address.of(169, 254, 0, 0), 16));
        Set<FunctionId> own = new HashSet<>();
        fabric.functions().forEach(f -> own.add(f.id()));
        for (NodeFacts facts : fabric.inventory().hosts()) {
            for (Netdev netdev : facts.netdevs()) {
                if (!own.contains(new FunctionId(facts.host(), netdev.name()))) {
                    netdev.addresses().forEach(this::add);
                }
            }
            for (Route route : facts.routes()) {
                boolean ofFabric = route.netdev()
                        .filter(n -> own.contains(new FunctionId(facts.host(), n)))
                        .isPresent();
                if (!ofFabric && !route.isDefault()) {
                    destination(route).ifPresent(used::add);
                }
            }
        }
    }

    private void add(NetAddress address) {
        address.subnet().filter(s -> s.prefixLength() > 0).ifPresent(used::add);
    }

    private static Optional<Subnet> destination(Route route) {
        return Subnet.parse(route.destination())
                .or(() -> Ipv4Address.parse(route.destination()).map(a -> Subnet.of(a, 32)))
                .filter(s -> s.prefixLength() > 0);
    }

    /** The first used network that a network overlaps. */
    Optional<Subnet> overlapping(Subnet subnet) {
        return used.stream().filter(subnet::overlaps).findFirst();
    }
}
