package dev.kolo.doctor.cables;

import dev.kolo.doctor.cables.PlugBoard.Exchange;
import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Link;
import java.util.ArrayList;
import java.util.List;

/**
 * Cables that something physical shows and whose two ends lie in different subnets. Either plugs sit in the wrong ports,
 * and then the exact exchange is named after having been tried on paper; or an address is wrong, and then that is said.
 */
public final class EndsCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        PlugBoard board = new PlugBoard(context);
        List<Cable> unhealed = new ArrayList<>();
        for (List<Cable> group : board.groups(board.misfits())) {
            List<Exchange> remedy = board.heal(group);
            if (remedy.isEmpty()) {
                unhealed.addAll(group);
            } else {
                reportPlugs(context, board, out, group, remedy);
            }
        }
        // Plugs of two far hosts may have changed places: then no group heals alone, but all of them together do.
        List<Exchange> remedy = unhealed.isEmpty() ? List.of() : board.heal(unhealed);
        if (remedy.isEmpty()) {
            Readdressing readdressing = new Readdressing(context);
            unhealed.forEach(cable -> reportAddresses(context, board, readdressing, out, cable));
        } else {
            reportPlugs(context, board, out, unhealed, remedy);
        }
    }

    private static void reportPlugs(
            Context context, PlugBoard board, Findings out, List<Cable> group, List<Exchange> remedy) {
        List<String> steps = remedy.stream().map(board::instruction).toList();
        String host = remedy.getFirst().a().host();
        Draft draft = out.report(Code.ENDS_IN_DIFFERENT_SUBNETS)
                .at(host, Phrase.list(remedy.stream().map(EndsCheck::ports).toList()))
                .seen(String.join(
                        "; ",
                        group.stream()
                                .flatMap(c -> mismatches(board, c).stream())
                                .limit(4)
                                .toList()))
                .wanted("both ends of a cable in one subnet")
                .consequence(
                        "the addresses name other cables than those that are plugged in, so RoCE does not work between "
                                + Phrase.list(group.stream()
                                        .map(EndsCheck::hosts)
                                        .distinct()
                                        .toList()))
                .fix(String.join("; ", steps) + "; then every cable fits its addresses. Or leave the plugs and exchange"
                        + " the addresses of those ports instead")
                .likelyIf(group.stream().allMatch(EndsCheck::isStale))
                .aboutCables(group);
        evidence(context, group, draft);
        draft.add();
    }

    private static String ports(Exchange exchange) {
        return exchange.isOnOneHost()
                ? exchange.a().label() + " and " + exchange.b().label()
                : exchange.a() + " and " + exchange.b();
    }

    private static String hosts(Cable cable) {
        return Phrase.host(cable.a().host()) + " - " + Phrase.host(cable.b().host());
    }

    private static boolean isStale(Cable cable) {
        return cable.links().stream().noneMatch(l -> l.basis().compareTo(Link.Basis.NEIGHBOUR) <= 0);
    }

    private static List<String> mismatches(PlugBoard board, Cable cable) {
        return board.misfits(cable.a(), cable.b()).stream()
                .map(e -> Addressing.describe(e.a()) + " is cabled to " + Addressing.describe(e.b()))
                .toList();
    }

    private static void evidence(Context context, List<Cable> group, Draft draft) {
        for (Cable cable : group) {
            for (Link link : cable.links()) {
                draft.evidence(link.evidence());
                context.function(link.a()).ifPresent(f -> draft.evidence(Addressing.evidence(f)));
                context.function(link.b()).ifPresent(f -> draft.evidence(Addressing.evidence(f)));
            }
        }
    }

    private static void reportAddresses(
            Context context, PlugBoard board, Readdressing readdressing, Findings out, Cable cable) {
        List<String> fixes = board.misfits(cable.a(), cable.b()).stream()
                .map(e -> readdressing.oneSubnet(e.a(), e.b()))
                .toList();
        Draft draft = out.report(Code.ENDS_IN_DIFFERENT_SUBNETS)
                .at(cable.a().host(), Phrase.cable(cable))
                .seen(String.join("; ", mismatches(board, cable)))
                .wanted("both ends of a cable in one subnet")
                .consequence("RoCE does not work over this cable (" + hosts(cable)
                        + "), and no exchange of plugs would make" + " the addresses fit")
                .fix(String.join("; ", fixes))
                .likelyIf(isStale(cable));
        evidence(context, List.of(cable), draft);
        draft.add();
    }
}
