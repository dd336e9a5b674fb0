package dev.kolo.plan.diff;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.diff.Difference.Kind;
import dev.kolo.plan.relay.Owned;
import dev.kolo.plan.relay.RelayObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares one host's addresses, MTU, routes and neighbour entries; its filters are {@link FilterDiff}'s. */
final class HostDiff {
    private final Plan plan;
    private final PlannedHost host;
    private final NodeFacts facts;
    private final List<RelayObject> objects;
    private final List<Difference> differences = new ArrayList<>();
    private final List<NotObserved> gaps = new ArrayList<>();
    private int compared;

    HostDiff(Plan plan, PlannedHost host, NodeFacts facts) {
        this.plan = plan;
        this.host = host;
        this.facts = facts;
        this.objects = plan.relays().groups().stream()
                .flatMap(g -> g.objectsOf(host.name()).stream())
                .toList();
        host.functions().stream().filter(PlannedFunction::linked).forEach(this::function);
        routes();
        neighbours();
        transit();
        FilterDiff filters = new FilterDiff(plan, host, facts, objects);
        differences.addAll(filters.differences());
        gaps.addAll(filters.notObserved());
        compared += filters.compared();
    }

    List<Difference> differences() {
        return differences;
    }

    List<NotObserved> notObserved() {
        return gaps;
    }

    int compared() {
        return compared;
    }

    private void add(Kind kind, String object, String seen, String wanted) {
        differences.add(new Difference(kind, host.name(), object, seen, wanted));
    }

    private void gap(String what, Topic topic) {
        gaps.add(new NotObserved(what + " of " + host.name(), topic.command()));
    }

    private void function(PlannedFunction function) {
        Optional<Netdev> netdev = facts.netdev(function.netdev());
        if (netdev.isEmpty()) {
            gap(function.netdev(), Topic.ADDRESSES);
            return;
        }
        address(function, netdev.get());
        if (netdev.get().mtu().isEmpty()) {
            gap("the MTU of " + function.netdev(), Topic.LINKS);
        } else {
            compared++;
            int mtu = netdev.get().mtu().getAsInt();
            if (mtu != Plan.MTU_BYTES) {
                add(Kind.WRONG, "mtu dev " + function.netdev(), Integer.toString(mtu), "" + Plan.MTU_BYTES);
            }
        }
    }

    private void address(PlannedFunction function, Netdev netdev) {
        if (!facts.hasSeen(Topic.ADDRESSES) && netdev.addresses().isEmpty()) {
            gap("the addresses of " + function.netdev(), Topic.ADDRESSES);
            return;
        }
        compared++;
        Ipv4Address planned = function.address().orElseThrow();
        String wanted = planned + "/" + function.prefixLength().orElse(24);
        List<NetAddress> live = netdev.addresses().stream()
                .filter(a -> a.origin() == NetAddress.Origin.LIVE && a.ipv4().isPresent())
                .toList();
        boolean found = false;
        for (NetAddress address : live) {
            boolean same = address.ipv4().filter(planned::equals).isPresent();
            found |= same;
            String object = "addr " + address + " dev " + function.netdev();
            if (same && !address.prefixLength().equals(function.prefixLength())) {
                add(Kind.WRONG, "addr " + planned + " dev " + function.netdev(), address.toString(), wanted);
            } else if (!same && !address.address().isLinkLocal()) {
                add(Kind.FOREIGN, object, address.toString(), wanted + " alone");
            }
        }
        if (!found) {
            add(Kind.MISSING, "addr " + wanted + " dev " + function.netdev(), "", wanted);
        }
    }

