package dev.kolo.plan;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses names that have no business in a shell script, a YAML file or a path. Names come from outside; every artefact quotes
 * them besides, but a host called {@code $(reboot)} is a forgery or a mistake, and nobody wants a script for it.
 */
final class NameCheck {
    /** What stands beside the hosts' folders in the folder of a plan. */
    private static final Set<String> FILES_OF_A_PLAN = Set.of("plan.json", "plan.html", "readme.md", "sha256sums");

    private NameCheck() {}

    /** The first unfit name among the hosts of a plan. */
    static Optional<Finding> firstUnfit(Fabric fabric, List<String> hosts) {
        Set<String> folders = new HashSet<>(FILES_OF_A_PLAN);
        for (String host : hosts) {
            if (PlanNames.host(host).isEmpty()) {
                return Optional.of(unfit(
                        host,
                        host.isEmpty() ? "a host without a name" : "host name \"" + host + "\"",
                        "letters, digits, dots, hyphens and underscores",
                        host.isEmpty()
                                ? "Put each host's files into a folder of its name."
                                : "Rename the host, or give its facts under another name."));
            }
        }
        for (String host : hosts) {
            if (!folders.add(host.toLowerCase(Locale.ROOT))) {
                return Optional.of(unfit(
                        host,
                        "host name \"" + host + "\", which another host or a file of the plan has but for its case",
                        "names that differ in more than their case",
                        "Rename the host, or give its facts under another name."));
            }
        }
        for (Function function : fabric.functions()) {
            Optional<String> netdev = function.netdev()
                    .map(n -> n.name())
                    .filter(n -> PlanNames.netdev(n).isEmpty());
            Optional<String> device = function.device()
                    .map(d -> d.name())
                    .filter(n -> PlanNames.device(n).isEmpty());
            Optional<String> bad = netdev.or(() -> device);
            if (bad.isPresent()) {
                return Optional.of(unfit(
                        function.host(),
                        (netdev.isPresent() ? "netdev name \"" : "RDMA device name \"") + bad.get() + "\"",
                        "letters, digits, dots, hyphens and underscores, at most " + (netdev.isPresent() ? "15" : "63")
                                + " of them",
                        netdev.filter(n -> !couldBeANetdev(n)).isPresent()
                                ? "No kernel has a netdev of that name, so that the input does not show the real one: add the"
                                        + " output of `ip -j addr` and `rdma link`."
                                : "Rename it, or correct the facts."));
            }
        }
        return Optional.empty();
    }

    /** What the kernel lets a netdev be called (dev_valid_name). */
    private static boolean couldBeANetdev(String name) {
        return name.length() < 16
                && name.chars().noneMatch(c -> c == '/' || c == ':' || Character.isWhitespace(c))
                && !name.equals(".")
                && !name.equals("..");
    }

    /** The first LAN netdev whose name is unfit: it stands in the engine's environment. */
    static Optional<Finding> firstUnfitManagement(List<PlannedHost> hosts) {
        for (PlannedHost host : hosts) {
            Optional<String> bad = host.management()
                    .map(PlannedHost.Management::netdev)
                    .filter(n -> PlanNames.netdev(n).isEmpty());
            if (bad.isPresent()) {
                return Optional.of(unfit(
                        host.name(),
                        "netdev name \"" + bad.get() + "\"",
                        "letters, digits, dots, hyphens and underscores, at most 15 of them",
                        "Rename it, or correct the facts."));
            }
        }
        return Optional.empty();
    }

    private static Finding unfit(String host, String seen, String wanted, String fix) {
        return Refusal.at(
                host,
                Code.PLAN_NAME_UNFIT,
                "name",
                seen,
                wanted,
                "The name would stand in shell scripts, configuration files and paths.",
                fix,
                List.of());
    }
}
