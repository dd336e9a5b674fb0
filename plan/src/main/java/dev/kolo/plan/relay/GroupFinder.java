package dev.kolo.plan.relay;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Port;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Turns rank ranges of a ring or path into groups, and refuses what is neither. Every cable of a group must carry a link on
 * every plane that the hosts have: a frame that changes planes on its way has no rule.
 */
final class GroupFinder {
    private final List<PlannedHost> hosts;
    private final boolean closed;
    private final Map<FunctionId, PlannedFunction> functions = new HashMap<>();
    private final Map<FunctionId, LinkState> states = new HashMap<>();
    /** By rank of the first end: the links to the next rank, by plane. */
    private final Map<Integer, TreeMap<Integer, PlannedLink>> onward = new HashMap<>();

    private final int planes;

    GroupFinder(
            Fabric fabric, List<PlannedHost> hosts, List<PlannedLink> links, boolean closed, OptionalInt mostPlanes) {
        this.hosts = hosts;
        this.closed = closed;
        Map<String, Integer> rankOf = new HashMap<>();
        int most = 0;
        for (PlannedHost host : hosts) {
            rankOf.put(host.name(), host.rank());
            for (PlannedFunction function : host.functions()) {
                functions.put(new FunctionId(host.name(), function.netdev()), function);
                most = Math.max(most, host.half(function) + 1);
            }
        }
        planes = Math.min(most, mostPlanes.orElse(most));
        for (Function function : fabric.functions()) {
            states.put(function.id(), function.linkState());
        }
        for (PlannedLink link : links) {
            onward.computeIfAbsent(rankOf.getOrDefault(link.a().host(), 0), r -> new TreeMap<>())
                    .putIfAbsent(link.plane(), link);
        }
    }

    /** The groups, or the reason why one of them cannot be. */
    sealed interface Outcome {
        /**
         * All groups.
         *
         * @param groups in rank order
         */
        record Found(List<Group> groups) implements Outcome {}

        /**
         * One cannot be.
         *
         * @param refusal why
         */
        record Refused(Finding refusal) implements Outcome {}
    }

    /** The groups of rank ranges; one of all ranks for none. */
    Outcome find(List<RankRange> ranges) {
        List<RankRange> wanted = ranges.isEmpty() ? List.of(new RankRange(0, hosts.size() - 1)) : ranges;
        Optional<Finding> unfit = unfitRange(wanted);
        if (unfit.isPresent()) {
            return new Outcome.Refused(unfit.get());
        }
        List<Group> groups = new ArrayList<>();
        for (RankRange range : wanted.stream()
                .sorted((x, y) -> Integer.compare(x.first(), y.first()))
                .toList()) {
            boolean whole = range.first() == 0 && range.last() == hosts.size() - 1;
            boolean ring = closed && whole;
            Optional<Finding> broken = brokenCable(range, ring);
            if (broken.isPresent()) {
                return new Outcome.Refused(broken.get());
            }
            groups.add(group(range, ring));
        }
        return new Outcome.Found(groups);
    }

    private Optional<Finding> unfitRange(List<RankRange> ranges) {
        for (int i = 0; i < ranges.size(); i++) {
            RankRange range = ranges.get(i);
            if (range.last() >= hosts.size()) {
                return Optional.of(
                        notAGroup(text(range), "there are ranks 0 to " + (hosts.size() - 1), "ranks that exist"));
            }
            if (range.first() == range.last()) {
                return Optional.of(notAGroup(
                        text(range), "one host alone is neither a path nor a ring", "at least two neighbouring ranks"));
            }
            for (RankRange other : ranges.subList(0, i)) {
                if (range.first() <= other.last() && other.first() <= range.last()) {
                    return Optional.of(notAGroup(
                            text(other) + " and " + text(range),
                            "they share a rank",
                            "groups of which no two share a rank"));
                }
            }
        }
        return Optional.empty();
    }

    private static String text(RankRange range) {
        return range.first() + "-" + range.last();
    }

