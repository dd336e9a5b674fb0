package dev.kolo.plan;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the links of a fabric in the order of its ranks, each looking from one rank to the next. */
final class PlannedCables {
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final Map<String, List<Cable>> cablesOf = new HashMap<>();

    PlannedCables(Fabric fabric) {
        fabric.functions().forEach(f -> functions.put(f.id(), f));
        for (Cable cable : fabric.cables()) {
            cablesOf.computeIfAbsent(cable.a().host(), h -> new ArrayList<>()).add(cable);
            cablesOf.computeIfAbsent(cable.b().host(), h -> new ArrayList<>()).add(cable);
        }
    }

    /** The links along the ring: from each host to the next, cables by the port at the first end, then planes. */
    List<PlannedLink> along(Shape shape) {
        List<PlannedLink> links = new ArrayList<>();
        for (int[] edge : shape.edges()) {
            String from = shape.hosts().get(edge[0]);
            String to = shape.hosts().get(edge[1]);
            cablesOf.getOrDefault(from, List.of()).stream()
                    .filter(c -> c.joins(from, to))
                    .sorted(Comparator.comparing((Cable c) -> c.end(from)))
                    .forEach(cable -> cable.links().forEach(link -> links.add(directed(link, from))));
        }
        return links;
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
