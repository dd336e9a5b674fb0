package dev.kolo.plan.cabling;

import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says which plug to look at when the cables do not make the shape that is wanted. */
final class Plugs {
    private static final String JUDGE = "`kolo doctor` on the same input shows the lines that this rests on.";

    private final Fabric fabric;
    private final Set<Port> cabled = new HashSet<>();
    private final Map<String, TreeSet<String>> peers = new TreeMap<>(dev.kolo.fabric.facts.NaturalOrder::compare);

    Plugs(Fabric fabric) {
        this.fabric = fabric;
        fabric.functions().forEach(f -> peers.computeIfAbsent(f.host(), h -> new TreeSet<>()));
        for (Cable cable : fabric.cables()) {
            cabled.add(cable.a());
            cabled.add(cable.b());
            String a = cable.a().host();
            String b = cable.b().host();
            if (!a.equals(b)) {
                peers.computeIfAbsent(a, h -> new TreeSet<>()).add(b);
                peers.computeIfAbsent(b, h -> new TreeSet<>()).add(a);
            }
        }
    }

    /** What to plug, unplug or look at, in one or two sentences. */
    String remedyFor(Optional<Shape.Kind> wanted) {
        return loop().or(this::hub)
                        .or(() -> doubled(wanted))
                        .or(() -> open(wanted))
                        .orElse("No port stands out.")
                + " " + JUDGE;
    }

    private Optional<String> loop() {
        return fabric.cables().stream()
                .filter(c -> c.a().host().equals(c.b().host()))
                .findFirst()
                .map(c -> "A cable joins two ports of one host, " + c + ": move one of its plugs to another host.");
    }

    private Optional<String> hub() {
        for (Map.Entry<String, TreeSet<String>> entry : peers.entrySet()) {
            if (entry.getValue().size() > 2) {
                List<String> cables = fabric.cables().stream()
                        .filter(c -> c.a().host().equals(entry.getKey())
                                || c.b().host().equals(entry.getKey()))
                        .map(Cable::toString)
                        .toList();
                return Optional.of("Keep two of these cables of " + entry.getKey() + ": " + Names.few(cables) + ".");
            }
        }
        return Optional.empty();
    }

    /** Two cables between one pair use up the ports that a third host needs. */
    private Optional<String> doubled(Optional<Shape.Kind> wanted) {
        if (peers.size() < 3 || wanted.filter(k -> k == Shape.Kind.SWITCHED).isPresent()) {
            return Optional.empty();
        }
        Map<String, Cable> first = new TreeMap<>();
        for (Cable cable : fabric.cables()) {
            Cable other = first.putIfAbsent(cable.a().host() + "\n" + cable.b().host(), cable);
            if (other != null) {
                return Optional.of("Two cables join " + cable.a().host() + " and "
                        + cable.b().host() + ", " + other
                        + " and " + cable + ": move one of them to a host with an open port"
                        + openPorts(wanted).map(p -> " (" + p + ")").orElse("") + ".");
            }
        }
        return Optional.empty();
    }

    private Optional<String> open(Optional<Shape.Kind> wanted) {
        return openPorts(wanted)
                .map(ports -> "Ports without a cable: " + ports + ". Plug a cable in between"
                        + (wanted.filter(k -> k == Shape.Kind.RING).isPresent() ? " to close the ring." : "."));
    }

    /** Open ports of the hosts that lack a neighbour. */
    private Optional<String> openPorts(Optional<Shape.Kind> wanted) {
        int enough = wanted.filter(k -> k == Shape.Kind.RING).isPresent() || peers.size() > 2 ? 2 : 1;
        TreeSet<Port> ports = new TreeSet<>();
        for (Function function : fabric.functions()) {
            boolean lacks = peers.getOrDefault(function.host(), new TreeSet<>()).size() < enough;
            if (lacks && !cabled.contains(function.port())) {
                ports.add(function.port());
            }
        }
        List<String> names = new ArrayList<>();
        ports.forEach(p -> names.add(p.toString()));
        return names.isEmpty() ? Optional.empty() : Optional.of(Names.few(names));
    }
}