    private static Finding notAGroup(String group, String seen, String wanted) {
        return Refusal.of(
                Code.RELAY_GROUP,
                "--groups " + group,
                seen,
                wanted,
                "Frames are relayed along cables, within runs of neighbouring ranks.",
                "Give runs of neighbouring ranks, e.g. --groups 0-3,4-7.");
    }

    private Optional<Finding> brokenCable(RankRange range, boolean ring) {
        int last = ring ? range.last() : range.last() - 1;
        for (int rank = range.first(); rank <= last; rank++) {
            TreeMap<Integer, PlannedLink> links = onward.getOrDefault(rank, new TreeMap<>());
            for (int plane = 0; plane < planes; plane++) {
                if (!links.containsKey(plane)) {
                    return Optional.of(missingPlane(rank, plane, links));
                }
            }
        }
        return Optional.empty();
    }

    private Finding missingPlane(int rank, int plane, TreeMap<Integer, PlannedLink> links) {
        PlannedHost here = hosts.get(rank);
        PlannedHost there = hosts.get((rank + 1) % hosts.size());
        String subject = here.name() + " - " + there.name();
        String seen = "plane " + plane + " has no link between " + here.name() + " and " + there.name();
        if (!links.isEmpty()) {
            PlannedLink known = links.firstEntry().getValue();
            PlannedFunction a = functions.get(known.a());
            PlannedFunction b = functions.get(known.b());
            if (a != null && b != null) {
                subject = port(known.a(), a) + " - " + port(known.b(), b);
                seen = "plane " + plane + " has no link over this cable: " + half(here, a, plane) + ", "
                        + half(there, b, plane);
            }
        }
        return Refusal.at(
                here.name(),
                Code.RELAY_PLANE_MISSING,
                subject,
                seen,
                "a link on each of the " + planes + " planes over every cable",
                "Relayed frames of that plane would end here.",
                "Bring the named function up, or reseat the plugs of " + subject + "; then scan and plan again.",
                List.of());
    }

    private String half(PlannedHost host, PlannedFunction twin, int plane) {
        for (PlannedFunction function : host.functions()) {
            if (host.half(function) == plane && function.port() == twin.port() && function.card() == twin.card()) {
                LinkState state =
                        states.getOrDefault(new FunctionId(host.name(), function.netdev()), LinkState.UNKNOWN);
                return function.netdev() + " of " + host.name()
                        + (state == LinkState.DOWN ? " is down" : " is not seen to be linked");
            }
        }
        return host.name() + " shows no function of that plane at this port";
    }

    private static Port port(FunctionId id, PlannedFunction function) {
        return new Port(id.host(), function.card(), function.port());
    }

    private Group group(RankRange range, boolean ring) {
        List<Group.Member> members = new ArrayList<>();
        int world = hosts.size();
        for (int rank = range.first(); rank <= range.last(); rank++) {
            PlannedHost host = hosts.get(rank);
            boolean hasUp = ring || rank < range.last();
            boolean hasDown = ring || rank > range.first();
            List<PlannedFunction> up = new ArrayList<>();
            List<PlannedFunction> down = new ArrayList<>();
            for (int plane = 0; plane < planes; plane++) {
                if (hasUp) {
                    up.add(end(rank, plane, true));
                }
                if (hasDown) {
                    down.add(end((rank + world - 1) % world, plane, false));
                }
            }
            members.add(new Group.Member(host.name(), rank, up, down));
        }
        return new Group(members, ring, planes);
    }

    private PlannedFunction end(int rank, int plane, boolean first) {
        PlannedLink link = Optional.ofNullable(onward.get(rank))
                .map(links -> links.get(plane))
                .orElseThrow(() -> new IllegalStateException("no link from rank " + rank + " on plane " + plane));
        FunctionId id = first ? link.a() : link.b();
        return Optional.ofNullable(functions.get(id)).orElseThrow(() -> new IllegalStateException("no function " + id));
    }
}
