package dev.kolo.fabric.topology;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NodeFacts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds links by what netdevs saw: MACs of other hosts in neighbour tables (both families), and LLDP. The pair (netdev,
 * MAC) counts, never the address beside it: with plugs swapped, Linux answers for any local address on any netdev, so
 * the address may belong to another netdev of the same host.
 */
final class PhysicalLinks {
    private final Map<MacAddress, Function> byMac = new HashMap<>();
    private final Map<String, Map<String, Function>> byHostAndNetdev = new HashMap<>();
    private final Map<PlacedAt, Function> byPlace = new HashMap<>();
    private final EnumMap<Link.Basis, TreeMap<Edge, Set<Evidence>>> edges = new EnumMap<>(Link.Basis.class);
    private final Set<FunctionId> taken = new HashSet<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    private final int planes;

    PhysicalLinks(List<Function> functions) {
        Set<MacAddress> ambiguous = new HashSet<>();
        for (Function function : functions) {
            byHostAndNetdev
                    .computeIfAbsent(plain(function.host()), h -> new HashMap<>())
                    .put(function.name(), function);
            byPlace.put(PlacedAt.of(function), function);
            Optional<MacAddress> mac = function.netdev().flatMap(n -> n.mac());
            if (mac.isPresent() && !mac.get().isZero() && byMac.put(mac.get(), function) != null) {
                ambiguous.add(mac.get());
            }
        }
        planes = 1 + functions.stream().mapToInt(Function::plane).max().orElse(0);
        byMac.keySet().removeAll(ambiguous);
        for (Link.Basis basis : Link.Basis.values()) {
            edges.put(basis, new TreeMap<>());
        }
    }

    /** Takes in what one host saw. */
    void see(NodeFacts facts) {
        Map<String, Function> own = byHostAndNetdev.getOrDefault(plain(facts.host()), Map.of());
        for (LldpNeighbour heard : facts.lldp()) {
            Function here = own.get(heard.netdev());
            if (here != null) {
                farEnd(heard).ifPresent(there -> addEdge(here, there, Link.Basis.LLDP, heard.evidence()));
            }
        }
        for (Neighbour neighbour : facts.neighbours()) {
            Function here = own.get(neighbour.netdev());
            if (here == null || !neighbour.state().isSeen()) {
                continue;
            }
            Link.Basis basis = neighbour.state().isFresh() ? Link.Basis.NEIGHBOUR : Link.Basis.STALE_NEIGHBOUR;
            neighbour
                    .mac()
                    .or(() -> embeddedMac(neighbour.address()))
                    .flatMap(mac -> Optional.ofNullable(byMac.get(mac)))
                    .ifPresent(there -> addEdge(here, there, basis, neighbour.evidence()));
        }
    }

    private static Optional<MacAddress> embeddedMac(IpAddress address) {
        return address instanceof Ipv6Address v6 && v6.isLinkLocal() ? v6.embeddedMac() : Optional.empty();
    }

    private Optional<Function> farEnd(LldpNeighbour heard) {
        Optional<Function> byPort = heard.portMac().flatMap(mac -> Optional.ofNullable(byMac.get(mac)));
        return byPort.or(() -> heard.systemName()
                .map(PhysicalLinks::plain)
                .flatMap(host -> Optional.ofNullable(byHostAndNetdev.get(host)))
                .flatMap(netdevs -> heard.portName().flatMap(port -> Optional.ofNullable(netdevs.get(port)))));
    }

    /**
     * Host names are compared without domain and case. Only the part before the first dot counts, unless the name is an
     * address.
     */
    private static String plain(String host) {
        int dot = host.indexOf('.');
        boolean isName = dot > 0 && !Character.isDigit(host.charAt(0));
        return (isName ? host.substring(0, dot) : host).toLowerCase(Locale.ROOT);
    }

