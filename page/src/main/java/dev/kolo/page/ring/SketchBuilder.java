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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts a fabric and the places of its findings together into a {@link Sketch}. */
final class SketchBuilder {
    private final Fabric fabric;
    private final FindingPlaces places;
    private final Map<FunctionId, Function> functions = new HashMap<>();

    SketchBuilder(Fabric fabric, List<Finding> findings) {
        this.fabric = fabric;
        this.places = new FindingPlaces(fabric, findings);
        fabric.functions().forEach(f -> functions.put(f.id(), f));
    }

    Sketch build() {
        Set<Port> cabled = new HashSet<>();
        List<Sketch.Strand> strands = new ArrayList<>();
        for (Cable cable : fabric.cables()) {
            cabled.add(cable.a());
            cabled.add(cable.b());
            strands.add(strand(cable));
        }
        Map<String, List<Function>> byHost = fabric.functions().stream().collect(Collectors.groupingBy(Function::host));
        List<Sketch.Host> hosts = new ArrayList<>();
        for (String host : fabric.hosts()) {
            hosts.add(
                    new Sketch.Host(host, sockets(byHost.getOrDefault(host, List.of()), cabled), places.ofHost(host)));
        }
        return new Sketch(fabric.shape(), hosts, strands, fabric.segments(), places.general());
    }

    private Sketch.Strand strand(Cable cable) {
        List<Sketch.Plane> planes = new ArrayList<>();
        Set<Mark> marks = new java.util.TreeSet<>(java.util.Comparator.comparingInt(Mark::number));
        marks.addAll(places.ofCable(cable));
        for (Link link : cable.links()) {
            boolean straight = link.a().host().equals(cable.a().host());
            FunctionId a = straight ? link.a() : link.b();
            FunctionId b = link.peerOf(a);
            List<Mark> own = new ArrayList<>(places.ofFunction(a));
            places.ofFunction(b).stream().filter(m -> !own.contains(m)).forEach(own::add);
            marks.addAll(own);
            Function function = functions.get(a);
            planes.add(new Sketch.Plane(
                    function == null ? planes.size() : function.plane(),
                    function == null ? "" : function.planeName(),
                    a.name(),
                    b.name(),
                    link.basis().isPhysical(),
                    subnets(a, b),
                    own));
        }
        return new Sketch.Strand(cable.a(), cable.b(), planes, List.copyOf(marks));
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

    private List<Sketch.Socket> sockets(List<Function> ofHost, Set<Port> cabled) {
        Map<Port, List<Function>> byPort = new TreeMap<>();
        ofHost.forEach(
                f -> byPort.computeIfAbsent(f.port(), p -> new ArrayList<>()).add(f));
        List<Sketch.Socket> sockets = new ArrayList<>();
        byPort.forEach((port, ends) -> sockets.add(new Sketch.Socket(
                port,
                state(ends),
                cabled.contains(port),
                cabled.contains(port) ? List.of() : places.ofSocket(port, ends))));
        return sockets;
    }

    private static LinkState state(List<Function> ends) {
        List<LinkState> states = ends.stream().map(Function::linkState).toList();
        return states.contains(LinkState.UP)
                ? LinkState.UP
                : states.contains(LinkState.UNKNOWN) ? LinkState.UNKNOWN : LinkState.DOWN;
    }
}
