package dev.kolo.plan.cabling;

import dev.kolo.fabric.facts.NaturalOrder;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.address.Rail;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sorts the functions that a switch joins into rails: one function a host and rail, those of one plane and of one place on
 * their hosts together. One subnet with both planes of a host in it falls apart into two rails.
 */
public final class Rails {
    private Rails() {}

    public static List<Rail> of(Fabric fabric, Shape shape) {
        if (shape.kind() != Shape.Kind.SWITCHED) {
            return List.of();
        }
        Map<FunctionId, Function> functions = new HashMap<>();
        fabric.functions().forEach(f -> functions.put(f.id(), f));
        Map<String, Integer> rankOf = new HashMap<>();
        shape.hosts().forEach(h -> rankOf.put(h, rankOf.size()));
        List<Rail> rails = new ArrayList<>();
        List<Segment> segments = fabric.segments().stream()
                .sorted((x, y) -> NaturalOrder.compare(x.name(), y.name()))
                .toList();
        for (Segment segment : segments) {
            rails.addAll(railsOf(segment, functions, rankOf));
        }
        rails.sort((x, y) -> x.plane() != y.plane()
                ? Integer.compare(x.plane(), y.plane())
                : x.members().getFirst().compareTo(y.members().getFirst()));
        return rails;
    }

    private static List<Rail> railsOf(
            Segment segment, Map<FunctionId, Function> functions, Map<String, Integer> rankOf) {
        TreeMap<Integer, TreeMap<Integer, TreeMap<Integer, FunctionId>>> byPlaneAndPlace = new TreeMap<>();
        Map<String, Integer> places = new HashMap<>();
        segment.members().stream()
                .map(functions::get)
                .filter(f -> f != null)
                .sorted((x, y) -> x.port().compareTo(y.port()))
                .forEach(f -> {
                    int place = places.merge(f.host() + " " + f.plane(), 1, Integer::sum) - 1;
                    byPlaneAndPlace
                            .computeIfAbsent(f.plane(), p -> new TreeMap<>())
                            .computeIfAbsent(place, p -> new TreeMap<>())
                            .put(rankOf.getOrDefault(f.host(), 0), f.id());
                });
        List<Rail> rails = new ArrayList<>();
        byPlaneAndPlace.forEach((plane, byPlace) -> byPlace.values().stream()
                .filter(members -> members.size() > 1)
                .forEach(members -> rails.add(new Rail(plane, List.copyOf(members.values())))));
        return rails;
    }
}