    /** One cable carries both planes, so an edge that crosses planes shows the link of the seeing function's plane. */
    private void addEdge(Function here, Function seen, Link.Basis basis, Evidence evidence) {
        if (here.host().equals(seen.host())) {
            return;
        }
        Function there = seen;
        if (here.plane() != seen.plane()) {
            Function twin = byPlace.get(new PlacedAt(seen.port(), here.plane()));
            there = twin == null ? seen : twin;
        }
        edges.getOrDefault(basis, new TreeMap<>())
                .computeIfAbsent(Edge.of(here.id(), there.id()), e -> new TreeSet<>())
                .add(evidence);
    }

    /** Settles what was seen, the surest evidence first: an end that is taken ignores weaker evidence. */
    void settle() {
        for (Link.Basis basis : List.of(Link.Basis.LLDP, Link.Basis.NEIGHBOUR, Link.Basis.STALE_NEIGHBOUR)) {
            TreeMap<Edge, Set<Evidence>> tier = edges.getOrDefault(basis, new TreeMap<>());
            tier.keySet().removeIf(e -> taken.contains(e.a) || taken.contains(e.b));
            for (List<Edge> component : Components.of(tier.keySet())) {
                settleComponent(component, basis, tier);
            }
        }
    }

    private void settleComponent(List<Edge> component, Link.Basis basis, Map<Edge, Set<Evidence>> tier) {
        TreeSet<FunctionId> members = new TreeSet<>();
        component.forEach(e -> {
            members.add(e.a);
            members.add(e.b);
        });
        long hosts = members.stream().map(FunctionId::host).distinct().count();
        if (hosts > 2) {
            segments.add(new Segment("switch " + (segments.size() + 1), List.copyOf(members), basis));
            taken.addAll(members);
            return;
        }
        Set<FunctionId> used = new HashSet<>();
        for (Edge edge : component) {
            if (used.contains(edge.a) || used.contains(edge.b)) {
                continue;
            }
            used.add(edge.a);
            used.add(edge.b);
            links.add(new Link(edge.a, edge.b, basis, List.copyOf(tier.getOrDefault(edge, new TreeSet<>()))));
        }
        taken.addAll(members);
    }

    /**
     * Gives each function that saw nothing the link that the other half of its port has: one cable carries both halves.
     */
    void inheritFromTwins(List<Function> functions) {
        Map<FunctionId, Function> byId = new HashMap<>();
        functions.forEach(f -> byId.put(f.id(), f));
        for (Link link : List.copyOf(links)) {
            Function a = byId.get(link.a());
            Function b = byId.get(link.b());
            if (a == null || b == null) {
                continue;
            }
            for (Function half : halvesOf(a.port())) {
                Function far = byPlace.get(new PlacedAt(b.port(), half.plane()));
                if (far != null && !taken.contains(half.id()) && !taken.contains(far.id())) {
                    taken.add(half.id());
                    taken.add(far.id());
                    links.add(new Link(half.id(), far.id(), link.basis(), link.evidence()));
                }
            }
        }
    }

    private List<Function> halvesOf(Port port) {
        List<Function> halves = new ArrayList<>();
        for (int plane = 0; plane < planes; plane++) {
            Function half = byPlace.get(new PlacedAt(port, plane));
            if (half != null) {
                halves.add(half);
            }
        }
        return halves;
    }

    List<Link> links() {
        return links;
    }

    List<Segment> segments() {
        return segments;
    }

    boolean isTaken(FunctionId id) {
        return taken.contains(id);
    }

    /** Where a function sits. */
    private record PlacedAt(Port port, int plane) {
        static PlacedAt of(Function function) {
            return new PlacedAt(function.port(), function.plane());
        }
    }

    /** An unordered pair of functions. */
    record Edge(FunctionId a, FunctionId b) implements Comparable<Edge> {
        static Edge of(FunctionId x, FunctionId y) {
            return x.compareTo(y) <= 0 ? new Edge(x, y) : new Edge(y, x);
        }

        @Override
        public int compareTo(Edge other) {
            int order = a.compareTo(other.a);
            return order != 0 ? order : b.compareTo(other.b);
        }
    }
}
