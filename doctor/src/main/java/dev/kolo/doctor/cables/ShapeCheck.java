package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Optional;

/**
 * Whether the cables make the shape that is wanted: the one cable that a path lacks to be the ring, or the reason why
 * they make none. Speaks only where cables can be known, and not where a dead port already explains it.
 */
public final class ShapeCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        if (context.fabricHosts().isEmpty() && context.fabric().cables().isEmpty()) {
            askForEverything(context, out);
            return;
        }
        if (context.fabricHosts().size() < 2 && context.fabric().cables().isEmpty()) {
            askForOtherHosts(context, out);
            return;
        }
        Shape found = context.fabric().shape();
        Optional<Shape.Kind> wanted = context.wanted();
        if (wanted.isEmpty()) {
            judgeUnwanted(context, out, found);
        } else if (found.kind() != wanted.get() && canBeKnown(context)) {
            judgeWanted(context, out, found, wanted.get());
        }
    }

    /** Nothing shows a port of the fabric: silence must not pass for health. */
    private static void askForEverything(Context context, Findings out) {
        List<String> hosts = context.inventory().hosts().stream()
                .map(NodeFacts::host)
                .filter(h -> !h.isEmpty() || context.inventory().hosts().size() == 1)
                .toList();
        for (String host : hosts) {
            out.askFor("ports, addresses and cables", "ip addr; ip neigh; rdma link; show_gids", host);
        }
    }

    private static void askForOtherHosts(Context context, Findings out) {
        for (String host : context.fabricHosts()) {
            boolean knowsAddresses =
                    context.facts(host).filter(f -> f.hasSeen(Topic.ADDRESSES)).isPresent();
            if (!host.isEmpty() || !knowsAddresses) {
                out.askFor("which host each cable leads to", "ip addr; ip neigh (on every host)", host);
            }
        }
    }

    /** Without any address or neighbour of any host, no cable can be known, so a missing one cannot either. */
    private static boolean canBeKnown(Context context) {
        return !context.fabric().cables().isEmpty()
                || !context.fabric().segments().isEmpty()
                || context.fabricHosts().stream()
                        .flatMap(h -> context.functionsOf(h).stream())
                        .anyMatch(f -> !f.subnets().isEmpty());
    }

    private static void judgeWanted(Context context, Findings out, Shape found, Shape.Kind wanted) {
        if (wanted == Shape.Kind.RING && found.kind() == Shape.Kind.PATH) {
            reportOpenRing(context, out, found);
            return;
        }
        boolean pathOfTwo = wanted == Shape.Kind.PATH && found.kind() == Shape.Kind.PAIR;
        boolean explained = out.has(Code.PORT_NO_LINK) || out.has(Code.CABLE_MISSING) || out.has(Code.UNADDRESSED);
        if (pathOfTwo || explained) {
            return;
        }
        out.report(wanted == Shape.Kind.RING ? Code.SHAPE_NOT_RING : Code.SHAPE_NOT_WANTED)
                .at("", "the shape of all hosts")
                .seen(describe(found))
                .wanted("a " + wanted.word() + " of "
                        + Phrase.count(context.fabricHosts().size(), "host"))
                .consequence("engines and NCCL are set up for a " + wanted.word()
                        + " and would look for neighbours that no cable reaches")
                .fix(cabling(wanted) + "; or ask for the shape that is there with --shape "
                        + (found.kind() == Shape.Kind.NONE
                                ? "auto"
                                : found.kind().word()))
                .evidence(context.fabric().links().stream()
                        .flatMap(l -> l.evidence().stream())
                        .toList())
                .add();
    }

    private static String cabling(Shape.Kind wanted) {
        return switch (wanted) {
            case RING -> "cable port 0 of each host to port 1 of the next, and the last host to the first";
            case PATH -> "cable port 0 of each host to port 1 of the next";
            case PAIR -> "cable the two hosts to each other, and leave the others out";
            case SWITCHED, NONE -> "cable one port of each host to the switch";
        };
    }

    private static String describe(Shape found) {
        return switch (found.kind()) {
            case NONE -> found.reason();
            case SWITCHED -> "a switch joins " + Phrase.list(found.hosts());
            case PAIR, PATH, RING -> "a " + found.kind().word() + ": " + String.join(" - ", found.hosts());
        };
    }

    private static void reportOpenRing(Context context, Findings out, Shape found) {
        if (out.has(Code.PORT_NO_LINK)) {
            return;
        }
        String first = found.hosts().getFirst();
        String last = found.hosts().getLast();
        out.report(Code.CABLE_MISSING)
                .at(last, last + " to " + first)
                .seen("the cables make a path: " + String.join(" - ", found.hosts()))
                .wanted("one more cable from " + last + " to " + first + ", which closes the ring")
                .consequence("a ring of " + found.hosts().size() + " needs as many cables as hosts; " + last + " and "
                        + first + " cannot reach each other directly")
                .fix("plug a cable from " + freePort(context, last) + " to " + freePort(context, first)
                        + ", then give both ends addresses in one new subnet; or ask for --shape path")
                .add();
    }

    private static String freePort(Context context, String host) {
        return context.portsOf(host).stream()
                .filter(p -> context.cablesAt(p).isEmpty())
                .findFirst()
                .map(Port::toString)
                .orElse("a free port of " + host);
    }

    /** Nobody said what is wanted: only what no shape explains is worth a word, and only if nothing else was found. */
    private static void judgeUnwanted(Context context, Findings out, Shape found) {
        List<String> hosts = context.fabricHosts();
        boolean odd = found.kind() == Shape.Kind.NONE
                && hosts.size() > 2
                && !context.fabric().cables().isEmpty();
        if (!odd || out.hasErrors()) {
            return;
        }
        out.report(Code.SHAPE_NOT_RING)
                .severity(Severity.WARNING)
                .likely()
                .at("", "the shape of all hosts")
                .seen(found.reason())
                .wanted("a pair, a path, a ring or a switch that joins all " + hosts.size() + " hosts")
                .consequence("a job over all of them would look for neighbours that no cable reaches")
                .fix(cabling(Shape.Kind.RING) + "; or judge each group of hosts alone")
                .evidence(context.fabric().links().stream()
                        .flatMap(l -> l.evidence().stream())
                        .toList())
                .add();
    }
}
