package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.cli.PlanSource;
import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.plan.wire.WireSection;
import dev.kolo.wire.session.PlannedLanes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A plan as the ranks of a trial follow it: whose ranks they are, and the lanes between them.
 *
 * @param name the plan as the user named it
 * @param order its hosts in rank order
 * @param wire what it says of the wire
 */
record RankPlan(String name, List<String> order, WireSection wire) {
    /** Reads a plan; bad input where there is none, and a refusal where it has no way for exchanges. */
    static RankPlan read(Console console, String name) {
        Plan plan = PlanSource.read(console, name);
        RankPlan read = new RankPlan(name, plan.order(), plan.wire());
        if (plan.wire().lanes().lanes().isEmpty()) {
            String why = plan.wire().groups().stream()
                    .map(WireSection.Group::said)
                    .findFirst()
                    .orElse("");
            throw KoloException.refused(
                    "the plan " + Text.quote(name) + " has no lanes for the wire. " + Text.quote(why));
        }
        try {
            read.lanes().reach(read.order().size());
        } catch (IllegalArgumentException e) {
            throw KoloException.refused("the plan " + Text.quote(name) + " does not do for a trial: "
                    + Text.quote(String.valueOf(e.getMessage())) + ".");
        }
        return read;
    }

    PlannedLanes lanes() {
        return PlannedLanes.of(wire.lanes(), wire.windowBytes().orElse(0));
    }

    /** Refuses another number of ranks than the plan has. */
    void check(int ranks) {
        if (ranks != order.size()) {
            throw KoloException.refused("the plan " + Text.quote(name) + " is for " + order.size() + " ranks ("
                    + Text.quote(String.join(", ", order)) + "), and " + ranks
                    + " are to be started: leave --ranks out, or plan for these hosts.");
        }
    }

    /** The hosts in the plan's order of ranks; a refusal where they are not the plan's hosts. */
    List<RankHost> ordered(List<RankHost> hosts) {
        TreeSet<String> named = new TreeSet<>(hosts.stream().map(RankHost::name).toList());
        if (!named.equals(new TreeSet<>(order))) {
            throw KoloException.refused("the plan " + Text.quote(name) + " is for the hosts "
                    + Text.quote(String.join(", ", order)) + ", and named are " + Text.quote(String.join(", ", named))
                    + ": name the plan's hosts, or plan for these.");
        }
        return hosts.stream()
                .sorted(Comparator.comparingInt((RankHost h) -> order.indexOf(h.name())))
                .toList();
    }

    /** The RDMA devices that the plan gives to the wire on a host. */
    List<String> devicesOf(String host) {
        Optional<WireSection.RankDevices> devices =
                wire.devices().stream().filter(d -> d.host().equals(host)).findFirst();
        return devices.map(WireSection.RankDevices::wire).orElse(List.of());
    }
}
