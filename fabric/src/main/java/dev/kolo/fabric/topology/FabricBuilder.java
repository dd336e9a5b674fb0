package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.StatedCable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts the steps from facts to a fabric in order: functions, physical links, address claims, stated cables, cables,
 * shape. Physical evidence decides; claims and statements fill what nobody saw.
 */
final class FabricBuilder {
    private final Inventory inventory;
    private final List<Function> functions = new ArrayList<>();
    private final List<ManagementNetdev> management = new ArrayList<>();
    private final Map<FunctionId, Function> byId = new HashMap<>();
    private final List<Link> links = new ArrayList<>();
    private final Set<FunctionId> linked = new HashSet<>();

    FabricBuilder(Inventory inventory) {
        this.inventory = inventory;
    }

    Fabric build() {
        for (NodeFacts facts : inventory.hosts()) {
            FunctionFinder finder = new FunctionFinder(facts);
            functions.addAll(finder.find());
            management.addAll(finder.management());
        }
        functions.forEach(f -> byId.put(f.id(), f));
        PhysicalLinks physical = new PhysicalLinks(functions);
        inventory.hosts().forEach(physical::see);
        physical.settle();
        physical.inheritFromTwins(functions);
        SubnetClaims claims = new SubnetClaims(functions);
        physical.links().forEach(this::addLink);
        List<Segment> segments = new ArrayList<>(physical.segments());
        segments.stream().flatMap(s -> s.members().stream()).forEach(linked::add);
        claims.segments().stream().filter(s -> isOpen(s, physical)).forEach(segments::add);
        segments.stream().flatMap(s -> s.members().stream()).forEach(linked::add);
        claims.links().forEach(this::addLink);
        addStated();
        links.sort(null);
        List<Cable> cables = cablesOf(links);
        cables.addAll(cablesWithoutFacts());
        cables.sort(null);
        List<Link> allClaims = new ArrayList<>(claims.links());
        allClaims.sort(null);
        Shape shape = new ShapeFinder(functions, cables, segments).find();
        return new Fabric(inventory, functions, management, links, allClaims, cables, segments, shape);
    }

    /** A claimed segment counts only while none of its members has been seen on a cable. */
    private static boolean isOpen(Segment segment, PhysicalLinks physical) {
        return segment.members().stream().noneMatch(physical::isTaken);
    }

    /** Adds a link between two free functions; a function that is down carries none. */
    private void addLink(Link link) {
        Function a = byId.get(link.a());
        Function b = byId.get(link.b());
        boolean works = a != null && b != null && a.linkState() != LinkState.DOWN && b.linkState() != LinkState.DOWN;
        if (works && !linked.contains(link.a()) && !linked.contains(link.b())) {
            linked.add(link.a());
            linked.add(link.b());
            links.add(link);
        }
    }

    /** Stated cables join functions of the named ports that nothing else joined. */
    private void addStated() {
        Map<String, List<Function>> byPlainHost = new HashMap<>();
        functions.forEach(f -> byPlainHost
                .computeIfAbsent(plain(f.host()), h -> new ArrayList<>())
                .add(f));
        for (StatedCable stated : inventory.statedCables()) {
            List<Function> here = endsOf(stated.a(), byPlainHost);
            List<Function> there = endsOf(stated.b(), byPlainHost);
            for (Function a : here) {
                there.stream()
                        .filter(b -> b.plane() == a.plane())
                        .findFirst()
                        .ifPresent(
                                b -> addLink(new Link(a.id(), b.id(), Link.Basis.STATED, List.of(stated.evidence()))));
            }
        }
    }

    private static List<Function> endsOf(StatedCable.End end, Map<String, List<Function>> byPlainHost) {
        return byPlainHost.getOrDefault(plain(end.host()), List.of()).stream()
                .filter(f -> end.netdev().filter(f.name()::equals).isPresent()
                        || end.port().isPresent()
                                && f.port().number() == end.port().getAsInt())
                .toList();
    }

    /** "Spark 1" and "spark1" are one host to whoever writes a cable list. */
    private static String plain(String host) {
        return host.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]", "");
    }

    private List<Cable> cablesOf(List<Link> all) {
        TreeMap<Cable, List<Link>> groups = new TreeMap<>();
        for (Link link : all) {
            Function a = byId.get(link.a());
            Function b = byId.get(link.b());
            if (a == null || b == null) {
                continue;
            }
            Cable key = a.port().compareTo(b.port()) <= 0
                    ? new Cable(a.port(), b.port(), List.of())
                    : new Cable(b.port(), a.port(), List.of());
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(link);
        }
        List<Cable> cables = new ArrayList<>();
        groups.forEach((key, group) -> {
            group.sort((x, y) -> Integer.compare(planeOf(x), planeOf(y)));
            cables.add(new Cable(key.a(), key.b(), group));
        });
        return cables;
    }

    private int planeOf(Link link) {
        Function a = byId.get(link.a());
        return a == null ? 0 : a.plane();
    }

    /** Cables that somebody described between hosts of which no fact is known: enough for a shape, not for a link. */
    private List<Cable> cablesWithoutFacts() {
        if (!functions.isEmpty()) {
            return List.of();
        }
        List<Cable> cables = new ArrayList<>();
        for (StatedCable stated : inventory.statedCables()) {
            Port a = new Port(stated.a().host(), 0, stated.a().port().orElse(0));
            Port b = new Port(stated.b().host(), 0, stated.b().port().orElse(0));
            cables.add(a.compareTo(b) <= 0 ? new Cable(a, b, List.of()) : new Cable(b, a, List.of()));
        }
        return cables;
    }
}
