package dev.kolo.fabric.facts;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The facts of all hosts, and what people stated beside them.
 *
 * @param hosts one entry a host, in natural order of their names, names unique
 * @param statedCables cables that a person described
 * @param unreachable hosts that were asked and gave nothing
 */
public record Inventory(List<NodeFacts> hosts, List<StatedCable> statedCables, List<Unreachable> unreachable) {
    /** Schema name of the JSON form. */
    public static final String SCHEMA = "kolo.inventory/1";

    public Inventory {
        hosts = hosts.stream()
                .sorted((x, y) -> NaturalOrder.compare(x.host(), y.host()))
                .toList();
        TreeSet<String> names = new TreeSet<>();
        for (NodeFacts facts : hosts) {
            if (!names.add(facts.host())) {
                throw new IllegalArgumentException("two hosts are named \"" + facts.host() + "\"");
            }
        }
        statedCables = List.copyOf(statedCables);
        unreachable = List.copyOf(unreachable);
    }

    public static Inventory of(List<NodeFacts> hosts) {
        return new Inventory(hosts, List.of(), List.of());
    }

    public Optional<NodeFacts> host(String name) {
        return hosts.stream().filter(h -> h.host().equals(name)).findFirst();
    }

    /**
     * A host that could not be read.
     *
     * @param host its name as asked for
     * @param reason what happened, one sentence
     */
    public record Unreachable(String host, String reason) {}
}
