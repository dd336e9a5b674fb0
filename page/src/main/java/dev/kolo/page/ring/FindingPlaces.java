package dev.kolo.page.ring;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the place of each finding in the picture. A subject is words for people; it names cables as {@link Cable} prints
 * them, functions by netdev or device, or ports. The most exact of these wins; a finding that names none of them belongs
 * to its host, and without a host to the whole.
 */
final class FindingPlaces {
    private final Map<Cable, List<Mark>> cables = new HashMap<>();
    private final Map<FunctionId, List<Mark>> functions = new HashMap<>();
    private final Map<Port, List<Mark>> ports = new TreeMap<>();
    private final Map<String, List<Mark>> hosts = new HashMap<>();
    private final List<Mark> general = new ArrayList<>();
    private final Set<Port> cabled = new HashSet<>();

    FindingPlaces(Fabric fabric, List<Finding> findings) {
        fabric.cables().forEach(c -> cabled.addAll(List.of(c.a(), c.b())));
        for (int i = 0; i < findings.size(); i++) {
            if (findings.get(i).severity() != Severity.INFO) {
                place(fabric, findings.get(i), new Mark(i + 1, findings.get(i).severity()));
            }
        }
    }

    private void place(Fabric fabric, Finding finding, Mark mark) {
        String subject = finding.subject();
        List<Cable> named =
                fabric.cables().stream().filter(c -> names(subject, c)).toList();
        if (!named.isEmpty()) {
            named.forEach(c -> add(cables, c, mark));
            return;
        }
        List<Function> nearby = fabric.functions().stream()
                .filter(f -> f.host().equals(finding.host()) || SubjectWords.holds(subject, f.host()))
                .toList();
        SubjectWords words = new SubjectWords(subject, finding.host());
        List<Function> matching = nearby.stream()
                .filter(f -> functionNames(f).anyMatch(name -> words.name(name, f.host())))
                .toList();
        if (matching.isEmpty()) {
            matching = fabric.functions().stream()
                    .filter(f -> f.subnets().stream().anyMatch(s -> SubjectWords.holds(subject, s.toString())))
                    .toList();
        }
        if (!matching.isEmpty()) {
            matching.forEach(f -> add(functions, f.id(), mark));
            markFarSocket(fabric, finding, mark);
            return;
        }
        List<Port> sockets = nearby.stream()
                .map(Function::port)
                .distinct()
                .filter(p -> SubjectWords.holds(subject, p.toString())
                        || p.host().equals(finding.host()) && SubjectWords.holds(subject, p.label())
                        || finding.code() == Code.CABLE_MISSING && !cabled.contains(p))
                .toList();
        if (!sockets.isEmpty()) {
            sockets.forEach(p -> placeAtPort(fabric, p, mark));
            return;
        }
        boolean ofOneHost = !finding.host().isEmpty() || fabric.hosts().size() == 1;
        if (ofOneHost && fabric.hosts().contains(finding.host())) {
            add(hosts, finding.host(), mark);
        } else {
            general.add(mark);
        }
    }

    /** A port without a link is one trouble with the port that it should reach: both ends of the gap get the mark. */
    private void markFarSocket(Fabric fabric, Finding finding, Mark mark) {
        if (finding.code() != Code.PORT_NO_LINK) {
            return;
        }
        fabric.functions().stream()
                .map(Function::port)
                .distinct()
                .filter(p -> !cabled.contains(p) && !p.host().equals(finding.host()))
                .filter(p -> SubjectWords.holds(finding.wanted(), p.toString()))
                .forEach(p -> add(ports, p, mark));
    }

    /** A port's finding belongs to its cable where there is one. */
    private void placeAtPort(Fabric fabric, Port port, Mark mark) {
        List<Cable> ending = fabric.cables().stream()
                .filter(c -> c.a().equals(port) || c.b().equals(port))
                .toList();
        ending.forEach(c -> add(cables, c, mark));
        if (ending.isEmpty()) {
            add(ports, port, mark);
        }
    }

    private static boolean names(String subject, Cable cable) {
        return Stream.of(" to ", " - ")
                .anyMatch(to -> SubjectWords.holds(subject, cable.a() + to + cable.b())
                        || SubjectWords.holds(subject, cable.b() + to + cable.a()));
    }

    private static Stream<String> functionNames(Function function) {
        return Stream.concat(
                function.netdev().stream().map(n -> n.name()),
                function.device().stream().map(d -> d.name()));
    }

    private static <K> void add(Map<K, List<Mark>> to, K key, Mark mark) {
        to.computeIfAbsent(key, k -> new ArrayList<>()).add(mark);
    }

    List<Mark> ofCable(Cable cable) {
        return cables.getOrDefault(cable, List.of());
    }

    List<Mark> ofFunction(FunctionId function) {
        return functions.getOrDefault(function, List.of());
    }

    /** Marks of a port without a cable: its own, and those of its functions, each once. */
    List<Mark> ofSocket(Port port, List<Function> functionsOfPort) {
        return Stream.concat(
                        ports.getOrDefault(port, List.of()).stream(),
                        functionsOfPort.stream().flatMap(f -> ofFunction(f.id()).stream()))
                .distinct()
                .toList();
    }

    List<Mark> ofHost(String host) {
        return hosts.getOrDefault(host, List.of());
    }

    List<Mark> general() {
        return general;
    }
}
