package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Optional;

/**
 * Ports without a link that the fabric needs. A ring needs two ports of each host, a pair one; so a port that is down
 * counts only where the wanted shape, or an address that claims a peer, asks for it.
 */
public final class PortLinkCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Port port : context.ports()) {
            List<Function> down = context.functionsAt(port).stream()
                    .filter(f -> f.linkState() == LinkState.DOWN)
                    .toList();
            if (!down.isEmpty() && !isSaidByPeer(context, port)) {
                judge(context, out, port, down);
            }
        }
        context.fabricHosts().forEach(host -> requirePorts(context, out, host));
    }

    private static void judge(Context context, Findings out, Port port, List<Function> down) {
        boolean whole = down.size() == context.functionsAt(port).size();
        List<Function> claimed =
                down.stream().filter(f -> !context.claimsOf(f.id()).isEmpty()).toList();
        if (!claimed.isEmpty()) {
            report(context, out, port, claimed, severityOfClaim(context, whole));
        } else if (whole && isNeeded(context, port)) {
            report(context, out, port, down, Severity.ERROR);
        } else if (whole && isMeantForACable(context, down)) {
            report(context, out, port, down, Severity.WARNING);
        }
    }

    /** Somebody gave the port an address; on a pair, whose one cable is enough, that alone says nothing. */
    private static boolean isMeantForACable(Context context, List<Function> functions) {
        boolean addressed =
                functions.stream().anyMatch(f -> !Addressing.routable(f).isEmpty());
        return addressed && context.wanted().isEmpty() && context.fabricHosts().size() != 2;
    }

    private static Severity severityOfClaim(Context context, boolean whole) {
        if (!whole) {
            return Severity.WARNING;
        }
        boolean pairStillJoined = context.isPair() && !context.fabric().cables().isEmpty();
        return pairStillJoined ? Severity.INFO : Severity.ERROR;
    }

    /** Whether the wanted shape needs this port, given the links that the host has. */
    private static boolean isNeeded(Context context, Port port) {
        int wanted = portsWanted(context);
        List<Port> ports = context.portsOf(port.host());
        long linked = ports.stream().filter(p -> hasLink(context, p)).count();
        // Of several idle ports of a larger card any will do; the lowest are named.
        long idleBefore = ports.stream()
                .filter(p -> !hasLink(context, p) && p.compareTo(port) < 0)
                .count();
        return linked + idleBefore < wanted;
    }

    private static boolean hasLink(Context context, Port port) {
        return context.functionsAt(port).stream().anyMatch(f -> f.linkState() != LinkState.DOWN);
    }

    /** Links that every host needs for the wanted shape; 0 when nobody wants one. */
    private static int portsWanted(Context context) {
        return context.wanted()
                .map(kind -> switch (kind) {
                    case RING -> 2;
                    case PAIR, PATH, SWITCHED -> 1;
                    case NONE -> 0;
                })
                .orElse(0);
    }

    /** The other end of the same claimed cable is down too and comes first: one cable, one finding. */
    private static boolean isSaidByPeer(Context context, Port port) {
        return claimedPeer(context, port)
                .or(() -> freeEnd(context, port))
                .filter(peer -> peer.compareTo(port) < 0)
                .filter(peer -> context.functionsAt(peer).stream().allMatch(f -> f.linkState() == LinkState.DOWN))
                .isPresent();
    }

    private static Optional<Port> claimedPeer(Context context, Port port) {
        for (Function function : context.functionsAt(port)) {
            for (Link claim : context.claimsOf(function.id())) {
                Optional<Function> peer = context.function(claim.peerOf(function.id()));
                if (peer.isPresent()) {
                    return peer.map(Function::port);
                }
            }
        }
        return Optional.empty();
    }

    private static void report(Context context, Findings out, Port port, List<Function> functions, Severity severity) {
        Optional<Port> peer = claimedPeer(context, port).or(() -> freeEnd(context, port));
        List<String> off = functions.stream()
                .filter(PortLinkCheck::isSwitchedOff)
                .map(Function::name)
                .toList();
        List<String> states = functions.stream().map(PortLinkCheck::describe).toList();
        boolean whole = functions.size() == context.functionsAt(port).size();
        Draft draft = out.report(Code.PORT_NO_LINK)
                .severity(severity)
                .at(
                        port.host(),
                        port.label() + " ("
                                + Phrase.list(
                                        functions.stream().map(Function::label).toList()) + ")")
                .seen(Phrase.list(states)
                        + peer.map(p -> "; the other end, " + p + ", is " + state(context, p))
                                .orElse(""))
                .wanted(peer.map(p -> "a link to " + p).orElse("a link, since " + reason(context)))
                .consequence(consequence(port, peer, severity, whole))
                .fix(off.isEmpty() ? plugFix(context, port, peer, whole) : upFix(port.host(), off))
                .likelyIf(severity == Severity.WARNING && whole)
                .about(functions.stream().map(Function::id).toList());
        functions.forEach(f -> draft.evidence(f.evidence()));
        functions.forEach(f -> f.device().ifPresent(d -> draft.evidence(d.evidence())));
        draft.add();
    }

    private static String reason(Context context) {
        return context.wanted()
                .map(k ->
                        k == Shape.Kind.RING ? "a ring needs both ports of every host" : "a " + k.word() + " needs it")
                .orElse("the port has an address");
    }

    private static String consequence(Port port, Optional<Port> peer, Severity severity, boolean whole) {
        String who = Phrase.host(port.host())
                + peer.map(p -> " and " + Phrase.host(p.host())).orElse("");
        if (severity == Severity.INFO) {
            return "the pair works over its other cable; this one brings nothing while it is down";
        }
        return whole
                ? "nothing passes this port, so " + who
                        + peer.map(p -> " cannot reach each other directly").orElse(" lacks a neighbour")
                : "one plane of the cable is down; " + who + " work over the other half only";
    }

    private static String plugFix(Context context, Port port, Optional<Port> peer, boolean whole) {
        if (!whole) {
            return "compare both halves of " + port
                    + " with `ip -d link`; a half that is down alone is a setting, not a cable";
        }
        String verb = claimedPeer(context, port).isPresent() ? "seat or replace the cable from " : "plug a cable from ";
        return peer.map(p -> verb + port + " to " + p)
                .orElse("plug a cable into " + port + " and into a free port of the neighbour that it should reach");
    }

    private static String upFix(String host, List<String> netdevs) {
        List<String> commands = netdevs.stream()
                .map(n -> "sudo ip link set dev " + ShellWord.quote(n) + " up")
                .toList();
        return Phrase.on(host) + "run: " + String.join(" && ", commands)
                + " (and have netplan or NetworkManager do it at boot)";
    }

    private static boolean isSwitchedOff(Function function) {
        return function.netdev().flatMap(Netdev::adminUp).filter(up -> !up).isPresent();
    }

    private static String describe(Function function) {
        String why = isSwitchedOff(function) ? " (switched off)" : "";
        String physical = function.device()
                .flatMap(d -> d.physicalState())
                .map(p -> " (" + p + ")")
                .orElse("");
        return function.name() + " is DOWN" + (why.isEmpty() ? physical : why);
    }

    private static String state(Context context, Port port) {
        boolean up = context.functionsAt(port).stream().anyMatch(f -> f.linkState() == LinkState.UP);
        boolean down = context.functionsAt(port).stream().allMatch(f -> f.linkState() == LinkState.DOWN);
        return down ? "down too" : up ? "up" : "in an unknown state";
    }

    /** For a wanted ring that is a path so far: the free port at the other end of the path. */
    private static Optional<Port> freeEnd(Context context, Port port) {
        Shape shape = context.fabric().shape();
        boolean openRing = shape.kind() == Shape.Kind.PATH
                && shape.hosts().size() > 2
                && context.wanted().filter(k -> k == Shape.Kind.RING).isPresent();
        if (!openRing) {
            return Optional.empty();
        }
        String first = shape.hosts().getFirst();
        String last = shape.hosts().getLast();
        Optional<String> other = port.host().equals(first)
                ? Optional.of(last)
                : port.host().equals(last) ? Optional.of(first) : Optional.empty();
        return other.flatMap(host -> context.portsOf(host).stream()
                .filter(p -> context.cablesAt(p).isEmpty())
                .findFirst());
    }

    /** A ring wants two ports of each host; a host that shows one only is asked for the other. */
    private static void requirePorts(Context context, Findings out, String host) {
        boolean ring = context.wanted().filter(k -> k == Shape.Kind.RING).isPresent();
        if (ring && context.portsOf(host).size() < 2) {
            out.askFor("the second port of the host, which a ring needs", "ibstat", host);
        }
    }
}
