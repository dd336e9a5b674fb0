package dev.kolo.plan.page;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.ring.Sketch;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.address.SegmentAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A plan as a picture: its cables with the subnets that it gives them. */
public final class PlanSketch {
    private final Plan plan;

    private PlanSketch(Plan plan) {
        this.plan = plan;
    }

    /** The picture of a plan, whose cables are drawn as if they had been seen. */
    public static Sketch of(Plan plan) {
        PlanSketch made = new PlanSketch(plan);
        return new Sketch(
                new Shape(plan.shape(), plan.order(), ""), made.hosts(), made.strands(), made.segments(), List.of());
    }

    private List<Sketch.Host> hosts() {
        return plan.hosts().stream()
                .map(host -> new Sketch.Host(host.name(), sockets(host), List.of()))
                .toList();
    }

    private List<Sketch.Socket> sockets(PlannedHost host) {
        return host.functions().stream()
                .collect(Collectors.groupingBy(
                        f -> new Port(host.name(), f.card(), f.port()), TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(e -> new Sketch.Socket(
                        e.getKey(), LinkState.DOWN, e.getValue().stream().anyMatch(PlannedFunction::linked), List.of()))
                .toList();
    }

    private record Plugs(Port a, Port b) {}

    /** Links of one cable stand behind each other in the plan; a strand each, in the plan's order. */
    private List<Sketch.Strand> strands() {
        List<Plugs> order = new ArrayList<>();
        List<List<Sketch.Plane>> planes = new ArrayList<>();
        for (PlannedLink link : plan.links()) {
            Plugs plugs = new Plugs(port(link.a()), port(link.b()));
            if (!order.contains(plugs)) {
                order.add(plugs);
                planes.add(new ArrayList<>());
            }
            planes.get(order.indexOf(plugs))
                    .add(new Sketch.Plane(
                            link.plane(),
                            "",
                            link.a().name(),
                            link.b().name(),
                            Sketch.Basis.SEEN,
                            link.subnet().map(Object::toString).orElse(""),
                            List.of()));
        }
        List<Sketch.Strand> strands = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            planes.get(i).sort(Comparator.comparingInt(Sketch.Plane::index));
            strands.add(new Sketch.Strand(order.get(i).a(), order.get(i).b(), planes.get(i), List.of()));
        }
        return strands;
    }

    private Port port(FunctionId id) {
        return plan.hosts().stream()
                .filter(h -> h.name().equals(id.host()))
                .flatMap(h -> h.function(id.name()).stream())
                .findFirst()
                .map(f -> new Port(id.host(), f.card(), f.port()))
                .orElse(new Port(id.host(), 0, 0));
    }

    private List<Segment> segments() {
        return plan.addresses().segments().stream()
                .map(s -> new Segment(
                        s.subnet().toString(),
                        s.members().stream()
                                .map(SegmentAddress.Member::function)
                                .toList(),
                        Link.Basis.SUBNET))
                .toList();
    }
}
