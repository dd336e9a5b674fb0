package dev.kolo.plan;

import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.address.LinkAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plans kernel routes to every network on which a host does not sit, through the neighbour on the shorter way, plane by plane.
 * Each host on the way has the like, so that frames come nearer at every step.
 */
final class TransitPlanner {
    /** Every host gets a route to every network: beyond this many hosts the tables would be out of proportion. */
    static final int MOST_HOSTS = 16;

    private final int world;
    private final boolean closed;
    private final Map<String, Integer> rankOf = new HashMap<>();
    /** By first rank, then plane: the link to the next rank. */
    private final Map<Integer, Map<Integer, LinkAddress>> onward = new HashMap<>();

    private final List<LinkAddress> links;

    private TransitPlanner(List<PlannedHost> hosts, List<LinkAddress> links, boolean closed) {
        this.world = hosts.size();
        this.closed = closed;
        this.links = links;
        hosts.forEach(h -> rankOf.put(h.name(), h.rank()));
        for (LinkAddress link : links) {
            onward.computeIfAbsent(rank(link.a()), r -> new HashMap<>()).putIfAbsent(link.plane(), link);
        }
    }

    static List<TransitRoute> plan(List<PlannedHost> hosts, List<LinkAddress> links, boolean closed) {
        TransitPlanner planner = new TransitPlanner(hosts, links, closed);
        List<TransitRoute> routes = new ArrayList<>();
        for (PlannedHost host : hosts) {
            planner.links.forEach(link -> planner.add(host, link, routes));
        }
        return routes;
    }

    private int rank(FunctionId id) {
        return rankOf.getOrDefault(id.host(), 0);
    }

    private void add(PlannedHost host, LinkAddress link, List<TransitRoute> routes) {
        int here = host.rank();
        if (here == rank(link.a()) || here == rank(link.b())) {
            return;
        }
        int up = Math.floorMod(rank(link.a()) - here, world);
        int down = Math.floorMod(here - rank(link.b()), world);
        boolean goUp = closed ? up <= down : rank(link.a()) > here;
        LinkAddress first = goUp
                ? onward.getOrDefault(here, Map.of()).get(link.plane())
                : onward.getOrDefault(Math.floorMod(here - 1, world), Map.of()).get(link.plane());
        if (first != null) {
            routes.add(new TransitRoute(
                    host.name(),
                    link.subnet(),
                    goUp ? first.addressB() : first.addressA(),
                    goUp ? first.a().name() : first.b().name()));
        }
    }
}
