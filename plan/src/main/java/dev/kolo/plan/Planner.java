package dev.kolo.plan;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.fabric.lanes.RankRecords;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Plans a fabric as it stands: rank order from the cables, and the lanes that its addresses give. */
public final class Planner {
    private final Fabric fabric;
    private final Map<FunctionId, Function> functions = new HashMap<>();

    private Planner(Fabric fabric) {
        this.fabric = fabric;
        fabric.functions().forEach(f -> functions.put(f.id(), f));
    }

    /**
     * Plans hosts that are in an order already.
     *
     * @param fabric the fabric
     * @param shape its shape, hosts in rank order
     * @param limits what lanes may use
     */
    public static Plan plan(Fabric fabric, Shape shape, PairingLimits limits) {
        return new Planner(fabric).run(shape, limits);
    }

    private Plan run(Shape shape, PairingLimits limits) {
        List<PlannedHost> hosts = new ArrayList<>();
        for (int rank = 0; rank < shape.hosts().size(); rank++) {
            String host = shape.hosts().get(rank);
            hosts.add(new PlannedHost(
                    host,
                    rank,
                    fabric.functionsOf(host).stream().map(Planner::planned).toList()));
        }
        return new Plan(shape.kind(), hosts, links(shape), Pairing.pair(RankRecords.of(fabric, shape.hosts()), limits));
    }

    private static PlannedFunction planned(Function function) {
        Optional<NetAddress> address = function.ipv4Addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .findFirst();
        return new PlannedFunction(
                function.name(),
                function.device().map(d -> d.name()),
                function.netdev().flatMap(n -> n.mac()),
                address.flatMap(NetAddress::ipv4),
                address.map(NetAddress::prefixLength).orElse(OptionalInt.empty()),
                function.port().card(),
                function.port().number(),
                function.plane());
    }

    /** The links along the ring: from each host to the next, cables by the port at the first end, then planes. */
    private List<PlannedLink> links(Shape shape) {
        List<PlannedLink> links = new ArrayList<>();
        for (int[] edge : shape.edges()) {
            String from = shape.hosts().get(edge[0]);
            String to = shape.hosts().get(edge[1]);
            fabric.cables().stream()
                    .filter(c -> c.joins(from, to))
                    .sorted(Comparator.comparing((Cable c) -> endAt(c, from)))
                    .forEach(cable -> cable.links().forEach(link -> links.add(directed(link, from))));
        }
        return links;
    }

    private static Port endAt(Cable cable, String host) {
        return cable.end(host);
    }

    private PlannedLink directed(Link link, String from) {
        FunctionId a = link.a().host().equals(from) ? link.a() : link.b();
        FunctionId b = link.peerOf(a);
        Function here = functions.get(a);
        return new PlannedLink(a, b, here == null ? 0 : here.plane(), commonSubnet(a, b));
    }

    private Optional<Subnet> commonSubnet(FunctionId a, FunctionId b) {
        Function here = functions.get(a);
        Function there = functions.get(b);
        if (here == null || there == null) {
            return Optional.empty();
        }
        return here.subnets().stream().filter(there.subnets()::contains).findFirst();
    }
}
