package dev.kolo.page.ring;

import dev.kolo.fabric.facts.NaturalOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Hosts that their cables join, in cable order: a closed ring, an open path, a pair or one host alone. Components that are
 * none of these (a host with three neighbours, say) are tangled: they are listed, not drawn.
 *
 * @param hosts the hosts, the first in natural order first, then towards the smaller of its neighbours
 * @param steps the cables between a host and the next, the last entry leading back to the first host; an open path has
 *     one empty entry, where its hole is. A pair has one entry with all its cables, a single host none.
 * @param tangled true when the hosts' cables form no chain; then steps is empty
 */
record Chain(List<Sketch.Host> hosts, List<List<Sketch.Strand>> steps, boolean tangled) {
    Chain {
        hosts = List.copyOf(hosts);
        steps = steps.stream().map(List::copyOf).toList();
    }

    /** True for a path of three or more hosts: there is a hole in the circle. */
    boolean isOpen() {
        return hosts.size() > 2 && steps.stream().anyMatch(List::isEmpty);
    }

    /** What the chain is, in words: "ring of 4". */
    String caption() {
        return (hosts.size() < 3 ? "pair" : isOpen() ? "path" : "ring") + " of " + hosts.size();
    }

    /** All cables of the chain. */
    Stream<Sketch.Strand> strands() {
        return steps.stream().flatMap(List::stream);
    }

    /** An open path turned so that its hole comes last; anything else unchanged. */
    Chain holeLast() {
        int hole = steps.indexOf(List.<Sketch.Strand>of());
        if (!isOpen() || hole == steps.size() - 1) {
            return this;
        }
        List<Sketch.Host> turnedHosts = new ArrayList<>(hosts);
        List<List<Sketch.Strand>> turnedSteps = new ArrayList<>(steps);
        Collections.rotate(turnedHosts, -(hole + 1));
        Collections.rotate(turnedSteps, -(hole + 1));
        return new Chain(turnedHosts, turnedSteps, false);
    }

    /** The chains of a sketch, in the order of their first hosts. */
    static List<Chain> of(Sketch sketch) {
        Map<String, Sketch.Host> unseen = new LinkedHashMap<>();
        sketch.hosts().forEach(h -> unseen.put(h.name(), h));
        Map<String, List<Sketch.Strand>> byHost = new HashMap<>();
        for (Sketch.Strand strand : sketch.strands()) {
            for (String end : List.of(strand.a().host(), strand.b().host())) {
                byHost.computeIfAbsent(end, h -> new ArrayList<>()).add(strand);
            }
        }
        List<Chain> chains = new ArrayList<>();
        for (Sketch.Host host : sketch.hosts()) {
            if (unseen.containsKey(host.name())) {
                List<Sketch.Host> component = component(host, byHost, unseen);
                chains.add(order(component, byHost));
            }
        }
        return chains;
    }

    private static List<Sketch.Host> component(
            Sketch.Host start, Map<String, List<Sketch.Strand>> byHost, Map<String, Sketch.Host> unseen) {
        List<Sketch.Host> found = new ArrayList<>();
        unseen.remove(start.name());
        found.add(start);
        for (int i = 0; i < found.size(); i++) {
            for (String peer : peers(found.get(i).name(), byHost)) {
                Sketch.Host next = unseen.remove(peer);
                if (next != null) {
                    found.add(next);
                }
            }
        }
        found.sort((x, y) -> NaturalOrder.compare(x.name(), y.name()));
        return found;
    }

    private static List<String> peers(String host, Map<String, List<Sketch.Strand>> byHost) {
        Set<String> peers = new LinkedHashSet<>();
        for (Sketch.Strand strand : byHost.getOrDefault(host, List.of())) {
            peers.add(
                    strand.a().host().equals(host)
                            ? strand.b().host()
                            : strand.a().host());
        }
        return peers.stream().sorted(NaturalOrder::compare).toList();
    }

    private static Chain order(List<Sketch.Host> component, Map<String, List<Sketch.Strand>> byHost) {
        Map<String, Sketch.Host> byName = new HashMap<>();
        component.forEach(h -> byName.put(h.name(), h));
        int size = component.size();
        List<Sketch.Strand> all = component.stream()
                .flatMap(h -> byHost.getOrDefault(h.name(), List.of()).stream())
                .distinct()
                .toList();
        boolean loops = all.stream().anyMatch(s -> s.a().host().equals(s.b().host()));
        if (size <= 2 && !loops) {
            return new Chain(component, size == 2 ? List.of(all) : List.of(), false);
        }
        boolean simple = component.stream()
                .allMatch(h -> peers(h.name(), byHost).size() <= 2
                        && byHost.getOrDefault(h.name(), List.of()).size()
                                == peers(h.name(), byHost).size());
        if (loops || !simple) {
            return new Chain(component, List.of(), true);
        }
        return walk(component, byHost, byName);
    }

    /** Walks a path from one end, or a ring from its first host, then turns it so that the first host comes first. */
    private static Chain walk(
            List<Sketch.Host> component, Map<String, List<Sketch.Strand>> byHost, Map<String, Sketch.Host> byName) {
        Sketch.Host start = component.stream()
                .filter(h -> peers(h.name(), byHost).size() == 1)
                .findFirst()
                .orElse(component.getFirst());
        List<Sketch.Host> order = new ArrayList<>(List.of(start));
        Set<String> walked = new LinkedHashSet<>(Set.of(start.name()));
        while (order.size() < component.size()) {
            String at = order.getLast().name();
            for (String peer : peers(at, byHost)) {
                if (walked.add(peer)) {
                    order.add(byName.get(peer));
                    break;
                }
            }
        }
        Collections.rotate(order, -order.indexOf(component.getFirst()));
        if (NaturalOrder.compare(order.get(1).name(), order.getLast().name()) > 0) {
            Collections.reverse(order.subList(1, order.size()));
        }
        List<List<Sketch.Strand>> steps = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            String from = order.get(i).name();
            String to = order.get((i + 1) % order.size()).name();
            steps.add(byHost.getOrDefault(from, List.of()).stream()
                    .filter(s -> s.joins(from, to))
                    .toList());
        }
        return new Chain(order, steps, false);
    }
}
