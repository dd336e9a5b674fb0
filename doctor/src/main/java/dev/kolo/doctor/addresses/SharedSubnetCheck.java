package dev.kolo.doctor.addresses;

import dev.kolo.doctor.addresses.SubnetMap.Area;
import dev.kolo.doctor.addresses.SubnetMap.Member;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Proposal;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Subnets that more than one link shares. RoCE finds its way by subnet: with one subnet on two links the kernel and NCCL
 * take either, and the wrong one has no peer. Two functions of one host in one subnet are the same trouble seen from that
 * host.
 */
public final class SharedSubnetCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<Area> twins = new ArrayList<>();
        List<Area> shared = new ArrayList<>();
        for (Area area : new SubnetMap(context).areas()) {
            if (!twinsOf(area).isEmpty()) {
                twins.add(area);
            }
            if (isSharedByLinks(context, area)) {
                shared.add(area);
            }
        }
        if (!shared.isEmpty()) {
            reportShared(context, out, shared);
        }
        if (!twins.isEmpty()) {
            reportTwins(context, out, twins);
        }
    }

    /** The functions of hosts that have two or more of them in the area. */
    private static Map<String, Set<Function>> twinsOf(Area area) {
        Map<String, Set<Function>> byHost = new LinkedHashMap<>();
        area.members()
                .forEach(m -> byHost.computeIfAbsent(m.function().host(), h -> new LinkedHashSet<>())
                        .add(m.function()));
        byHost.values().removeIf(functions -> functions.size() < 2);
        return byHost;
    }

    /** Two functions of one host, or functions of three or more hosts without a switch, end different links. */
    private static boolean isSharedByLinks(Context context, Area area) {
        if (isOnSwitch(context, area)) {
            return false;
        }
        boolean twins = !twinsOf(area).isEmpty();
        return twins && !context.isPair()
                || twins && isReused(area)
                || area.hosts().size() > 2;
    }

    /** A file asks for an address or a network that another netdev of the host has already. */
    private static boolean isReused(Area area) {
        return area.members().stream().anyMatch(m -> m.address().origin() == NetAddress.Origin.CONFIGURED);
    }

    /**
     * True when a switch explains the area. A segment that addresses alone claim is no switch where other functions of
     * the same plane and hosts are joined in pairs: then somebody gave two cables one subnet.
     */
    private static boolean isOnSwitch(Context context, Area area) {
        if (context.isSwitched() && context.wanted().isPresent()) {
            return true;
        }
        for (Function function : area.functions()) {
            Optional<Segment> segment = context.segmentOf(function.id());
            if (segment.isPresent() && segment.get().basis().isPhysical()) {
                return true;
            }
            if (context.linkOf(function.id())
                    .filter(l -> l.basis().isPhysical())
                    .isPresent()) {
                return false;
            }
        }
        return context.fabric().shape().kind() == Shape.Kind.SWITCHED && !hasPairsBeside(context, area);
    }

    private static boolean hasPairsBeside(Context context, Area area) {
        List<String> hosts = area.hosts();
        Set<Integer> planes = new LinkedHashSet<>();
        area.functions().forEach(f -> planes.add(f.plane()));
        for (Link claim : context.fabric().claims()) {
            boolean samePlane = context.function(claim.a())
                    .filter(f -> planes.contains(f.plane()))
                    .isPresent();
            if (samePlane
                    && hosts.contains(claim.a().host())
                    && hosts.contains(claim.b().host())) {
                return true;
            }
        }
        return false;
    }

    private static void reportShared(Context context, Findings out, List<Area> areas) {
        Set<String> hosts = new LinkedHashSet<>();
        areas.forEach(a -> hosts.addAll(a.hosts()));
        boolean planned = areas.stream().allMatch(SharedSubnetCheck::isReused);
        boolean seen = areas.stream()
                .flatMap(a -> a.functions().stream())
                .anyMatch(f -> context.linkOf(f.id())
                        .filter(l -> l.basis().isPhysical())
                        .isPresent());
        Draft draft = out.report(Code.DUPLICATE_SUBNET)
                .at(hosts.size() == 1 ? hosts.iterator().next() : "", subnets(areas))
                .seen(members(areas))
                .wanted("a subnet of its own for each link (each cable and each plane)")
                .consequence(
                        planned
                                ? "once these addresses are applied the kernel and NCCL may take either netdev for the subnet, and"
                                        + " the wrong one has no peer there"
                                : "the kernel and NCCL take either link for a peer in that subnet; the wrong one does not reach it"
                                        + " (ibv_modify_qp errno 110, or silence)")
                .fix(fix(context, areas))
                .likelyIf(!seen
                        && !planned
                        && areas.stream().allMatch(a -> twinsOf(a).isEmpty()))
                .about(areas.stream()
                        .flatMap(a -> a.functions().stream())
                        .map(Function::id)
                        .toList());
        evidence(areas, draft);
        draft.add();
    }

    private static String fix(Context context, List<Area> areas) {
        String proposal = proposal(context, areas);
        return proposal.isEmpty()
                ? "give each of these links a subnet of its own that nothing else uses"
                : "give these links a subnet of their own, for example " + proposal;
    }

    private static String example(Context context, List<Area> areas) {
        String proposal = proposal(context, areas);
        return proposal.isEmpty() ? "" : ", for example " + proposal;
    }

    /** All links of an area but the first need another subnet; those of the higher plane give way. Empty for no link. */
    private static String proposal(Context context, List<Area> areas) {
        Set<Link> moving = new LinkedHashSet<>();
        for (Area area : areas) {
            Set<Link> links = new TreeSet<>(
                    Comparator.comparingInt((Link l) -> planeOf(context, l)).thenComparing(Comparator.naturalOrder()));
            area.functions().forEach(f -> context.linkOf(f.id()).ifPresent(links::add));
            links.stream().skip(1).forEach(moving::add);
        }
        return moving.isEmpty() ? "" : new Proposal(context).text(List.copyOf(moving));
    }

    private static int planeOf(Context context, Link link) {
        return context.function(link.a()).map(Function::plane).orElse(0);
    }

    private static String subnets(List<Area> areas) {
        return Phrase.list(areas.stream().map(a -> a.widest().toString()).toList());
    }

    private static String members(List<Area> areas) {
        List<String> parts = new ArrayList<>();
        for (Area area : areas.subList(0, Math.min(areas.size(), 3))) {
            parts.add(area.widest() + " on "
                    + Phrase.list(area.members().stream()
                            .map(SharedSubnetCheck::describe)
                            .toList()));
        }
        return String.join("; ", parts)
                + (areas.size() > 3 ? "; and so on for " + Phrase.count(areas.size() - 3, "more subnet") : "");
    }

    private static String describe(Member member) {
        String origin = member.address().origin() == NetAddress.Origin.CONFIGURED ? ", configured" : "";
        return member.function().id() + " (" + member.address() + origin + ")";
    }

    private static void reportTwins(Context context, Findings out, List<Area> areas) {
        Set<FunctionId> ids = new LinkedHashSet<>();
        areas.forEach(a -> twinsOf(a).values().forEach(fs -> fs.forEach(f -> ids.add(f.id()))));
        List<FunctionId> sorted = ids.stream().sorted().toList();
        Set<String> hosts = new LinkedHashSet<>();
        sorted.forEach(id -> hosts.add(id.host()));
        boolean mild =
                context.isPair() && areas.stream().noneMatch(SharedSubnetCheck::isReused) || context.isSwitched();
        Draft draft = out.report(Code.TWINS_IN_ONE_SUBNET)
                .severity(mild ? Severity.WARNING : Severity.ERROR)
                .at(hosts.size() == 1 ? hosts.iterator().next() : "", Phrase.functions(sorted))
                .seen(Phrase.count(sorted.size(), "netdev") + " that share " + subnets(areas)
                        + " with another of their host")
                .wanted("one netdev of a host in each subnet")
                .consequence(
                        mild
                                ? "Linux answers and routes for the subnet on either netdev, so traffic works by luck and may use"
                                        + " one half only"
                                : "Linux answers and routes for the subnet on either netdev, so packets leave by a cable that does"
                                        + " not lead to the peer")
                .fix(
                        "keep one netdev of each host in the subnet and move the other to a subnet of its own, at both ends of"
                                + " its link" + example(context, areas))
                .about(sorted);
        evidence(areas, draft);
        draft.add();
    }

    private static void evidence(List<Area> areas, Draft draft) {
        areas.forEach(a -> a.members().forEach(m -> draft.evidence(m.address().evidence())));
    }
}
