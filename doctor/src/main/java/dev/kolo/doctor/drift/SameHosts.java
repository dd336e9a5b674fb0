package dev.kolo.doctor.drift;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.NotObserved;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds out which hosts of two observations are the same machines. A name counts unless the MAC addresses and GUIDs
 * contradict it; without a common name these tell.
 */
public final class SameHosts {
    private SameHosts() {}

    /** Whether two observations can be compared. */
    public sealed interface Match {
        /**
         * They can.
         *
         * @param earlier the earlier observation under the names of the later one, without hosts that only it shows
         * @param open what cannot be compared, and what to ask for
         */
        record Aligned(Inventory earlier, List<NotObserved> open) implements Match {
            public Aligned {
                open = List.copyOf(open);
            }
        }

        /**
         * They cannot.
         *
         * @param reason one or two sentences that name the hosts
         */
        record Refused(String reason) implements Match {}
    }

    /** Matches the hosts of two observations. */
    public static Match align(Inventory earlier, Inventory later) {
        Map<String, NodeFacts> pairs = new LinkedHashMap<>();
        Set<String> taken = new TreeSet<>();
        for (NodeFacts now : later.hosts()) {
            Optional<NodeFacts> was = earlier.host(now.host());
            if (was.isEmpty()) {
                continue;
            }
            Set<String> before = marks(was.get());
            Set<String> after = marks(now);
            if (!before.isEmpty() && !after.isEmpty() && Collections.disjoint(before, after)) {
                return new Match.Refused("The two observations show different machines under the name \""
                        + now.displayName() + "\": the earlier one has " + some(before) + ", the later one "
                        + some(after) + ". Only observations of the same hosts can be compared.");
            }
            pairs.put(now.host(), was.get());
            taken.add(was.get().host());
        }
        for (NodeFacts now : later.hosts()) {
            if (!pairs.containsKey(now.host())) {
                byMarks(earlier, now, taken).ifPresent(was -> {
                    pairs.put(now.host(), was);
                    taken.add(was.host());
                });
            }
        }
        return pairs.isEmpty() ? refused(earlier, later) : aligned(earlier, later, pairs, taken);
    }

    private static Match refused(Inventory earlier, Inventory later) {
        if (earlier.hosts().isEmpty() || later.hosts().isEmpty()) {
            return new Match.Refused("The " + (earlier.hosts().isEmpty() ? "earlier" : "later")
                    + " observation shows no host, so there is nothing to compare.");
        }
        return new Match.Refused("The two observations have no host in common: the earlier one shows " + names(earlier)
                + ", the later one " + names(later) + ". Only observations of the same hosts can be compared.");
    }

    private static Match aligned(Inventory earlier, Inventory later, Map<String, NodeFacts> pairs, Set<String> taken) {
        List<NotObserved> open = new ArrayList<>();
        for (NodeFacts was : earlier.hosts()) {
            if (!taken.contains(was.host())) {
                open.add(new NotObserved(
                        "what became of " + was.displayName() + ", which only the earlier observation shows",
                        "kolo scan " + was.displayName()));
            }
        }
        for (NodeFacts now : later.hosts()) {
            if (!pairs.containsKey(now.host())) {
                open.add(new NotObserved(
                        "what " + now.displayName() + " was like before, which only the later observation shows",
                        "an earlier output of kolo scan on " + now.displayName()));
            }
        }
        List<NodeFacts> renamed = pairs.entrySet().stream()
                .map(e -> new FactsBuilder(e.getKey()).add(e.getValue()).build())
                .toList();
        return new Match.Aligned(new Inventory(renamed, earlier.statedCables(), List.of()), open);
    }

    private static Optional<NodeFacts> byMarks(Inventory earlier, NodeFacts now, Set<String> taken) {
        Set<String> after = marks(now);
        return earlier.hosts().stream()
                .filter(h -> !taken.contains(h.host()))
                .filter(h -> !Collections.disjoint(marks(h), after))
                .findFirst();
    }

    /** What a machine cannot easily change: MAC addresses of physical netdevs, GUIDs of RDMA devices. */
    private static Set<String> marks(NodeFacts facts) {
        Set<String> marks = new TreeSet<>();
        for (Netdev netdev : facts.netdevs()) {
            if (netdev.kind().isEmpty() && !netdev.name().equals("lo")) {
                netdev.mac().map(MacAddress::toString).ifPresent(marks::add);
            }
        }
        for (RdmaDevice device : facts.rdmaDevices()) {
            device.nodeGuid().map(Guid::toString).ifPresent(marks::add);
        }
        return marks;
    }

    private static String some(Set<String> marks) {
        List<String> first = marks.stream().limit(2).toList();
        return String.join(" and ", first) + (marks.size() > 2 ? " …" : "");
    }

    private static String names(Inventory inventory) {
        List<String> names =
                inventory.hosts().stream().map(NodeFacts::displayName).toList();
        return String.join(", ", names.subList(0, Math.min(8, names.size())))
                + (names.size() > 8 ? " and " + (names.size() - 8) + " more" : "");
    }
}
