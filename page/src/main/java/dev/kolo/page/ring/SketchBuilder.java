package dev.kolo.page.ring;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Puts a fabric and the places of its findings together into a {@link Sketch}. */
final class SketchBuilder {
    private final Fabric fabric;
    private final FindingPlaces places;
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final Map<Port, List<Function>> byPort = new TreeMap<>();

    SketchBuilder(Fabric fabric, List<Finding> findings) {
        this.fabric = fabric;
        this.places = new FindingPlaces(fabric, findings);
        for (Function function : fabric.functions()) {
            functions.put(function.id(), function);
            byPort.computeIfAbsent(function.port(), p -> new ArrayList<>()).add(function);
        }
    }

    Sketch build() {
        Set<Port> cabled = new HashSet<>();
        List<Sketch.Strand> strands = new ArrayList<>();
        for (Cable cable : fabric.cables()) {
            cabled.add(cable.a());
            cabled.add(cable.b());
            strands.add(strand(cable));
        }
        Map<String, List<Sketch.Socket>> sockets = new HashMap<>();
        byPort.forEach((port, ends) -> sockets.computeIfAbsent(port.host(), h -> new ArrayList<>())
                .add(new Sketch.Socket(
                        port,
                        state(ends),
                        cabled.contains(port),
                        cabled.contains(port) ? List.of() : places.ofSocket(port, ends))));
        List<Sketch.Host> hosts = new ArrayList<>();
        for (String host : fabric.hosts()) {
            List<Sketch.Socket> own = sockets.getOrDefault(host, List.of());
            // Loose text without a host name makes an unnamed host; without ports it is no part of the picture.
            if (!host.isEmpty() || !own.isEmpty()) {
                hosts.add(new Sketch.Host(host, own, places.ofHost(host)));
            }
        }
        return new Sketch(fabric.shape(), hosts, strands, fabric.segments(), places.general());
    }

    private Sketch.Strand strand(Cable cable) {
        List<Sketch.Plane> planes = new ArrayList<>();
        Set<FunctionId> linked = new HashSet<>();
        for (Link link : cable.links()) {
            boolean straight = link.a().host().equals(cable.a().host());
            FunctionId a = straight ? link.a() : link.b();
            FunctionId b = link.peerOf(a);
            linked.add(a);
            linked.add(b);
            planes.add(plane(a, b, link.basis().isPhysical() ? Sketch.Basis.SEEN : Sketch.Basis.CLAIMED));
        }
        for (Function a : unlinked(cable.a(), linked)) {
            for (Function b : unlinked(cable.b(), linked)) {
                if (a.plane() == b.plane()) {
                    planes.add(plane(a.id(), b.id(), Sketch.Basis.ABSENT));
                }
            }
        }
        planes.sort(Comparator.comparingInt(Sketch.Plane::index));
        Set<Mark> marks = new TreeSet<>(Comparator.comparingInt(Mark::number));
        marks.addAll(places.ofCable(cable));
        planes.forEach(p -> marks.addAll(p.marks()));
        return new Sketch.Strand(cable.a(), cable.b(), planes, List.copyOf(marks));
    }

    private List<Function> unlinked(Port port, Set<FunctionId> linked) {
        return byPort.getOrDefault(port, List.of()).stream()
                .filter(f -> !linked.contains(f.id()))
                .toList();
    }

    private Sketch.Plane plane(FunctionId a, FunctionId b, Sketch.Basis basis) {
        List<Mark> marks = new ArrayList<>(places.ofFunction(a));
        places.ofFunction(b).stream().filter(m -> !marks.contains(m)).forEach(marks::add);
        Function function = functions.get(a);
        return new Sketch.Plane(
                function == null ? 0 : function.plane(),
                function == null ? "" : function.planeName(),
                a.name(),
                b.name(),
                basis,
                subnets(a, b),
                marks);
    }

    private String subnets(FunctionId a, FunctionId b) {
        String left = subnets(a);
        String right = subnets(b);
        if (left.equals(right)) {
            return left;
        }
        return (left.isEmpty() ? "none" : left) + " ≠ " + (right.isEmpty() ? "none" : right);
    }

    private String subnets(FunctionId id) {
        Function function = functions.get(id);
        return function == null
                ? ""
                : function.subnets().stream().map(Subnet::toString).collect(Collectors.joining(" "));
    }

    private static LinkState state(List<Function> ends) {
        List<LinkState> states = ends.stream().map(Function::linkState).toList();
        return states.contains(LinkState.UP)
                ? LinkState.UP
                : states.contains(LinkState.UNKNOWN) ? LinkState.UNKNOWN : LinkState.DOWN;
    }
}