    private void routes() {
        Map<Ipv4Address, RelayObject.Route> planned = new HashMap<>();
        objects.forEach(o -> {
            if (o instanceof RelayObject.Route route) {
                planned.put(route.destination(), route);
            }
        });
        Set<Ipv4Address> seen = new HashSet<>();
        for (Route route : facts.routes()) {
            Optional<Ipv4Address> destination = Owned.destinationOf(route);
            RelayObject.Route wanted = destination.map(planned::get).orElse(null);
            String text = text(route);
            if (wanted == null) {
                if (Owned.is(route)) {
                    add(Kind.ORPHANED, text, text, "");
                }
                continue;
            }
            compared += seen.add(wanted.destination()) ? 1 : 0;
            if (!Owned.is(route)) {
                add(Kind.FOREIGN, text, text, text(wanted));
            } else if (!route.netdev().equals(Optional.of(wanted.netdev()))
                    || !route.source().equals(Optional.of(wanted.source()))) {
                add(Kind.WRONG, text(wanted), text, text(wanted));
            }
        }
        if (planned.isEmpty()) {
            return;
        }
        if (!facts.hasSeen(Topic.ROUTES)) {
            gap("the routes", Topic.ROUTES);
            return;
        }
        planned.values().stream().filter(r -> !seen.contains(r.destination())).forEach(r -> {
            compared++;
            add(Kind.MISSING, text(r), "", text(r));
        });
    }

    private static String text(Route route) {
        return "route " + route.destination() + " dev " + route.netdev().orElse("?")
                + route.source().map(s -> " src " + s).orElse("")
                + route.protocol().map(p -> " proto " + p).orElse("");
    }

    private static String text(RelayObject.Route route) {
        return "route " + route.destination() + " dev " + route.netdev() + " src " + route.source() + " proto "
                + Owned.PROTOCOL;
    }

    private void neighbours() {
        Map<String, RelayObject.Neighbour> planned = new HashMap<>();
        objects.forEach(o -> {
            if (o instanceof RelayObject.Neighbour n) {
                planned.put(n.netdev() + " " + n.destination(), n);
            }
        });
        Set<String> seen = new HashSet<>();
        for (Neighbour neighbour : facts.neighbours()) {
            String key = neighbour.netdev() + " " + neighbour.address();
            RelayObject.Neighbour wanted = planned.get(key);
            String text = text(neighbour);
            if (wanted == null) {
                if (Owned.is(neighbour)) {
                    add(Kind.ORPHANED, text, text, "");
                }
                continue;
            }
            compared += seen.add(key) ? 1 : 0;
            if (neighbour.state() != Neighbour.State.PERMANENT
                    || !neighbour.mac().equals(Optional.of(wanted.nextHop()))) {
                add(Kind.WRONG, text(wanted), text, text(wanted));
            } else if (!Owned.is(neighbour)) {
                add(Kind.FOREIGN, text, text, text(wanted));
            }
        }
        if (planned.isEmpty()) {
            return;
        }
        if (!facts.hasSeen(Topic.NEIGHBOURS)) {
            gap("the neighbour entries", Topic.NEIGHBOURS);
            return;
        }
        planned.forEach((key, n) -> {
            if (!seen.contains(key)) {
                compared++;
                add(Kind.MISSING, text(n), "", text(n));
            }
        });
    }

    private static String text(Neighbour neighbour) {
        return "neigh " + neighbour.address() + " lladdr "
                + neighbour.mac().map(Object::toString).orElse("none") + " dev " + neighbour.netdev() + " "
                + neighbour.state().name().toLowerCase(java.util.Locale.ROOT)
                + neighbour.protocol().map(p -> " proto " + p).orElse("");
    }

    private static String text(RelayObject.Neighbour neighbour) {
        return "neigh " + neighbour.destination() + " lladdr " + neighbour.nextHop() + " dev " + neighbour.netdev()
                + " permanent proto " + Owned.PROTOCOL;
    }

    /** Transit routes are configuration, not marked as Kolo's: only their presence is looked at. */
    private void transit() {
        for (TransitRoute route : plan.transit()) {
            if (!route.host().equals(host.name())) {
                continue;
            }
            if (!facts.hasSeen(Topic.ROUTES)) {
                gap("the routes", Topic.ROUTES);
                return;
            }
            compared++;
            String wanted = "route " + route.destination() + " via " + route.via() + " dev " + route.netdev();
            Optional<Route> present = facts.routes().stream()
                    .filter(r -> r.destination().equals(route.destination().toString()))
                    .findFirst();
            if (present.isEmpty()) {
                add(Kind.MISSING, wanted, "", wanted);
            } else if (present.get().via().filter(route.via()::equals).isEmpty()) {
                add(Kind.WRONG, wanted, text(present.get()), wanted);
            }
        }
    }
}
