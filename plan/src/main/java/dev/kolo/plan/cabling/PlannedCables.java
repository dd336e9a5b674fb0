package dev.kolo.plan.cabling;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlannedLink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts the links of a fabric in the order of its ranks, each looking from one rank to the next. One cable carries both halves
 * of its ports, so that a half whose link nobody saw gets one too, unless it is down.
 */
public final class PlannedCables {
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final Map<Port, List<Function>> halves = new HashMap<>();
    private final Map<String, List<Cable>> cablesOf = new HashMap<>();
    private final Set<FunctionId> joined = new HashSet<>();
    private final List<String> notes = new ArrayList<>();

    public PlannedCables(Fabric fabric) {
        for (Function function : fabric.functions()) {
            functions.put(function.id(), function);
            // Functions come by plane, so that the place in this list is the half.
            halves.computeIfAbsent(function.port(), p -> new ArrayList<>()).add(function);
        }
        for (Cable cable : fabric.cables()) {
            cablesOf.computeIfAbsent(cable.a().host(), h -> new ArrayList<>()).add(cable);
            cablesOf.computeIfAbsent(cable.b().host(), h -> new ArrayList<>()).add(cable);
        }
        for (Link link : fabric.links()) {
            if (isOnOnePlane(link)) {
                joined.add(link.a());
                joined.add(link.b());
            }
        }
        fabric.segments().forEach(s -> joined.addAll(s.members()));
    }

    /** The links along the ring: from each host to the next, cables by the port at the first end, then planes. */
    public List<PlannedLink> along(Shape shape) {
        List<PlannedLink> links = new ArrayList<>();
        for (int[] edge : shape.edges()) {
            String from = shape.hosts().get(edge[0]);
            String to = shape.hosts().get(edge[1]);
            cablesOf.getOrDefault(from, List.of()).stream()
                    .filter(c -> c.joins(from, to))
                    .sorted(Comparator.comparing((Cable c) -> c.end(from)))
                    .forEach(cable -> links.addAll(linksOf(cable, from)));
        }
        return links;
    }

    /** What was found out on the way. */
    public List<String> notes() {
        return notes;
    }

    private List<PlannedLink> linksOf(Cable cable, String from) {
        TreeMap<Integer, List<PlannedLink>> byPlane = new TreeMap<>();
        for (Link link : cable.links()) {
            if (isOnOnePlane(link)) {
                PlannedLink planned = directed(link, from);
                byPlane.computeIfAbsent(planned.plane(), p -> new ArrayList<>()).add(planned);
            }
        }
        Port here = cable.end(from);
        Port there = cable.a().host().equals(from) ? cable.b() : cable.a();
        for (Function half : halves.getOrDefault(here, List.of())) {
            halves.getOrDefault(there, List.of()).stream()
                    .filter(f -> halfOf(f) == halfOf(half))
                    .findFirst()
                    .filter(far -> !joined.contains(half.id()) && !joined.contains(far.id()))
                    .ifPresent(far -> infer(half, far, byPlane));
        }
        return byPlane.values().stream().flatMap(List::stream).toList();
    }

    /** Addresses may claim a link from one half of a port to the other half at the far end; no plan keeps such a one. */
    private boolean isOnOnePlane(Link link) {
        Function a = functions.get(link.a());
        Function b = functions.get(link.b());
        return a == null || b == null || halfOf(a) == halfOf(b);
    }

    private int halfOf(Function function) {
        return Math.max(0, halves.getOrDefault(function.port(), List.of()).indexOf(function));
    }

    private void infer(Function half, Function far, Map<Integer, List<PlannedLink>> byPlane) {
        Optional<Function> down = half.linkState() == LinkState.DOWN
                ? Optional.of(half)
                : Optional.of(far).filter(f -> f.linkState() == LinkState.DOWN);
        if (down.isPresent()) {
            notes.add(down.get().name() + " of " + down.get().host() + " is down, so that plane " + halfOf(half)
                    + " is left out of " + half.port() + " - " + far.port()
                    + ": bring it up, scan and plan again to use it.");
            return;
        }
        byPlane.computeIfAbsent(halfOf(half), p -> new ArrayList<>())
                .add(new PlannedLink(half.id(), far.id(), halfOf(half), commonSubnet(half.id(), far.id())));
    }

    private PlannedLink directed(Link link, String from) {
        FunctionId a = link.a().host().equals(from) ? link.a() : link.b();
        FunctionId b = link.peerOf(a);
        Function here = functions.get(a);
        return new PlannedLink(a, b, here == null ? 0 : halfOf(here), commonSubnet(a, b));
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
