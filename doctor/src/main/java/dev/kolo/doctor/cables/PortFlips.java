package dev.kolo.doctor.cables;

import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the fewest hosts whose two plugs must change places so that every cable joins a port 0 to a port 1. A colouring
 * of the cable graph with two colours: a host is either turned or not, and each cable says whether its two hosts must
 * agree.
 */
final class PortFlips {
    private final Map<String, List<Cable>> cablesOf = new LinkedHashMap<>();

    PortFlips(List<Cable> component) {
        for (Cable cable : component) {
            cablesOf.computeIfAbsent(cable.a().host(), h -> new ArrayList<>()).add(cable);
            cablesOf.computeIfAbsent(cable.b().host(), h -> new ArrayList<>()).add(cable);
        }
    }

    /** The hosts to turn, in the order of their first cable; empty when no choice of hosts does it. */
    Optional<List<String>> fewest() {
        if (cablesOf.isEmpty() || !isTwoPorted()) {
            return Optional.empty();
        }
        String start = cablesOf.keySet().iterator().next();
        Map<String, Boolean> turned = new HashMap<>(Map.of(start, false));
        ArrayDeque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            String host = open.poll();
            for (Cable cable : cablesOf.getOrDefault(host, List.of())) {
                boolean sameNumbers = cable.a().number() == cable.b().number();
                boolean wanted = Boolean.TRUE.equals(turned.get(host)) ^ sameNumbers;
                Boolean known = turned.putIfAbsent(cable.peerOf(host), wanted);
                if (known == null) {
                    open.add(cable.peerOf(host));
                } else if (known != wanted) {
                    return Optional.empty();
                }
            }
        }
        List<String> yes =
                cablesOf.keySet().stream().filter(h -> isTurned(turned, h)).toList();
        List<String> no =
                cablesOf.keySet().stream().filter(h -> !isTurned(turned, h)).toList();
        return Optional.of(yes.size() <= no.size() ? yes : no);
    }

    private static boolean isTurned(Map<String, Boolean> turned, String host) {
        return Boolean.TRUE.equals(turned.get(host));
    }

    /** Only ports 0 and 1 of one card can change places in this simple way. */
    private boolean isTwoPorted() {
        return cablesOf.values().stream()
                .flatMap(List::stream)
                .flatMap(c -> java.util.stream.Stream.of(c.a(), c.b()))
                .allMatch(PortFlips::isSimple);
    }

    private static boolean isSimple(Port port) {
        return port.card() == 0 && (port.number() == 0 || port.number() == 1);
    }
}
