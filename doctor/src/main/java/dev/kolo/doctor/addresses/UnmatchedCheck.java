package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Addresses that fit no other host's, where nothing physical shows the cable. If exactly two ports are left over, they
 * are most likely the two ends of one cable with an address typed wrong. That holds only among hosts that were all read:
 * a port whose neighbour is a host that gave nothing, or that was not asked, has every right to fit no other.
 */
public final class UnmatchedCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        if (context.isSwitched() || context.fabricHosts().size() < 2) {
            return;
        }
        context.fabric().cables().stream().filter(c -> !c.isSeen()).forEach(c -> compareHalves(context, out, c));
        if (!context.inventory().unreachable().isEmpty()) {
            return;
        }
        Map<Port, List<Function>> lonely = lonely(context);
        Map<String, List<Port>> byHost = new LinkedHashMap<>();
        lonely.keySet()
                .forEach(p ->
                        byHost.computeIfAbsent(p.host(), h -> new ArrayList<>()).add(p));
        Optional<List<Port>> pair = twoEnds(context, byHost);
        if (pair.isPresent()) {
            reportPair(out, lonely, pair.get());
        } else if (byHost.size() > 1 && context.fabric().shape().kind() == Shape.Kind.NONE) {
            reportAll(out, lonely);
        }
    }

    /** A half of a cable whose two ends lie in different subnets while the other half shows the cable. */
    private static void compareHalves(Context context, Findings out, Cable cable) {
        for (Function a : context.functionsAt(cable.a())) {
            for (Function b : context.functionsAt(cable.b())) {
                boolean samePlane = a.plane() == b.plane();
                if (samePlane && isLonely(context, a) && isLonely(context, b)) {
                    report(out, List.of(a), List.of(b));
                }
            }
        }
    }

    /** Addressed functions that may have a link, but with nobody in their subnets, on ports without any cable. */
    private static Map<Port, List<Function>> lonely(Context context) {
        Map<Port, List<Function>> lonely = new LinkedHashMap<>();
        for (Function function : context.fabric().functions()) {
            if (isLonely(context, function) && context.cablesAt(function.port()).isEmpty()) {
                lonely.computeIfAbsent(function.port(), p -> new ArrayList<>()).add(function);
            }
        }
        return lonely;
    }

    private static boolean isLonely(Context context, Function function) {
        return !function.subnets().isEmpty()
                && function.linkState() != LinkState.DOWN
                && !context.isConnected(function)
                && context.claimsOf(function.id()).isEmpty()
                && !isAnsweredByAStranger(context, function);
    }

    /** True when a machine that is not among the hosts was heard on the function: the cable leads there. */
    private static boolean isAnsweredByAStranger(Context context, Function function) {
        return context.facts(function.host()).stream()
                .flatMap(f -> f.neighbours().stream())
                .filter(n -> n.netdev().equals(function.name()) && n.state().isSeen())
                .flatMap(n -> n.mac().stream())
                .anyMatch(mac -> context.fabric().functions().stream()
                        .flatMap(f -> f.netdev().stream())
                        .flatMap(n -> n.mac().stream())
                        .noneMatch(mac::equals));
    }

    /** The two ports that must be one cable: one left on each end of a path, or one on each of two hosts. */
    private static Optional<List<Port>> twoEnds(Context context, Map<String, List<Port>> byHost) {
        Shape shape = context.fabric().shape();
        boolean onePortEach = byHost.values().stream().allMatch(ports -> ports.size() == 1);
        if (byHost.size() != 2 || !onePortEach) {
            return Optional.empty();
        }
        List<String> hosts = List.copyOf(byHost.keySet());
        boolean openPath = shape.kind() == Shape.Kind.PATH
                && shape.hosts().size() > 2
                && hosts.contains(shape.hosts().getFirst())
                && hosts.contains(shape.hosts().getLast());
        boolean split = context.fabricHosts().size() > 2 && shape.kind() == Shape.Kind.NONE;
        boolean two = context.fabricHosts().size() == 2;
        return openPath || two || split
                ? Optional.of(byHost.values().stream().map(List::getFirst).toList())
                : Optional.empty();
    }

    private static void reportPair(Findings out, Map<Port, List<Function>> lonely, List<Port> ends) {
        report(out, lonely.getOrDefault(ends.get(0), List.of()), lonely.getOrDefault(ends.get(1), List.of()));
    }

    private static void report(Findings out, List<Function> here, List<Function> there) {
        List<String> seen = new ArrayList<>();
        List<String> fixes = new ArrayList<>();
        for (Function a : here) {
            for (Function b : there) {
                if (a.plane() == b.plane()) {
                    seen.add(Addressing.describe(a) + " and " + Addressing.describe(b));
                    fixes.add("give " + a.id() + " and " + b.id() + " addresses in one subnet, for example put "
                            + b.id() + " into " + a.subnets().getFirst());
                }
            }
        }
        if (seen.isEmpty()) {
            return;
        }
        Port a = here.getFirst().port();
        Port b = there.getFirst().port();
        Draft draft = out.report(Code.ENDS_IN_DIFFERENT_SUBNETS)
                .likely()
                .at(a.host(), Phrase.cable(a, b))
                .seen(String.join("; ", seen) + ": no other host has an address in either subnet")
                .wanted("both ends of a cable in one subnet")
                .consequence("if these two ports are joined by a cable, " + Phrase.host(a.host()) + " and "
                        + Phrase.host(b.host()) + " cannot reach each other over it")
                .fix(String.join("; ", fixes));
        here.forEach(f -> draft.evidence(Addressing.evidence(f)));
        there.forEach(f -> draft.evidence(Addressing.evidence(f)));
        draft.add();
    }

    private static void reportAll(Findings out, Map<Port, List<Function>> lonely) {
        List<Function> all = lonely.values().stream().flatMap(List::stream).toList();
        Draft draft = out.report(Code.ENDS_IN_DIFFERENT_SUBNETS)
                .likely()
                .at("", Phrase.functions(all.stream().map(Function::id).sorted().toList()))
                .seen("no other host has an address in the subnets of "
                        + Phrase.list(all.stream().map(Addressing::describe).toList()))
                .wanted("both ends of each cable in one subnet")
                .consequence("by their addresses these ports lead to no host, so no shape joins all hosts")
                .fix(
                        "give the two ends of each cable addresses in one subnet; `ip neigh` on both hosts, after a ping to"
                                + " ff02::1 on each netdev, shows which ports one cable joins");
        all.forEach(f -> draft.evidence(Addressing.evidence(f)));
        draft.add();
    }
}
