package dev.kolo.plan.codec;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.codec.Cursor;
import dev.kolo.fabric.codec.DecodeException;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.PlanNames;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.relay.Bounds;
import dev.kolo.plan.relay.Group;
import dev.kolo.plan.relay.HairpinQueue;
import dev.kolo.plan.relay.RelayLane;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes what a plan says of relays. */
final class RelayDecoder {
    private final Map<FunctionId, PlannedFunction> functions = new HashMap<>();

    RelayDecoder(List<PlannedHost> hosts) {
        hosts.forEach(h -> h.functions().forEach(f -> functions.put(new FunctionId(h.name(), f.netdev()), f)));
    }

    RelaySection section(Cursor relays) {
        int count = relays.requiredInteger("relays");
        if (count == 0) {
            return RelaySection.none();
        }
        List<RelayPlan> plans = new ArrayList<>();
        List<Bounds> bounds = new ArrayList<>();
        List<Bounds> published = new ArrayList<>();
        for (Cursor group : relays.children("groups")) {
            plans.add(plan(group));
            bounds.add(bounds(group.requiredChild("bounds")));
            published.add(bounds(group.requiredChild("published")));
        }
        return new RelaySection(
                count,
                relays.word("backend", PlanRequest.Backend.values(), PlanRequest.Backend.HARDWARE),
                relays.word("form", PlanRequest.RelayForm.values(), PlanRequest.RelayForm.TAG),
                relays.parsed("marker", "an absolute path fit for scripts", PlanNames::path),
                relays.bool("everyPair").orElse(false),
                plans,
                bounds,
                published,
                relays.requiredInteger("queueSize"),
                relays.bool("queueSizeKnown").orElse(false));
    }

    private RelayPlan plan(Cursor plan) {
        List<Group.Member> members = plan.list("members", this::member);
        return new RelayPlan(
                new Group(members, plan.bool("closed").orElse(false), plan.requiredInteger("planes")),
                plan.requiredInteger("relays"),
                plan.list("paths", RelayDecoder::path),
                plan.list("objects", RelayDecoder::object),
                plan.list("lanes", RelayDecoder::lane),
                plan.word("spread", RelayPlan.Spread.values(), RelayPlan.Spread.BY_PLANE));
    }

    private Group.Member member(Cursor member) {
        String host = host(member);
        return new Group.Member(
                host, member.requiredInteger("rank"), functions(member, host, "up"), functions(member, host, "down"));
    }

    private List<PlannedFunction> functions(Cursor member, String host, String name) {
        List<PlannedFunction> found = new ArrayList<>();
        for (String netdev : member.strings(name)) {
            found.add(Optional.ofNullable(functions.get(new FunctionId(host, netdev)))
                    .orElseThrow(() -> new DecodeException(
                            member.object().at().line(),
                            member.pathOf(name) + " names " + netdev + ", which is no function of " + host)));
        }
        return found;
    }

    private static Bounds bounds(Cursor bounds) {
        return new Bounds(
                bounds.list(
                        "queues",
                        q -> new HairpinQueue(
                                host(q),
                                netdev(q, "ingress"),
                                netdev(q, "egress"),
                                q.requiredInteger("lanes"),
                                q.decimal("load").orElse(0))),
                bounds.decimal("worstLoad").orElse(0),
                bounds.requiredInteger("lanesPerPeer"));
    }

    private static RelayPath path(Cursor path) {
        return new RelayPath(
                path.requiredInteger("from"),
                path.requiredInteger("to"),
                path.requiredInteger("plane"),
                path.word("direction", Group.Direction.values(), Group.Direction.UP),
                address(path, "source"),
                address(path, "destination"),
                path.strings("relays"));
    }

    private static RelayLane lane(Cursor lane) {
        return new RelayLane(
                lane.requiredInteger("low"),
                lane.requiredInteger("high"),
                lane.requiredInteger("plane"),
                lane.word("direction", Group.Direction.values(), Group.Direction.UP),
                address(lane, "lowAddress"),
                address(lane, "highAddress"),
                lane.requiredInteger("relays"));
    }

    private static RelayObject object(Cursor o) {
        return switch (o.requiredString("kind")) {
            case "route" ->
                new RelayObject.Route(host(o), address(o, "destination"), netdev(o, "netdev"), address(o, "source"));
            case "neighbour" ->
                new RelayObject.Neighbour(host(o), address(o, "destination"), netdev(o, "netdev"), mac(o, "nextHop"));
            case "filter" ->
                new RelayObject.Filter(
                        host(o),
                        netdev(o, "ingress"),
                        o.requiredInteger("relaysLeft"),
                        netdev(o, "egress"),
                        mac(o, "nextHop"));
            case "pair filter" ->
                new RelayObject.PairFilter(
                        host(o),
                        netdev(o, "ingress"),
                        mac(o, "source"),
                        mac(o, "destination"),
                        netdev(o, "egress"),
                        mac(o, "nextHop"));
            case "marker" ->
                new RelayObject.Marker(
                        host(o),
                        netdev(o, "netdev"),
                        device(o),
                        address(o, "destination"),
                        o.requiredInteger("relays"));
            case "port marker" -> new RelayObject.PortMarker(host(o), netdev(o, "netdev"), device(o));
            default ->
                throw new DecodeException(
                        o.object().at().line(), o.pathOf("kind") + " names no kind of object that this Kolo knows");
        };
    }

    private static String host(Cursor cursor) {
        return cursor.requiredParsed("host", "a host name fit for scripts", PlanNames::host);
    }

    private static String netdev(Cursor cursor, String name) {
        return cursor.requiredParsed(name, "a netdev name fit for scripts", PlanNames::netdev);
    }

    private static String device(Cursor cursor) {
        return cursor.requiredParsed("device", "a device name fit for scripts", PlanNames::device);
    }

    private static Ipv4Address address(Cursor cursor, String name) {
        return cursor.requiredParsed(name, PlanDecoder.ADDRESS, Ipv4Address::parse);
    }

    private static MacAddress mac(Cursor cursor, String name) {
        return cursor.requiredParsed(name, PlanDecoder.MAC, MacAddress::parse);
    }
}
