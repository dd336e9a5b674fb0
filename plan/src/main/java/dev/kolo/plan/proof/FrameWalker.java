package dev.kolo.plan.proof;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Walks frames through a plan: routes, neighbours and markers at the sender, cables between ports, filters at relays,
 * MAC and address at the receiver. It knows the objects, not the intention behind them.
 */
public final class FrameWalker {
    private static final int MOST_STEPS = 64;

    private final Map<FunctionId, FunctionId> cableEnds = new HashMap<>();
    private final Map<FunctionId, PlannedFunction> functions = new HashMap<>();
    private final Map<String, RelayObject.Route> routes = new HashMap<>();
    private final Map<String, RelayObject.Neighbour> neighbours = new HashMap<>();
    private final Map<String, RelayObject.Marker> markers = new HashMap<>();
    private final Map<String, RelayObject.Filter> filters = new HashMap<>();
    private final Map<String, List<FunctionId>> byHost = new HashMap<>();

    /** A walker over hosts, cables and relay objects. */
    public FrameWalker(List<PlannedHost> hosts, List<PlannedLink> links, List<RelayObject> objects) {
        for (PlannedHost host : hosts) {
            for (PlannedFunction function : host.functions()) {
                FunctionId id = new FunctionId(host.name(), function.netdev());
                functions.put(id, function);
                byHost.computeIfAbsent(host.name(), h -> new ArrayList<>()).add(id);
            }
        }
        for (PlannedLink link : links) {
            cableEnds.put(link.a(), link.b());
            cableEnds.put(link.b(), link.a());
        }
        for (RelayObject object : objects) {
            switch (object) {
                case RelayObject.Route r -> routes.put(r.host() + " " + r.destination(), r);
                case RelayObject.Neighbour n -> neighbours.put(n.host() + " " + n.netdev() + " " + n.destination(), n);
                case RelayObject.Marker m -> markers.put(m.host() + " " + m.netdev() + " " + m.destination(), m);
                case RelayObject.Filter f -> filters.put(f.host() + " " + f.ingress() + " " + f.relaysLeft(), f);
                case RelayObject.PairFilter _, RelayObject.PortMarker _ -> {}
            }
        }
    }

    /** The way of a frame that {@code from} sends to an address. */
    public Trace walk(String from, Ipv4Address destination) {
        List<Trace.Step> steps = new ArrayList<>();
        Optional<FunctionId> direct = directOut(from, destination);
        if (direct.isPresent()) {
            FunctionId out = direct.get();
            FunctionId far = cableEnds.get(out);
            steps.add(new Trace.Step(from, "", out.name(), Tag.IPV4, "sends on its own cable"));
            MacAddress mac = far == null
                    ? null
                    : Optional.ofNullable(functions.get(far))
                            .flatMap(PlannedFunction::mac)
                            .orElse(null);
            return travel(out, Optional.ofNullable(mac), Tag.IPV4, destination, steps);
        }
        RelayObject.Route route = routes.get(from + " " + destination);
        if (route == null) {
            return new Trace(steps, Trace.Disposition.NO_ROUTE, from, "no route to " + destination);
        }
        RelayObject.Neighbour neighbour = neighbours.get(from + " " + route.netdev() + " " + destination);
        if (neighbour == null) {
            return new Trace(
                    steps,
                    Trace.Disposition.NO_ROUTE,
                    from,
                    "no neighbour entry for " + destination + " on " + route.netdev());
        }
        RelayObject.Marker marker = markers.get(from + " " + route.netdev() + " " + destination);
        if (marker == null) {
            return new Trace(
                    steps, Trace.Disposition.NO_ROUTE, from, "no marker for " + destination + " on " + route.netdev());
        }
        int tag = Tag.of(marker.relays());
        steps.add(new Trace.Step(from, "", route.netdev(), tag, "routes and tags " + Tag.text(tag)));
        return travel(new FunctionId(from, route.netdev()), Optional.of(neighbour.nextHop()), tag, destination, steps);
    }

    /**
     * The way of a frame that is put on a cable as it is, whoever made it.
     *
     * @param out the port by which it leaves
     * @param mac destination MAC; empty for one that nobody has
     * @param etherType its Ethernet type
     * @param destination its IPv4 destination
     */
    public Trace inject(FunctionId out, Optional<MacAddress> mac, int etherType, Ipv4Address destination) {
        List<Trace.Step> steps = new ArrayList<>();
        steps.add(new Trace.Step(out.host(), "", out.name(), etherType, "sends " + Tag.text(etherType)));
        return travel(out, mac, etherType, destination, steps);
    }

    private Trace travel(
            FunctionId firstOut,
            Optional<MacAddress> firstMac,
            int firstType,
            Ipv4Address destination,
            List<Trace.Step> steps) {
        FunctionId out = firstOut;
        Optional<MacAddress> mac = firstMac;
        int etherType = firstType;
        while (steps.size() < MOST_STEPS) {
            FunctionId in = cableEnds.get(out);
            if (in == null) {
                return new Trace(steps, Trace.Disposition.NO_CABLE, out.host(), out.name() + " has no cable");
            }
            if (etherType == Tag.IPV4) {
                return arrive(in, mac, destination, steps);
            }
            RelayObject.Filter filter = filters.get(in.host() + " " + in.name() + " " + (etherType - Tag.BASE));
            if (filter == null) {
                return new Trace(
                        steps,
                        Trace.Disposition.NO_RULE,
                        in.host(),
                        "no rule for " + Tag.text(etherType) + " at " + in.name());
            }
            etherType = Tag.of(filter.relaysLeft() - 1);
            mac = Optional.of(filter.nextHop());
            out = new FunctionId(in.host(), filter.egress());
            steps.add(
                    new Trace.Step(in.host(), in.name(), out.name(), etherType, "forwards as " + Tag.text(etherType)));
        }
        return new Trace(steps, Trace.Disposition.LOOP, out.host(), "more than " + MOST_STEPS + " hosts passed");
    }

    private Trace arrive(FunctionId in, Optional<MacAddress> mac, Ipv4Address destination, List<Trace.Step> steps) {
        PlannedFunction port = functions.get(in);
        boolean ourMac = port != null && port.mac().isPresent() && port.mac().equals(mac);
        boolean ourAddress =
                port != null && port.address().filter(destination::equals).isPresent();
        if (!ourMac || !ourAddress) {
            String wrong = ourMac
                    ? "address " + destination
                    : "MAC " + mac.map(Object::toString).orElse("unknown");
            return new Trace(steps, Trace.Disposition.NOT_OURS, in.host(), wrong + " is not that of " + in.name());
        }
        steps.add(new Trace.Step(in.host(), in.name(), "", Tag.IPV4, "takes it: MAC and address are its own"));
        return new Trace(steps, Trace.Disposition.DELIVERED, in.host(), "");
    }

    /** The port whose own network holds the destination; a /32 route of the plan goes before it. */
    private Optional<FunctionId> directOut(String from, Ipv4Address destination) {
        if (routes.containsKey(from + " " + destination)) {
            return Optional.empty();
        }
        for (FunctionId id : byHost.getOrDefault(from, List.of())) {
            Optional<Subnet> subnet = Optional.ofNullable(functions.get(id)).flatMap(PlannedFunction::subnet);
            if (subnet.filter(s -> s.contains(destination)).isPresent()) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }
}
