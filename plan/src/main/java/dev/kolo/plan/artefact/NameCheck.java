package dev.kolo.plan.artefact;

import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanNames;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Holds a plan to what the planner promises of it. The planner refuses unfit names with a finding; a plan that has one all the
 * same (made by other hands) becomes no script that runs as root.
 */
final class NameCheck {
    private static final int MOST_SHOWN = 60;

    private NameCheck() {}

    /**
     * Looks at every name that goes into files.
     *
     * @throws IllegalArgumentException with the first that cannot
     */
    static void require(Plan plan) {
        Set<String> folders = new HashSet<>();
        for (PlannedHost host : plan.hosts()) {
            require(PlanNames.host(host.name()), "host", host.name());
            if (!folders.add(host.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("two hosts are called " + host.name());
            }
            requireFunctions(host);
        }
        if (plan.relays().backend() == Backend.HARDWARE
                && !plan.relays().objects().isEmpty()) {
            String marker = plan.relays().marker().orElse("");
            require(PlanNames.path(marker), "marker program", marker);
        }
    }

    private static void requireFunctions(PlannedHost host) {
        Set<String> netdevs = new HashSet<>();
        for (PlannedFunction f : host.functions()) {
            require(PlanNames.netdev(f.netdev()), "netdev", f.netdev());
            f.device().ifPresent(d -> require(PlanNames.device(d), "RDMA device", d));
            if (!netdevs.add(f.netdev())) {
                throw new IllegalArgumentException(host.name() + " has two functions called " + f.netdev());
            }
            if (f.linked()
                    && host.management()
                            .filter(m -> m.netdev().equals(f.netdev()))
                            .isPresent()) {
                throw new IllegalArgumentException(
                        host.name() + " has its default route on " + f.netdev() + ", which no plan touches");
            }
        }
    }

    private static void require(Optional<String> fit, String what, String name) {
        if (fit.isEmpty()) {
            throw new IllegalArgumentException(
                    "no script is made for a " + what + " called \"" + Text.fit(Text.quote(name), MOST_SHOWN) + "\"");
        }
    }
}
