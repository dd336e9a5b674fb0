package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A host through which others route IP packets, and whose firewall drops what it should forward. Docker sets that policy.
 * Relayed RDMA frames never pass a firewall, so that without such routes the policy is nobody's concern.
 */
public final class ForwardCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Map<String, String> owners = new HashMap<>();
        for (Function function : context.fabric().functions()) {
            function.ipv4Addresses().forEach(a -> owners.put(a.address().toString(), function.host()));
        }
        Map<String, Set<String>> users = new LinkedHashMap<>();
        Map<String, List<Evidence>> evidence = new LinkedHashMap<>();
        for (NodeFacts facts : context.inventory().hosts()) {
            for (Route route : facts.routes()) {
                Optional<String> through = transit(context, facts, route, owners);
                through.ifPresent(host -> {
                    users.computeIfAbsent(host, h -> new LinkedHashSet<>()).add(facts.host());
                    evidence.computeIfAbsent(host, h -> new ArrayList<>()).add(route.evidence());
                });
            }
        }
        context.expectation()
                .plan()
                .ifPresent(plan -> plan.transit()
                        .forEach(t -> Optional.ofNullable(owners.get(t.via().toString()))
                                .ifPresent(host -> users.computeIfAbsent(host, h -> new LinkedHashSet<>())
                                        .add(t.host()))));
        users.forEach((host, of) -> judge(context, out, host, of, evidence.getOrDefault(host, List.of())));
    }

    /** The host through which a route to another host's fabric address leads; empty for any other route. */
    private static Optional<String> transit(Context context, NodeFacts facts, Route route, Map<String, String> owners) {
        boolean fabric = route.netdev().isPresent()
                && context.functionsOf(facts.host()).stream()
                        .anyMatch(f -> f.name().equals(route.netdev().get()));
        if (!fabric || route.isDefault() || route.via().isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(owners.get(route.via().get().toString())).filter(host -> !host.equals(facts.host()));
    }

    private static void judge(Context context, Findings out, String host, Set<String> users, List<Evidence> routes) {
        Optional<Located> policy = context.settings().of(host, "firewall.FORWARD.policy");
        if (policy.isEmpty()) {
            boolean denied =
                    context.facts(host).filter(f -> f.hasSeen(Topic.FIREWALL)).isEmpty();
            if (denied) {
                out.askFor("whether its firewall forwards between fabric ports", Topic.FIREWALL, host);
            }
            return;
        }
        if (!policy.get().value().equalsIgnoreCase("DROP") || accepts(context, host)) {
            return;
        }
        if (isHidden(context, host)) {
            out.askFor(
                    "for which ports its firewall's rules hold", "iptables -S FORWARD; iptables -S DOCKER-USER", host);
            return;
        }
        List<String> netdevs = context.functionsOf(host).stream()
                .filter(f -> f.netdev().isPresent())
                .map(Function::name)
                .map(dev.kolo.fabric.names.ShellWord::quote)
                .toList();
        String pattern = netdevs.isEmpty() ? "NETDEV" : netdevs.getFirst();
        String other = netdevs.size() < 2 ? "NETDEV" : netdevs.get(1);
        out.report(Code.FORWARD_DROP)
                .at(host, "the firewall's FORWARD chain")
                .seen("policy DROP, and no rule that accepts packets between fabric ports, while " + Phrase.hosts(users)
                        + (users.size() == 1 ? " routes" : " route") + " through this host")
                .wanted("ACCEPT for packets from one fabric port to another")
                .consequence(
                        "IP packets between hosts without a common cable (TCP, ping) are dropped here; relayed RDMA is"
                                + " not affected")
                .fix("for each pair of fabric ports, both ways: `sudo iptables -I DOCKER-USER -i " + pattern + " -o "
                        + other
                        + " -j ACCEPT` (without Docker: chain FORWARD), and keep it over reboots; or take the transit routes"
                        + " away if nothing needs them")
                .evidence(policy.get().setting().evidence())
                .evidence(routes)
                .add();
    }

    /** {@code iptables -L} without {@code -v} lists rules without their ports. */
    private static boolean isHidden(Context context, String host) {
        return List.of("FORWARD", "DOCKER-USER", "DOCKER-FORWARD").stream()
                .flatMap(chain -> context.settings().all("firewall." + chain + ".rule").stream())
                .anyMatch(rule -> rule.host().equals(host) && rule.value().contains(" -m ports-not-shown "));
    }

    /** A rule that lets fabric packets through: for a fabric port by name, or for everything. */
    private static boolean accepts(Context context, String host) {
        for (String chain : List.of("FORWARD", "DOCKER-USER", "DOCKER-FORWARD")) {
            for (Located rule : context.settings().all("firewall." + chain + ".rule")) {
                String text = " " + rule.value() + " ";
                boolean mine = rule.host().equals(host) && text.contains(" ACCEPT ");
                boolean open = !text.contains(" -i ")
                        && !text.contains(" -o ")
                        && !text.contains(" -s ")
                        && !text.contains(" -d ")
                        && !text.contains(" -m ");
                boolean named = context.functionsOf(host).stream()
                        .anyMatch(
                                f -> text.contains(" -i " + f.name() + " ") || text.contains(" -o " + f.name() + " "));
                if (mine && (open || named)) {
                    return true;
                }
            }
        }
        return false;
    }
}
