package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.plan.relay.Owned;
import java.util.List;

/** Relay rules, routes and fixed neighbours that vanished, and settings of NICs and the kernel that changed. */
public final class RuleDriftCheck implements Check {
    private static final List<String> DEVICE_SETTINGS =
            List.of("hairpin_queue_size", "hairpin_num_queues", "flow_steering_mode", "eswitch");
    private static final List<String> NETDEV_SETTINGS = List.of("hw-tc-offload", "pause.rx", "pause.tx");
    private static final String FORWARDING = "net.ipv4.ip_forward";

    @Override
    public void examine(Context context, Findings out) {
        for (Pair pair : Pair.of(context)) {
            rules(pair, out);
            settings(context, pair, out);
        }
    }

    private static void rules(Pair pair, Findings out) {
        Changes gone = new Changes(pair.host());
        if (pair.after().hasObserved(Topic.FILTERS)) {
            pair.before().filters().stream()
                    .filter(f -> pair.isFabric(f.netdev()))
                    .filter(f -> pair.after().filters().stream().noneMatch(g -> isSame(f, g)))
                    .forEach(f -> gone(
                            gone,
                            "the " + f.hook() + " rule " + f.protocol() + " pref " + f.preference() + " on "
                                    + f.netdev(),
                            f.evidence()));
        }
        if (pair.after().hasObserved(Topic.ROUTES)) {
            pair.before().routes().stream()
                    .filter(r -> Owned.is(r) || isStatic(pair, r))
                    .filter(r -> pair.after().routes().stream().noneMatch(g -> isSame(r, g)))
                    .forEach(r -> gone(
                            gone,
                            "the route to " + r.destination()
                                    + r.netdev().map(n -> " by " + n).orElse(""),
                            r.evidence()));
        }
        if (pair.after().hasObserved(Topic.NEIGHBOURS)) {
            pair.before().neighbours().stream()
                    .filter(n -> n.state() == Neighbour.State.PERMANENT && pair.isFabric(n.netdev()))
                    .filter(n -> pair.after().neighbours().stream().noneMatch(g -> isSame(n, g)))
                    .forEach(n -> gone(gone, "the fixed neighbour " + n.address() + " on " + n.netdev(), n.evidence()));
        }
        if (!gone.isEmpty()) {
            gone.draft(out, Code.RULES_GONE)
                    .consequence(
                            "frames for hosts that are not neighbours are dropped where the rule is missing, and connections to"
                                    + " them fail")
                    .fix("run the plan's up.sh again on this host; a unit should do it at each start")
                    .add();
        }
    }

    private static void gone(Changes changes, String rule, Evidence was) {
        changes.add(rule, rule + " is gone", "there", was, was);
    }

    private static boolean isStatic(Pair pair, Route route) {
        return route.netdev().filter(pair::isFabric).isPresent()
                && route.protocol()
                        .filter(p -> p.equals("static") || p.equals("boot"))
                        .isPresent();
    }

    private static boolean isSame(TcFilter a, TcFilter b) {
        return a.netdev().equals(b.netdev())
                && a.hook().equals(b.hook())
                && a.protocol().equals(b.protocol())
                && a.preference() == b.preference()
                && a.kind().equals(b.kind());
    }

    private static boolean isSame(Route a, Route b) {
        return a.destination().equals(b.destination())
                && a.via().equals(b.via())
                && (a.netdev().isEmpty() || b.netdev().isEmpty() || a.netdev().equals(b.netdev()));
    }

    private static boolean isSame(Neighbour a, Neighbour b) {
        return a.address().equals(b.address())
                && a.netdev().equals(b.netdev())
                && a.mac().equals(b.mac())
                && b.state() == Neighbour.State.PERMANENT;
    }

    private static void settings(Context context, Pair pair, Findings out) {
        Changes changed = new Changes(pair.host());
        pair.devices((was, is) -> {
            for (String name : DEVICE_SETTINGS) {
                String before = was.parameters().getOrDefault(name, "");
                String after = is.parameters().getOrDefault(name, "");
                if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
                    changed.changed(is.name(), name, before, after, was.evidence(), is.evidence());
                }
            }
        });
        pair.netdevs((was, is) -> {
            for (String name : NETDEV_SETTINGS) {
                String before = was.features().getOrDefault(name, "");
                String after = is.features().getOrDefault(name, "");
                if (pair.isFabric(is.name()) && !before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
                    changed.changed(is.name(), name, before, after, was.evidence(), is.evidence());
                }
            }
        });
        forwarding(context, pair, changed);
        if (!changed.isEmpty()) {
            changed.draft(out, Code.NIC_SETTING_DRIFT)
                    .consequence(
                            "relays in hardware need hw-tc-offload, the steering mode and the queue size that the plan counts with;"
                                    + " bounds that were planned for other values do not hold")
                    .fix(
                            "set it again with the engine stopped (the plan's README tells how), let a unit do it at each start, and plan"
                                    + " again where the new value is meant")
                    .add();
        }
    }

    private static void forwarding(Context context, Pair pair, Changes changed) {
        pair.before().settings().stream()
                .filter(s -> s.name().equals(FORWARDING))
                .findFirst()
                .ifPresent(was -> context.settings()
                        .of(pair.host(), FORWARDING)
                        .filter(is -> !is.value().equals(was.value().trim()))
                        .ifPresent(is -> changed.changed(
                                FORWARDING,
                                "is",
                                was.value().trim(),
                                is.value(),
                                was.evidence(),
                                is.setting().evidence())));
    }
}
