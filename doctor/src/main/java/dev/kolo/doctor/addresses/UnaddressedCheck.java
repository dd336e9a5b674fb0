package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Proposal;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Functions with a link but without IPv4. Without an address there is no GID that NCCL would take, so the function
 * carries nothing, however good its link looks.
 */
public final class UnaddressedCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<Function> bare = context.fabric().functions().stream()
                .filter(UnaddressedCheck::isBare)
                .filter(context::isInUse)
                .toList();
        Set<FunctionId> bareIds = new LinkedHashSet<>();
        bare.forEach(f -> bareIds.add(f.id()));
        Map<Severity, List<Function>> bySeverity = new TreeMap<>();
        for (Function function : bare) {
            bySeverity
                    .computeIfAbsent(severity(context, function, bareIds), s -> new ArrayList<>())
                    .add(function);
        }
        bySeverity.forEach((severity, functions) -> report(context, out, functions, severity));
        askForAddresses(context, out);
    }

    /** A link that works, addresses that were looked at, and none of them IPv4. */
    public static boolean isBare(Function function) {
        return function.linkState() == LinkState.UP
                && Addressing.isKnown(function)
                && Addressing.live(function).isEmpty();
    }

    /**
     * Error: a cable, or all of the fabric, carries nothing. Warning: one half of a cable, or the second cable of a pair,
     * stays idle. Info: a port with a link that leads nowhere we know of, on a host that works without it.
     */
    private static Severity severity(Context context, Function function, Set<FunctionId> bare) {
        List<Function> halves = context.functionsAt(function.port());
        List<Function> others = context.functionsOf(function.host());
        boolean otherHalf = halves.stream().anyMatch(f -> carries(f, bare));
        boolean halfUnknown =
                halves.size() == 1 && others.stream().anyMatch(f -> f.plane() != function.plane() && carries(f, bare));
        if (otherHalf || halfUnknown) {
            return Severity.WARNING;
        }
        boolean otherPort = others.stream().anyMatch(f -> carries(f, bare));
        if (!otherPort) {
            return Severity.ERROR;
        }
        if (context.isConnected(function)) {
            return context.isPair() ? Severity.WARNING : Severity.ERROR;
        }
        return closesTheRing(context, function) ? Severity.ERROR : Severity.INFO;
    }

    /** The function sits at one end of a path whose other end has an idle port as well: their cable has no address. */
    private static boolean closesTheRing(Context context, Function function) {
        Shape shape = context.fabric().shape();
        boolean ring = context.wanted().filter(k -> k != Shape.Kind.RING).isEmpty();
        if (!ring || shape.kind() != Shape.Kind.PATH || shape.hosts().size() < 3) {
            return false;
        }
        List<String> ends = List.of(shape.hosts().getFirst(), shape.hosts().getLast());
        return ends.contains(function.host())
                && ends.stream()
                        .allMatch(end ->
                                context.functionsOf(end).stream().anyMatch(f -> isBare(f) && !context.isConnected(f)));
    }

    private static boolean carries(Function function, Set<FunctionId> bare) {
        return !bare.contains(function.id())
                && function.linkState() != LinkState.DOWN
                && !Addressing.live(function).isEmpty();
    }

    private static void report(Context context, Findings out, List<Function> bare, Severity severity) {
        List<FunctionId> ids = bare.stream().map(Function::id).sorted().toList();
        List<String> hosts = ids.stream().map(FunctionId::host).distinct().toList();
        boolean configured = bare.stream()
                .anyMatch(f -> f.ipv4Addresses().stream().anyMatch(a -> a.origin() == NetAddress.Origin.CONFIGURED));
        Draft draft = out.report(Code.UNADDRESSED)
                .severity(severity)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(ids))
                .seen("link up, no IPv4 address" + smallMtu(bare) + emptyGid(bare))
                .wanted("an IPv4 address in a subnet of its own at both ends of the link, and MTU 9000")
                .consequence("without IPv4 there is no GID that NCCL would use: "
                        + switch (severity) {
                            case ERROR -> "nothing can pass these ports";
                            case WARNING -> "these links stay idle, and only the others carry data";
                            case INFO -> "these ports carry nothing; harmless if they belong to something else";
                        })
                .fix(fix(context, bare, hosts, configured))
                .about(ids);
        bare.forEach(f -> draft.evidence(f.evidence()));
        draft.add();
    }

    private static String smallMtu(List<Function> bare) {
        TreeSet<Integer> sizes = new TreeSet<>();
        bare.forEach(f -> f.netdev()
                .filter(n -> n.mtu().isPresent())
                .ifPresent(n -> sizes.add(n.mtu().getAsInt())));
        return sizes.isEmpty() || sizes.first() >= 9000 ? "" : ", MTU " + sizes.first();
    }

    /** What a person noted of the GID table: "GID index 3 all-zero". */
    private static String emptyGid(List<Function> bare) {
        return bare.stream()
                .flatMap(f -> f.netdev().stream())
                .flatMap(n -> n.features().entrySet().stream())
                .filter(e -> e.getKey().startsWith("gid_index_"))
                .findFirst()
                .map(e -> ", GID index " + e.getKey().substring("gid_index_".length()) + " " + e.getValue())
                .orElse("");
    }

    private static String fix(Context context, List<Function> bare, List<String> hosts, boolean configured) {
        if (configured) {
            return "netplan already asks for addresses on these netdevs: make sure that nothing else uses them, then run"
                    + " `sudo netplan apply` on " + Phrase.hosts(hosts);
        }
        List<Link> links = bare.stream()
                .flatMap(f -> context.linkOf(f.id()).stream())
                .distinct()
                .sorted()
                .toList();
        String proposal = links.isEmpty() ? "" : new Proposal(context).text(links);
        return proposal.isEmpty()
                ? "give each of these netdevs an address in a subnet that only its link uses, and MTU 9000, in netplan "
                        + "on " + Phrase.hosts(hosts)
                : "give each link a subnet of its own in netplan, for example " + proposal + "; with mtu: 9000";
    }

    /** Hosts whose ports are up but whose addresses nobody showed: the most useful thing to ask for. */
    private static void askForAddresses(Context context, Findings out) {
        Set<Port> seen = new LinkedHashSet<>();
        for (Function function : context.fabric().functions()) {
            boolean unknown = function.ipv4Addresses().isEmpty() && !Addressing.isKnown(function);
            boolean asked = context.facts(function.host())
                    .filter(f -> f.hasObserved(Topic.ADDRESSES))
                    .isPresent();
            if (unknown && !asked && function.linkState() != LinkState.DOWN && seen.add(function.port())) {
                out.askFor("addresses, and with them the cables", Topic.ADDRESSES, function.host());
            }
        }
    }
}
