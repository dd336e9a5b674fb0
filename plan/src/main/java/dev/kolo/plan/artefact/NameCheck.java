package dev.kolo.plan.artefact;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.artefact.text.LinuxName;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Holds the planner to its word: it refuses unfit names with a finding, and a plan that has one all the same (made by other
 * hands, or read from a file) becomes no script that runs as root.
 */
final class NameCheck {
    private NameCheck() {}

    /**
     * Looks at every name that goes into files.
     *
     * @throws IllegalArgumentException with the first that cannot
     */
    static void require(Plan plan) {
        Set<String> folders = new HashSet<>();
        for (PlannedHost host : plan.hosts()) {
            LinuxName.ofHost(host.name()).ifPresent(NameCheck::refuse);
            if (!folders.add(host.name().toLowerCase(Locale.ROOT))) {
                refuse("two hosts are called " + host.name());
            }
            requireFunctions(host);
        }
        if (plan.relays().backend() == Backend.HARDWARE
                && !plan.relays().objects().isEmpty()) {
            LinuxName.ofProgram(plan.relays().marker().orElse("")).ifPresent(NameCheck::refuse);
        }
    }

    private static void requireFunctions(PlannedHost host) {
        Set<String> netdevs = new HashSet<>();
        for (PlannedFunction f : host.functions()) {
            LinuxName.ofNetdev(f.netdev()).ifPresent(NameCheck::refuse);
            f.device().flatMap(LinuxName::ofDevice).ifPresent(NameCheck::refuse);
            if (!netdevs.add(f.netdev())) {
                refuse(host.name() + " has two functions called " + f.netdev());
            }
            if (f.linked()
                    && host.management()
                            .filter(m -> m.netdev().equals(f.netdev()))
                            .isPresent()) {
                refuse(host.name() + " has its default route on " + f.netdev() + ", which no plan touches");
            }
        }
    }

    private static void refuse(String problem) {
        throw new IllegalArgumentException(problem);
    }
}
