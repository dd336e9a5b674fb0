package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cables that addresses claim but where the neighbour was asked for and did not answer. The addresses alone look sound
 * there; only the failed neighbour entry tells that the plug is elsewhere or missing.
 */
public final class UnansweredCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Cable cable : context.fabric().cables()) {
            if (cable.isSeen()) {
                continue;
            }
            List<Neighbour> silent = new ArrayList<>();
            for (Link link : cable.links()) {
                silent.addAll(silence(context, link));
            }
            if (silent.isEmpty()) {
                askForNeighbours(context, out, cable);
            } else {
                report(out, cable, silent);
            }
        }
    }

    /** Two plugs in each other's port look right by their addresses; only a neighbour's MAC tells. */
    private static void askForNeighbours(Context context, Findings out, Cable cable) {
        String what = "whether the plugs sit where the addresses say";
        if (context.isPair()) {
            return;
        }
        for (String host : List.of(cable.a().host(), cable.b().host())) {
            boolean shown =
                    context.facts(host).filter(f -> f.hasSeen(Topic.NEIGHBOURS)).isPresent();
            if (!context.functionsOf(host).isEmpty()) {
                out.askFor(what, shown ? "ping -c1 NEIGHBOUR, then ip neigh" : Topic.NEIGHBOURS.command(), host);
            }
        }
    }

    private static void report(Findings out, Cable cable, List<Neighbour> silent) {
        List<String> asked = silent.stream()
                .map(n -> n.address() + " on " + n.netdev() + " " + n.state())
                .distinct()
                .toList();
        out.report(Code.CABLE_MISSING)
                .likely()
                .at(cable.a().host(), Phrase.cable(cable))
                .seen("the neighbour was asked for and did not answer: " + Phrase.list(asked))
                .wanted("the other end's MAC in the neighbour table")
                .consequence("the addresses claim a cable from " + Phrase.cable(cable)
                        + ", but nothing shows it: it is missing, sits in another port, or the far host is off")
                .fix("check the plugs of " + Phrase.cable(cable) + ", then ping across it and look at `ip neigh` again")
                .evidence(silent.stream().map(Neighbour::evidence).toList())
                .add();
    }

    private static List<Neighbour> silence(Context context, Link link) {
        Optional<Function> a = context.function(link.a());
        Optional<Function> b = context.function(link.b());
        if (a.isEmpty() || b.isEmpty()) {
            return List.of();
        }
        List<Neighbour> silent = new ArrayList<>(failed(context, a.get(), b.get()));
        silent.addAll(failed(context, b.get(), a.get()));
        return silent;
    }

    private static List<Neighbour> failed(Context context, Function here, Function there) {
        List<NetAddress> wanted = Addressing.routable(there);
        return context.facts(here.host()).stream()
                .flatMap(f -> f.neighbours().stream())
                .filter(n -> n.netdev().equals(here.name()))
                .filter(n -> n.state() == Neighbour.State.FAILED || n.state() == Neighbour.State.INCOMPLETE)
                .filter(n -> wanted.stream().anyMatch(w -> w.address().equals(n.address())))
                .toList();
    }
}
