package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.NaturalOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names the shape that cables and segments give the hosts, and orders the hosts along it.
 *
 * <p>A ring starts at the first host by name and goes out of its lowest port; a path starts at the end with the smaller
 * name. So the order is the same whoever computes it.
 */
final class ShapeFinder {
    private static final Comparator<String> BY_NAME = NaturalOrder::compare;
    private final TreeSet<String> hosts = new TreeSet<>(BY_NAME);
    private final TreeMap<String, TreeSet<String>> peers = new TreeMap<>(BY_NAME);
    private final List<Cable> cables;
    private final List<Segment> segments;

    ShapeFinder(List<Function> functions, List<Cable> cables, List<Segment> segments) {
        this.cables = cables;
        this.segments = segments;
        functions.forEach(f -> hosts.add(f.host()));
        for (Cable cable : cables) {
            hosts.add(cable.a().host());
            hosts.add(cable.b().host());
            if (!cable.a().host().equals(cable.b().host())) {
                peersOf(cable.a().host()).add(cable.b().host());
                peersOf(cable.b().host()).add(cable.a().host());
            }
        }
    }

    private NavigableSet<String> peersOf(String host) {
        return peers.computeIfAbsent(host, h -> new TreeSet<>(BY_NAME));
    }

    Shape find() {
        if (hosts.isEmpty()) {
            return none("no host shows a fabric port");
        }
        if (hosts.size() == 1) {
            return none("one host alone has no shape");
        }
        Optional<Shape> switched = switched();
        if (switched.isPresent()) {
            return switched.get();
        }
        if (peers.isEmpty()) {
            return none("no cable joins any two hosts");
        }
        List<List<String>> components = components();
        if (components.size() > 1) {
            return none("the hosts fall apart into " + components.size() + " groups that share no cable: "
                    + describe(components));
        }
        return ofOneComponent();
    }

    private Optional<Shape> switched() {
        for (Segment segment : segments) {
            if (new HashSet<>(segment.hosts()).containsAll(hosts)) {
                return Optional.of(new Shape(Shape.Kind.SWITCHED, List.copyOf(hosts), ""));
            }
        }
        if (!segments.isEmpty() && cables.isEmpty()) {
            Segment largest = segments.stream()
                    .max(Comparator.comparingInt(s -> s.hosts().size()))
                    .orElseThrow();
            Set<String> missing = new TreeSet<>(BY_NAME);
            missing.addAll(hosts);
            largest.hosts().forEach(missing::remove);
            return Optional.of(none("a switch joins " + String.join(", ", largest.hosts()) + ", but not "
                    + String.join(", ", missing)));
        }
        return Optional.empty();
    }

    private Shape ofOneComponent() {
        if (hosts.size() == 2) {
            return new Shape(Shape.Kind.PAIR, List.copyOf(hosts), "");
        }
        List<String> ends = new ArrayList<>();
        List<String> hubs = new ArrayList<>();
        for (String host : hosts) {
            int degree = peersOf(host).size();
            if (degree == 1) {
                ends.add(host);
            } else if (degree > 2) {
                hubs.add(host);
            }
        }
        if (!hubs.isEmpty()) {
            return none(hubs.getFirst() + " is cabled to "
                    + peersOf(hubs.getFirst()).size() + " hosts (" + String.join(", ", peersOf(hubs.getFirst()))
                    + "); in a ring or path every host has at most two");
        }
        if (ends.isEmpty()) {
            return new Shape(Shape.Kind.RING, walk(hosts.first(), ringNext(hosts.first())), "");
        }
        String start = ends.getFirst();
        return new Shape(Shape.Kind.PATH, walk(start, peersOf(start).first()), "");
    }

    /** The neighbour behind the lowest port of a host. */
    private String ringNext(String start) {
        Map<Port, String> byPort = new TreeMap<>();
        for (Cable cable : cables) {
            if (cable.a().host().equals(start)) {
                byPort.put(cable.a(), cable.b().host());
            } else if (cable.b().host().equals(start)) {
                byPort.put(cable.b(), cable.a().host());
            }
        }
        return byPort.isEmpty()
                ? peersOf(start).first()
                : byPort.values().iterator().next();
    }

    private List<String> walk(String start, String second) {
        List<String> order = new ArrayList<>(List.of(start, second));
        Set<String> seen = new HashSet<>(order);
        String at = second;
        while (order.size() < hosts.size()) {
            Optional<String> next =
                    peersOf(at).stream().filter(p -> !seen.contains(p)).findFirst();
            if (next.isEmpty()) {
                break;
            }
            at = next.get();
            seen.add(at);
            order.add(at);
        }
        return order;
    }

    private List<List<String>> components() {
        Map<String, List<String>> found = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        for (String host : hosts) {
            if (!seen.add(host)) {
                continue;
            }
            List<String> component = new ArrayList<>();
            ArrayDeque<String> open = new ArrayDeque<>(List.of(host));
            while (!open.isEmpty()) {
                String at = open.poll();
                component.add(at);
                peersOf(at).stream().filter(seen::add).forEach(open::add);
            }
            component.sort(BY_NAME);
            found.put(host, component);
        }
        return List.copyOf(found.values());
    }

    private static String describe(List<List<String>> components) {
        List<String> parts = new ArrayList<>();
        components.forEach(c -> parts.add("{" + String.join(", ", c) + "}"));
        return String.join(" ", parts);
    }

    private Shape none(String reason) {
        return new Shape(Shape.Kind.NONE, List.copyOf(hosts), reason);
    }
}
