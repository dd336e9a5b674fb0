package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.relay.RelayTable.Rule;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.relay.NicProfile;
import dev.kolo.plan.relay.RelayPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Relays that the NIC should run: rules that did not land in hardware, and settings of the NIC under which none can. A NIC
 * whose RDMA bypasses the kernel has no use for a rule in software, since RDMA frames never get there.
 */
public final class RelayHardwareCheck implements Check {
    /** What relays in hardware were qualified with, and the command that sets it. */
    private static final Map<String, String> PROFILE = Map.of(
            "hw-tc-offload", "on",
            "hairpin_num_queues", "4",
            "flow_steering_mode", "hmfs",
            "eswitch", "legacy");

    @Override
    public void examine(Context context, Findings out) {
        Optional<Plan> plan = context.expectation().plan();
        if (plan.isPresent()) {
            if (plan.get().relays().relays() > 0 && plan.get().relays().backend() == Backend.HARDWARE) {
                planned(context, out, plan.get());
            }
            return;
        }
        RelayTable table = new RelayTable(context);
        Map<String, List<Rule>> soft = new LinkedHashMap<>();
        Set<Function> used = new LinkedHashSet<>();
        for (Rule rule : table.rules()) {
            Optional<Function> function =
                    context.function(new FunctionId(rule.host(), rule.filter().netdev()));
            if (function.filter(RelayHardwareCheck::bypassesTheKernel).isEmpty()) {
                continue;
            }
            used.add(function.get());
            if (!isInHardware(rule.filter())) {
                soft.computeIfAbsent(rule.host(), h -> new ArrayList<>()).add(rule);
            }
        }
        soft.forEach((host, rules) -> reportSoft(out, host, rules));
        used.forEach(f -> profile(out, f));
        orphans(context, out, table);
    }

    private static boolean bypassesTheKernel(Function function) {
        boolean mlx5 = function.netdev()
                .flatMap(n -> n.driver())
                .filter(d -> d.startsWith("mlx5"))
                .isPresent();
        return mlx5 && function.device().filter(RdmaDevice::isSoft).isEmpty();
    }

    private static boolean isInHardware(TcFilter filter) {
        return "true".equals(filter.keys().getOrDefault("in_hw", ""));
    }

    private static void reportSoft(Findings out, String host, List<Rule> rules) {
        TcFilter first = rules.getFirst().filter();
        List<String> where = rules.stream()
                .map(r -> r.filter().netdev() + " pref " + r.filter().preference())
                .toList();
        out.report(Code.RELAY_IN_SOFTWARE)
                .at(host, Phrase.list(where))
                .seen(
                        first.keys().containsKey("skip_hw")
                                ? "skip_hw: these rules are for the kernel, and the NIC is one that bypasses it"
                                : "no in_hw beside these rules: the NIC did not take them")
                .wanted("skip_sw and in_hw on every relay rule of such a NIC")
                .consequence(
                        "RDMA frames never reach the kernel of such a NIC, so nothing is relayed; what does reach it"
                                + " costs the CPU")
                .fix("`sudo ethtool -K " + dev.kolo.fabric.names.ShellWord.quote(first.netdev())
                        + " hw-tc-offload on` (on every port that relays), then down.sh and up.sh of a plan with the"
                        + " hardware backend")
                .evidence(rules.stream().map(r -> r.filter().evidence()).toList())
                .about(rules.stream()
                        .map(r -> new FunctionId(r.host(), r.filter().netdev()))
                        .toList())
                .add();
    }

    private static void profile(Findings out, Function function) {
        new java.util.TreeMap<>(PROFILE)
                .forEach((name, wanted) -> setting(function, name)
                        .filter(seen -> !seen.trim().split("\\s+", 2)[0].equalsIgnoreCase(wanted))
                        .ifPresent(seen -> out.report(Code.RELAY_NIC_PROFILE)
                                .at(function.host(), function.name())
                                .seen(name + " is " + seen.trim())
                                .wanted(name + " " + wanted)
                                .consequence("the hardware does not forward relayed frames, or does so in software")
                                .fix(command(function, name, wanted))
                                .evidence(function.evidence())
                                .about(List.of(function.id()))
                                .add()));
    }

    private static Optional<String> setting(Function function, String name) {
        return function.netdev()
                .flatMap(n -> Optional.ofNullable(n.features().get(name)))
                .or(() -> function.device()
                        .flatMap(d -> Optional.ofNullable(d.parameters().get(name))));
    }

