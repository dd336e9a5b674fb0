package dev.kolo.plan.proof;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.address.SegmentAddress;
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
    /** Most hosts that a frame may pass before it counts as going round for ever. */
    private static final int MOST_STEPS = 64;

    private final Map<FunctionId, FunctionId> cableEnds = new HashMap<>();
    private final Map<FunctionId, SegmentAddress> segments = new HashMap<>();
    private final Map<FunctionId, PlannedFunction> functions = new HashMap<>();
    private final Map<String, List<FunctionId>> byHost = new HashMap<>();
    private final Map<Destined, RelayObject.Route> routes = new HashMap<>();
    private final Map<Egress, RelayObject.Neighbour> neighbours = new HashMap<>();
    private final Map<Egress, RelayObject.Marker> markers = new HashMap<>();
    private final Map<FunctionId, RelayObject.PortMarker> portMarkers = new HashMap<>();
    private final Map<Ingress, RelayObject.Filter> filters = new HashMap<>();
    private final Map<FunctionId, List<RelayObject.PairFilter>> pairFilters = new HashMap<>();

    /** A walker over hosts, cables, switched planes and relay objects. */
    public FrameWalker(
            List<PlannedHost> hosts, List<PlannedLink> links, List<SegmentAddress> planes, List<RelayObject> objects) {
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
        planes.forEach(segment -> segment.members().forEach(m -> segments.put(m.function(), segment)));
        objects.forEach(this::place);
    }

    private void place(RelayObject object) {
        switch (object) {
            case RelayObject.Route r -> routes.put(new Destined(r.host(), r.destination()), r);
            case RelayObject.Neighbour n ->
                neighbours.put(new Egress(new FunctionId(n.host(), n.netdev()), n.destination()), n);
            case RelayObject.Marker m ->
                markers.put(new Egress(new FunctionId(m.host(), m.netdev()), m.destination()), m);
            case RelayObject.PortMarker m -> portMarkers.put(new FunctionId(m.host(), m.netdev()), m);
            case RelayObject.Filter f ->
                filters.put(new Ingress(new FunctionId(f.host(), f.ingress()), Tag.of(f.relaysLeft())), f);
            case RelayObject.PairFilter f ->
                pairFilters
                        .computeIfAbsent(new FunctionId(f.host(), f.ingress()), p -> new ArrayList<>())
                        .add(f);
        }
    }

    /**
     * The way of an RDMA frame that a host sends to an address.
     *
     * @param from the host
     * @param destination the address
     * @param labelled whether its queue pair has the flow label of relayed traffic; only the older form looks at it
     */
    public Trace walk(String from, Ipv4Address destination, boolean labelled) {
        List<Trace.Step> steps = new ArrayList<>();
        RelayObject.Route route = routes.get(new Destined(from, destination));
        if (route == null) {
            Optional<FunctionId> direct = directOut(from, destination);
            if (direct.isEmpty()) {
                return new Trace(steps, Trace.Disposition.NO_ROUTE, from, "no route to " + destination);
            }
            FunctionId out = direct.get();
            steps.add(new Trace.Step(from, "", out.name(), Tag.IPV4, "sends on its own cable"));
            return travel(out, new Frame(macOf(out), Optional.empty(), Tag.IPV4, destination), steps);
        }
        FunctionId out = new FunctionId(from, route.netdev());
        RelayObject.Neighbour neighbour = neighbours.get(new Egress(out, destination));
        if (neighbour == null) {
            return new Trace(
                    steps,
                    Trace.Disposition.NO_ROUTE,
                    from,
                    "no neighbour entry for " + destination + " on " + route.netdev());
        }
        int tag = tagOf(out, destination, labelled);
        String action = tag == Tag.IPV4 ? "routes, untagged" : "routes and tags " + Tag.text(tag);
        steps.add(new Trace.Step(from, "", route.netdev(), tag, action));
        return travel(out, new Frame(macOf(out), Optional.of(neighbour.nextHop()), tag, destination), steps);
    }

    private int tagOf(FunctionId out, Ipv4Address destination, boolean labelled) {
        RelayObject.Marker marker = markers.get(new Egress(out, destination));
        if (marker != null) {
            return Tag.of(marker.relays());
        }
        return labelled && portMarkers.containsKey(out) ? Tag.of(1) : Tag.IPV4;
    }

    private Optional<MacAddress> macOf(FunctionId id) {
        return Optional.ofNullable(functions.get(id)).flatMap(PlannedFunction::mac);
    }

    /**
     * The way of a frame that is put on a cable as it is, whoever made it.
     *
     * @param out the port by which it leaves
     * @param mac destination MAC
     * @param etherType its Ethernet type
     * @param destination its IPv4 destination
     */
    public Trace inject(FunctionId out, MacAddress mac, int etherType, Ipv4Address destination) {
        List<Trace.Step> steps = new ArrayList<>();
        steps.add(new Trace.Step(out.host(), "", out.name(), etherType, "sends " + Tag.text(etherType)));
        return travel(out, new Frame(macOf(out), Optional.of(mac), etherType, destination), steps);
    }

    private Trace travel(FunctionId firstOut, Frame sent, List<Trace.Step> steps) {
        FunctionId out = firstOut;
        Frame frame = sent;
        while (steps.size() < MOST_STEPS) {
            Optional<FunctionId> reached = otherEnd(out, frame);
            if (reached.isEmpty()) {
                return new Trace(
                        steps, Trace.Disposition.NO_CABLE, out.host(), "nothing is at the other end of " + out.name());
            }
            FunctionId in = reached.get();
            if (frame.etherType == Tag.IPV4) {
                return arrive(in, frame, steps);
            }
            Optional<Forwarded> forwarded = forward(in, frame);
            if (forwarded.isEmpty()) {
                return new Trace(
                        steps,
                        Trace.Disposition.NO_RULE,
                        in.host(),
                        "no rule for " + Tag.text(frame.etherType) + " at " + in.name());
            }
            frame = forwarded.get().frame;
            out = forwarded.get().out;
            steps.add(new Trace.Step(
                    in.host(), in.name(), out.name(), frame.etherType, "forwards as " + Tag.text(frame.etherType)));
        }
        return new Trace(steps, Trace.Disposition.LOOP, out.host(), "more than " + MOST_STEPS + " hosts passed");
    }

    /** Where a frame comes in after a port; on a switch, at the member that is addressed. */
    private Optional<FunctionId> otherEnd(FunctionId out, Frame frame) {
        SegmentAddress segment = segments.get(out);
        if (segment == null) {
            return Optional.ofNullable(cableEnds.get(out));
        }
        return segment.members().stream()
                .filter(m -> frame.mac.isPresent()
                        ? frame.mac.equals(macOf(m.function()))
                        : m.address().equals(frame.destination))
                .map(SegmentAddress.Member::function)
                .findFirst();
    }

    private Optional<Forwarded> forward(FunctionId in, Frame frame) {
        RelayObject.Filter filter = filters.get(new Ingress(in, frame.etherType));
        if (filter != null) {
            return Optional.of(new Forwarded(
                    new FunctionId(in.host(), filter.egress()),
                    frame.rewritten(filter.nextHop(), Tag.of(filter.relaysLeft() - 1))));
        }
        for (RelayObject.PairFilter pair : pairFilters.getOrDefault(in, List.of())) {
            boolean matches = frame.etherType == Tag.of(1)
                    && frame.source.filter(pair.source()::equals).isPresent()
                    && frame.mac.filter(pair.destination()::equals).isPresent();
            if (matches) {
                return Optional.of(new Forwarded(
                        new FunctionId(in.host(), pair.egress()), frame.rewritten(pair.nextHop(), Tag.IPV4)));
            }
        }
        return Optional.empty();
    }

    private Trace arrive(FunctionId in, Frame frame, List<Trace.Step> steps) {
        PlannedFunction port = functions.get(in);
        // Without a MAC the sender asked for the address on its own cable, and whoever holds it answered.
        boolean ourMac = frame.mac.isEmpty()
                || port != null && port.mac().filter(frame.mac.get()::equals).isPresent();
        boolean ourAddress =
                port != null && port.address().filter(frame.destination::equals).isPresent();
        if (!ourMac || !ourAddress) {
            String wrong = ourMac
                    ? "address " + frame.destination
                    : "MAC " + frame.mac.map(Object::toString).orElse("unknown");
            return new Trace(steps, Trace.Disposition.NOT_OURS, in.host(), wrong + " is not that of " + in.name());
        }
        steps.add(new Trace.Step(in.host(), in.name(), "", Tag.IPV4, "takes it: MAC and address are its own"));
        return new Trace(steps, Trace.Disposition.DELIVERED, in.host(), "");
    }

    /** The port whose own network holds the destination; a /32 route of the plan goes before it. */
    private Optional<FunctionId> directOut(String from, Ipv4Address destination) {
        for (FunctionId id : byHost.getOrDefault(from, List.of())) {
            PlannedFunction function = functions.get(id);
            if (function != null
                    && function.linked()
                    && function.subnet().filter(s -> s.contains(destination)).isPresent()) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    /**
     * A frame on its way.
     *
     * @param source MAC of the port that sent it first: relays do not change it
     * @param mac destination MAC; empty when the neighbour on the cable is asked for it
     * @param etherType its Ethernet type
     * @param destination its IPv4 destination
     */
    private record Frame(
            Optional<MacAddress> source, Optional<MacAddress> mac, int etherType, Ipv4Address destination) {
        Frame rewritten(MacAddress nextHop, int type) {
            return new Frame(source, Optional.of(nextHop), type, destination);
        }
    }

    private record Forwarded(FunctionId out, Frame frame) {}

    private record Destined(String host, Ipv4Address destination) {}

    private record Egress(FunctionId out, Ipv4Address destination) {}

    private record Ingress(FunctionId in, int etherType) {}
}
