package dev.kolo.doctor;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanOutcome;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Planner;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A ring of Sparks with a plan for relays in hardware, and hosts that have what the plan gives them, as their own commands
 * would show it. Tests leave single objects out, or add others.
 */
final class RelayedRing {
    final Plan plan;
    private final RingFacts facts;
    private Predicate<RelayObject> kept = o -> true;

    private RelayedRing(int hosts, PlanRequest.Relays relays) {
        facts = RingFacts.of(hosts).changeAll(e -> e.activeMtu = 4096);
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .relays(relays)
                .marker("/usr/local/bin/mesh_marker")
                .build();
        PlanOutcome outcome = Planner.plan(Fabric.of(facts.inventory()), request);
        if (!(outcome instanceof PlanOutcome.Planned planned)) {
            throw new AssertionError("no plan for a ring of " + hosts + ": " + outcome);
        }
        plan = planned.plan();
    }

    static RelayedRing of(int hosts) {
        return new RelayedRing(hosts, new PlanRequest.Relays.Auto());
    }

    private RelayedRing(int hosts, Plan plan) {
        facts = RingFacts.of(hosts).changeAll(e -> e.activeMtu = 4096);
        this.plan = plan;
    }

    /** A ring too large for all hosts to reach each other: each reaches those that so many relays lead to. */
    static RelayedRing of(int hosts, int relays) {
        return new RelayedRing(hosts, new PlanRequest.Relays.Count(relays));
    }

    /** Fresh hosts for the same plan. */
    RelayedRing again() {
        return new RelayedRing(facts.hostCount(), plan);
    }

    List<RelayObject> objects() {
        return plan.relays().objects();
    }

    RelayedRing keeping(Predicate<RelayObject> which) {
        kept = which;
        return this;
    }

    RingFacts facts() {
        return facts;
    }

    Inventory inventory() {
        for (int host = 0; host < facts.hostCount(); host++) {
            String name = facts.host(host);
            facts.also(host, f -> tell(f, name));
        }
        return facts.inventory();
    }

    private void tell(FactsBuilder out, String host) {
        for (Topic topic : List.of(Topic.FILTERS, Topic.PROCESSES, Topic.DEVLINK, Topic.ETHTOOL, Topic.FIREWALL)) {
            out.observe(topic, Observation.OBSERVED);
        }
        out.setting(new Setting("firewall.FORWARD.policy", "DROP", Setting.Source.KERNEL, line("-P FORWARD DROP")));
        facts.all().stream().filter(e -> facts.host(e.host).equals(host)).forEach(e -> {
            out.netdev(e.netdev(), Evidence.NONE).feature("hw-tc-offload", "on");
            out.rdmaDevice(e.device(), Evidence.NONE)
                    .parameter("hairpin_num_queues", "4")
                    .parameter("hairpin_queue_size", "8192")
                    .parameter("flow_steering_mode", "hmfs")
                    .parameter("eswitch", "legacy");
        });
        Map<String, List<String>> markers = new TreeMap<>();
        for (RelayObject object : objects()) {
            if (object.host().equals(host) && kept.test(object)) {
                tell(out, object, markers);
            }
        }
        markers.forEach((device, rules) -> out.remark(new Remark(
                Remark.Kind.MARKER_PROCESS, device + " " + String.join(" ", rules), line("mesh_marker " + device))));
    }

    private static void tell(FactsBuilder out, RelayObject object, Map<String, List<String>> markers) {
        switch (object) {
            case RelayObject.Route r ->
                out.route(new Route(
                        r.destination().toString(),
                        Optional.of(r.netdev()),
                        Optional.empty(),
                        Optional.of(r.source()),
                        Optional.of("82"),
                        Optional.of("link"),
                        OptionalInt.empty(),
                        line("route " + r.destination())));
            case RelayObject.Neighbour n ->
                out.neighbour(new Neighbour(
                        n.destination(),
                        n.netdev(),
                        Optional.of(n.nextHop()),
                        Neighbour.State.PERMANENT,
                        Optional.of("82"),
                        line("neigh " + n.destination())));
            case RelayObject.Filter f -> out.filter(filter(f, Map.of("skip_sw", "true", "in_hw", "true")));
            case RelayObject.Marker m ->
                markers.computeIfAbsent(m.device(), d -> new ArrayList<>())
                        .add(m.destination() + "=" + Tag.text(Tag.of(m.relays())));
            case RelayObject.PairFilter _, RelayObject.PortMarker _ -> throw new AssertionError("not the tag form");
        }
    }

    /** A relay's rule as tc shows it. */
    static TcFilter filter(RelayObject.Filter f, Map<String, String> flags) {
        Map<String, String> keys = new TreeMap<>(flags);
        keys.put("eth_type", Tag.text(Tag.of(f.relaysLeft())).substring(2));
        String mac = f.nextHop().toString().replace(":", "");
        Map<String, String> address = Map.of(
                "key0.offset",
                "0",
                "key0.val",
                mac.substring(0, 8),
                "key1.offset",
                "4",
                "key1.val",
                mac.substring(8) + "0000");
        String type = Tag.text(Tag.of(f.relaysLeft() - 1)).substring(2) + "0000";
        return new TcFilter(
                f.ingress(),
                "ingress",
                Tag.text(Tag.of(f.relaysLeft())),
                10 + f.relaysLeft(),
                "flower",
                "0x" + f.relaysLeft(),
                keys,
                List.of(
                        new TcFilter.Action("pedit", address, 0, 0),
                        new TcFilter.Action("pedit", Map.of("key0.offset", "12", "key0.val", type), 0, 0),
                        new TcFilter.Action("mirred", Map.of("to_dev", f.egress()), 0, 0)),
                line("filter " + f.ingress() + " pref " + (10 + f.relaysLeft())));
    }

    static Evidence line(String text) {
        return new Evidence("shown.txt", 1, text);
    }
}
