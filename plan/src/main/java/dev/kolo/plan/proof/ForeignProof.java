package dev.kolo.plan.proof;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.Names;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.relay.Owned;
import dev.kolo.plan.relay.RelayObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Shows that a plan works on its own functions alone, and that its objects take no place which somebody else's objects hold
 * now.
 */
final class ForeignProof {
    private final Plan plan;
    private final Fabric fabric;
    private final List<String> failures = new ArrayList<>();
    private final Map<Topic, List<String>> unseen = new TreeMap<>();
    private int cases;

    private ForeignProof(Plan plan, Fabric fabric) {
        this.plan = plan;
        this.fabric = fabric;
    }

    static Proof of(Plan plan, Fabric fabric) {
        return new ForeignProof(plan, fabric).run();
    }

    private Proof run() {
        Map<String, List<RelayObject>> objectsOf = new HashMap<>();
        plan.relays()
                .objects()
                .forEach(o -> objectsOf
                        .computeIfAbsent(o.host(), h -> new ArrayList<>())
                        .add(o));
        for (PlannedHost host : plan.hosts()) {
            Set<String> own = new HashSet<>();
            host.functions().stream().filter(PlannedFunction::linked).forEach(f -> own.add(f.netdev()));
            List<RelayObject> objects = objectsOf.getOrDefault(host.name(), List.of());
            for (RelayObject object : objects) {
                cases++;
                if (!own.contains(object.netdev())) {
                    failures.add("an object of " + host.name() + " stands on " + object.netdev()
                            + ", which no planned link uses");
                }
            }
            if (!objects.isEmpty()) {
                fabric.inventory().host(host.name()).ifPresent(facts -> against(facts, objects, own));
            }
        }
        for (TransitRoute route : plan.transit()) {
            cases++;
            boolean inside =
                    plan.addresses().links().stream().anyMatch(l -> l.subnet().equals(route.destination()));
            if (!inside) {
                failures.add("a transit route of " + route.host() + " leads to " + route.destination()
                        + ", which is no network of the plan");
            }
        }
        return new Proof(
                "nothing foreign is used",
                "every object stands on a function of the plan, and takes no route, neighbour entry or filter preference"
                        + " that somebody else holds",
                cases,
                failures,
                notObserved());
    }

    private List<String> notObserved() {
        Map<List<String>, List<String>> byHosts = new LinkedHashMap<>();
        unseen.forEach((topic, hosts) ->
                byHosts.computeIfAbsent(hosts, h -> new ArrayList<>()).add("`" + topic.command() + "`"));
        List<String> sentences = new ArrayList<>();
        byHosts.forEach((hosts, commands) -> sentences.add(String.join(", ", commands) + " of " + Names.few(hosts)));
        return sentences;
    }

    private void against(NodeFacts facts, List<RelayObject> objects, Set<String> own) {
        Set<Ipv4Address> destinations = new HashSet<>();
        objects.forEach(o -> {
            if (o instanceof RelayObject.Route route) {
                destinations.add(route.destination());
            }
        });
        note(facts, Topic.ROUTES);
        note(facts, Topic.NEIGHBOURS);
        note(facts, Topic.FILTERS);
        for (Route route : facts.routes()) {
            boolean taken =
                    Owned.destinationOf(route).filter(destinations::contains).isPresent();
            if (taken && !Owned.is(route)) {
                failures.add("the route to " + route.destination() + " on " + facts.host() + " (protocol "
                        + route.protocol().orElse("none") + ") is somebody else's");
            }
        }
        for (Neighbour neighbour : facts.neighbours()) {
            boolean taken = neighbour.address() instanceof Ipv4Address ip
                    && destinations.contains(ip)
                    && neighbour.state() == Neighbour.State.PERMANENT;
            if (taken && !Owned.is(neighbour)) {
                failures.add("the permanent neighbour entry of " + neighbour.address() + " on " + facts.host()
                        + " is somebody else's");
            }
        }
        for (TcFilter filter : facts.filters()) {
            if (own.contains(filter.netdev()) && Owned.isReserved(filter) && !Owned.is(filter)) {
                failures.add("preference " + filter.preference() + " at " + filter.hook() + " of " + filter.netdev()
                        + " on " + facts.host() + " is held by somebody else's filter (" + filter.kind() + ", protocol "
                        + filter.protocol() + ")");
            }
        }
    }

    private void note(NodeFacts facts, Topic topic) {
        if (!facts.hasSeen(topic)) {
            unseen.computeIfAbsent(topic, t -> new ArrayList<>()).add(facts.host());
        }
    }
}
