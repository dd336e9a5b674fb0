package dev.kolo.plan.proof;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedLink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows that rank r and rank r+1 share a cable, and that no cable joins other ranks. */
final class OrderProof {
    private OrderProof() {}

    static Proof of(Plan plan) {
        int world = plan.hosts().size();
        Map<String, Integer> rankOf = new HashMap<>();
        plan.hosts().forEach(h -> rankOf.put(h.name(), h.rank()));
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < world; i++) {
            if (plan.hosts().get(i).rank() != i) {
                failures.add(plan.hosts().get(i).name() + " stands at place " + i + " with rank "
                        + plan.hosts().get(i).rank());
            }
        }
        Set<Integer> joined = new HashSet<>();
        for (PlannedLink link : plan.links()) {
            int a = rankOf.getOrDefault(link.a().host(), -1);
            int b = rankOf.getOrDefault(link.b().host(), -1);
            boolean next = a >= 0 && b == (a + 1) % world && (b != 0 || plan.shape() != Shape.Kind.PATH);
            if (next) {
                joined.add(a);
            } else {
                failures.add("the link " + link.a() + " - " + link.b() + " joins ranks " + a + " and " + b);
            }
        }
        int edges = switch (plan.shape()) {
            case RING -> world;
            case PAIR, PATH -> world - 1;
            case SWITCHED, NONE -> 0;
        };
        for (int rank = 0; rank < edges; rank++) {
            if (!joined.contains(rank)) {
                failures.add("ranks " + rank + " and " + (rank + 1) % world + " share no cable");
            }
        }
        return new Proof(
                "rank order is cable order",
                "rank r and rank r+1 share a cable"
                        + (plan.shape() == Shape.Kind.RING ? ", the last and the first too" : "")
                        + ", and no link joins other ranks",
                edges,
                failures);
    }
}