    private static String command(Function function, String name, String wanted) {
        String pci = function.pci().map(p -> "pci/" + p).orElse("pci/ADDRESS");
        String stopped = " (stop the engine first: a reload drops every queue pair, route, filter and address)";
        return switch (name) {
            case "hw-tc-offload" ->
                "`sudo ethtool -K " + dev.kolo.fabric.names.ShellWord.quote(function.name()) + " hw-tc-offload on`";
            case "eswitch" -> "`sudo devlink dev eswitch set " + pci + " mode legacy`";
            case "flow_steering_mode" ->
                "`sudo devlink dev param set " + pci + " name " + name + " value " + wanted + " cmode runtime`"
                        + stopped;
            default ->
                "`sudo devlink dev param set " + pci + " name " + name + " value " + wanted
                        + " cmode driverinit` and `sudo devlink dev reload " + pci + " action driver_reinit`" + stopped;
        };
    }

    /** What the planner itself would refuse now; packet sizes and GIDs have findings of their own. */
    private static void planned(Context context, Findings out, Plan plan) {
        NicProfile profile = NicProfile.of(
                context.fabric(),
                plan.relays().groups().stream().map(RelayPlan::group).toList());
        Map<String, List<Finding>> bySetting = new LinkedHashMap<>();
        for (Finding refusal : profile.refusals()) {
            boolean said = refusal.seen().startsWith("MTU ") && (out.has(Code.MTU_SMALL) || out.has(Code.MTU_MISMATCH))
                    || refusal.seen().startsWith("RDMA active MTU ")
                    || refusal.seen().startsWith("GID ") && out.has(Code.GID_MISSING);
            if (!said) {
                bySetting
                        .computeIfAbsent(refusal.seen(), s -> new ArrayList<>())
                        .add(refusal);
            }
        }
        bySetting.values().forEach(all -> reportRefused(out, all));
        for (NodeFacts facts : context.inventory().hosts()) {
            if (!facts.hasSeen(Topic.DEVLINK)) {
                out.askFor("the NIC's settings for relays", Topic.DEVLINK, facts.host());
            }
        }
    }

    private static void reportRefused(Findings out, List<Finding> all) {
        Finding first = all.getFirst();
        List<FunctionId> places =
                all.stream().map(f -> new FunctionId(f.host(), f.subject())).toList();
        List<String> hosts = all.stream().map(Finding::host).distinct().toList();
        out.report(Code.RELAY_NIC_PROFILE)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(places))
                .seen(first.seen())
                .wanted(first.wanted())
                .consequence("the hardware does not forward relayed frames, or does so in software")
                .fix(Phrase.few(all.stream().map(Finding::fix).distinct().toList(), 4))
                .evidence(all.stream().flatMap(f -> f.evidence().stream()).toList())
                .about(places)
                .add();
    }

    /** Rules that relay while no host tags a frame or has a far route: left over. Only where all of them were shown in full. */
    private static void orphans(Context context, Findings out, RelayTable table) {
        List<NodeFacts> hosts = context.inventory().hosts();
        boolean shown = hosts.stream()
                .allMatch(f -> f.hasSeen(Topic.FILTERS) && f.hasSeen(Topic.ROUTES) && f.hasSeen(Topic.NEIGHBOURS));
        boolean used = !table.taggings().isEmpty()
                || hosts.stream().anyMatch(f -> f.routes().stream().anyMatch(dev.kolo.plan.relay.Owned::is));
        if (table.rules().isEmpty() || !shown || used || hosts.size() < 2) {
            return;
        }
        List<String> of = table.rules().stream().map(Rule::host).distinct().toList();
        out.report(Code.ORPHANED_RULES)
                .likely()
                .at(
                        of.size() == 1 ? of.getFirst() : "",
                        Phrase.count(table.rules().size(), "relay rule"))
                .seen("rules that relay tagged frames on " + Phrase.hosts(of)
                        + ", while no host has a route of protocol 82 or tags a frame")
                .wanted("the whole of a plan, or nothing of it")
                .consequence("nothing uses these rules; a later plan's up.sh refuses to start beside them")
                .fix("on " + Phrase.hosts(of)
                        + " `sudo sh /usr/local/lib/kolo-fabric/down.sh`, or up.sh on the hosts that lack"
                        + " their part")
                .evidence(table.rules().stream().map(r -> r.filter().evidence()).toList())
                .add();
    }
}
