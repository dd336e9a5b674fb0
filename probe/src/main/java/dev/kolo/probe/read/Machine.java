package dev.kolo.probe.read;

import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The parts of all texts that speak of one machine. */
final class Machine {
    private final List<Part> parts = new ArrayList<>();
    private final Identity identity = new Identity();
    private final Set<String> origins = new HashSet<>();

    /**
     * What one text says of one host.
     *
     * @param index its place among all parts
     * @param pciFacts properties of PCI functions in it
     * @param source the text
     * @param facts its facts
     * @param identity what tells machines apart
     */
    record Part(int index, List<HostText.PciFact> pciFacts, SourceText source, NodeFacts facts, Identity identity) {
        /** The folder that the text lay in, or else the loose text itself. */
        private String origin() {
            return source.host().map(h -> "in " + h).orElse(source.name());
        }
    }

    void add(Part part) {
        parts.add(part);
        identity.add(part.identity);
        origins.add(part.origin());
    }

    /** Takes over the parts of what turned out to be the same machine. */
    void absorb(Machine other) {
        other.parts.forEach(this::add);
    }

    /** True when nothing in a part shows that it is another machine. */
    boolean accepts(Part part) {
        return !identity.contradicts(part.identity);
    }

    /** True when a part shows that it is this machine. */
    boolean shares(Part part) {
        return identity.agreements(part.identity) > 0;
    }

    /** True when a part lay in the same folder, or in the same loose text. */
    boolean isBeside(Part part) {
        return origins.contains(part.origin());
    }

    Identity identity() {
        return identity;
    }

    Part first() {
        return parts.get(0);
    }

    /** The place of its first part, after {@link #sort}. */
    int index() {
        return first().index;
    }

    /** Puts the parts into the order of reading. */
    void sort() {
        parts.sort(Comparator.comparingInt(Part::index));
    }

    List<NodeFacts> facts() {
        return parts.stream().map(Part::facts).toList();
    }

    /** All facts together, under a name. */
    FactsBuilder build(String name) {
        FactsBuilder all = new FactsBuilder(name);
        parts.forEach(p -> all.add(p.facts));
        parts.forEach(p -> PciFacts.apply(p.pciFacts, all));
        return all;
    }

    /** Sorts the parts of one name into machines: those that show who they are first, the others after their folder. */
    static List<Machine> of(List<Part> ofOneName) {
        List<Machine> machines = new ArrayList<>();
        for (Part part : ofOneName) {
            if (!part.identity.isEmpty()) {
                byIdentity(part, machines).add(part);
            }
        }
        for (Part part : ofOneName) {
            if (part.identity.isEmpty()) {
                machines.stream()
                        .filter(m -> m.isBeside(part))
                        .findFirst()
                        .or(() -> machines.stream().findFirst())
                        .orElseGet(() -> added(machines))
                        .add(part);
            }
        }
        machines.forEach(Machine::sort);
        machines.sort(Comparator.comparingInt(Machine::index));
        return machines;
    }

    private static Machine byIdentity(Part part, List<Machine> machines) {
        List<Machine> fitting = machines.stream().filter(m -> m.accepts(part)).toList();
        return fitting.stream()
                .filter(m -> m.shares(part))
                .findFirst()
                .or(() -> fitting.stream().filter(m -> m.isBeside(part)).findFirst())
                .or(() -> fitting.stream().findFirst())
                .orElseGet(() -> added(machines));
    }

    private static Machine added(List<Machine> machines) {
        Machine machine = new Machine();
        machines.add(machine);
        return machine;
    }
}
