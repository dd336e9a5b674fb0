package dev.kolo.doctor.counters;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Growth of the counters that a sound cable never moves. Absolute values prove nothing: they count since the driver was
 * loaded; only growth over a run does.
 */
public final class LossCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<Grown> all = Grown.of(context);
        boolean lost = all.stream().anyMatch(LossCheck::isLoss);
        boolean explained = (out.has(Code.HAIRPIN_OVERFLOW) || out.has(Code.HAIRPIN_QUEUE_TOO_SMALL))
                && all.stream().noneMatch(g -> isLoss(g) && g.meaning() == CounterMeaning.SIGNAL);
        if (!lost || explained) {
            askAboutDiscards(all, out);
            return;
        }
        List<Grown> grown = all.stream().filter(g -> isLoss(g) || isDiscard(g)).toList();
        Set<String> cables = new LinkedHashSet<>();
        grown.stream()
                .filter(LossCheck::isLoss)
                .forEach(g -> g.function().flatMap(f -> path(context, f)).ifPresent(cables::add));
        String where = cables.isEmpty() ? "the path whose counters grow" : Phrase.list(cables);
        out.report(Code.FABRIC_LOSS)
                .likelyIf(grown.stream().noneMatch(g -> isLoss(g) && g.isExact()))
                .at(host(grown), "counters of the RoCE path")
                .seen(Phrase.list(grown.stream().map(Grown::words).toList()))
                .wanted("no growth at all: on a direct cable any lost packet is abnormal")
                .consequence(
                        "packets get lost on the RoCE path; each loss costs a retransmission or a timeout, and a rank whose"
                                + " retries run out ends the job. It is no fault of the engine")
                .fix("in this order: the same speed on every link, MTU 9000 at all ends (and on a switch), "
                        + (cables.isEmpty() ? "exchange the cable of " : "reseat, then exchange the cable from ")
                        + where
                        + "; then run again and expect no growth")
                .evidence(grown.stream().map(Grown::evidence).toList())
                .add();
    }

    private static boolean isLoss(Grown grown) {
        boolean counts = grown.meaning().isTrouble();
        // While a link comes up after a start there is noise, which proves nothing about the cable.
        return counts && (grown.isExact() || grown.meaning() != CounterMeaning.SIGNAL);
    }

    private static boolean isDiscard(Grown grown) {
        return grown.meaning() == CounterMeaning.DISCARD;
    }

    private static String host(List<Grown> grown) {
        List<String> hosts = grown.stream().map(Grown::host).distinct().toList();
        return hosts.size() == 1 ? hosts.getFirst() : "";
    }

    /** The cable behind a function, by its two ports. */
    private static Optional<String> path(Context context, Function function) {
        return context.peerOf(function)
                .map(peer -> function.port().compareTo(peer.port()) < 0
                        ? Phrase.cable(function.port(), peer.port())
                        : Phrase.cable(peer.port(), function.port()));
    }

    /** A full receive ring may be the kernel's, filled by TCP: only a relay's, or beside a loss, it says something here. */
    private static void askAboutDiscards(List<Grown> all, Findings out) {
        if (out.has(Code.HAIRPIN_OVERFLOW) || out.has(Code.HAIRPIN_QUEUE_TOO_SMALL)) {
            return;
        }
        for (Grown grown : all) {
            if (isDiscard(grown) && !grown.counter().endsWith("_phy")) {
                out.askFor(
                        "whether " + grown.words() + " is a relay's queue or the kernel's own",
                        "tc -s filter show dev NETDEV ingress",
                        grown.host());
            }
        }
    }
}
