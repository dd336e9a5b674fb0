package dev.kolo.plan.diff;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NaturalOrder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A plan against facts.
 *
 * @param differences what is not as planned, by host
 * @param notObserved what could not be compared, and the command whose output would settle it
 * @param compared objects of the plan that could be compared
 */
public record PlanDiff(List<Difference> differences, List<NotObserved> notObserved, int compared) {
    private static final Comparator<Difference> ORDER = Comparator.comparing(Difference::host, NaturalOrder::compare)
            .thenComparing(Difference::kind)
            .thenComparing(Difference::object)
            .thenComparing(Difference::seen);

    public PlanDiff {
        differences = differences.stream().sorted(ORDER).toList();
        notObserved = List.copyOf(notObserved);
    }

    /** Compares a plan with what the hosts show now. */
    public static PlanDiff of(Plan plan, Inventory now) {
        List<Difference> differences = new ArrayList<>();
        List<NotObserved> gaps = new ArrayList<>();
        int compared = 0;
        for (PlannedHost host : plan.hosts()) {
            Optional<NodeFacts> facts = now.host(host.name());
            if (facts.isEmpty()) {
                gaps.add(new NotObserved("everything on " + host.name(), "kolo scan " + host.name()));
                continue;
            }
            HostDiff diff = new HostDiff(plan, host, facts.get());
            differences.addAll(diff.differences());
            gaps.addAll(diff.notObserved());
            compared += diff.compared();
        }
        if (plan.relays().relays() > 0 && plan.relays().backend() == Backend.HARDWARE) {
            gaps.add(new NotObserved(
                    "the marker processes of every host",
                    "pgrep -af " + plan.relays().marker().orElse("MARKER")));
        }
        return new PlanDiff(differences, gaps, compared);
    }
}
