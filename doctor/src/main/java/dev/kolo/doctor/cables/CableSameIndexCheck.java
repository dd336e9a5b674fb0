package dev.kolo.doctor.cables;

import dev.kolo.doctor.cables.PlugBoard.Exchange;
import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Cables of three or more hosts that join ports of one number. Stock NCCL starts from the same device index at both
 * ends of a channel and repairs one end only, so such a cable stays unreachable for part of the channels.
 */
public final class CableSameIndexCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        if (context.isSwitched() || context.isPair()) {
            return;
        }
        PlugBoard board = new PlugBoard(context);
        for (List<Cable> component : board.groups(context.fabric().cables())) {
            List<Cable> same = component.stream()
                    .filter(c -> c.a().number() == c.b().number() && c.a().card() == c.b().card())
                    .toList();
            long hosts = component.stream()
                    .flatMap(c -> Stream.of(c.a().host(), c.b().host()))
                    .distinct()
                    .count();
            if (!same.isEmpty() && hosts > 2) {
                report(context, out, component, same);
            }
        }
    }

    private static void report(Context context, Findings out, List<Cable> component, List<Cable> same) {
        Optional<List<String>> turned = new PortFlips(component).fewest();
        List<Exchange> exchanges = turned.orElse(List.of()).stream()
                .flatMap(h -> exchangeOn(context, component, h).stream())
                .toList();
        String fix = exchanges.isEmpty()
                ? "move one plug of each of these cables so that it joins a port 0 to a port 1"
                : remedy(context, component, exchanges);
        boolean repairable = isMerged(context)
                || !context.remarks(Remark.Kind.LISTENERS_ADVERTISED).isEmpty();
        String host = turned.filter(t -> t.size() == 1).map(List::getFirst).orElse("");
        Draft draft = out.report(Code.CABLE_SAME_INDEX)
                .severity(repairable ? Severity.INFO : Severity.ERROR)
                .at(host, Phrase.list(same.stream().map(Phrase::cable).toList()))
                .seen(Phrase.count(same.size(), "cable") + (same.size() == 1 ? " joins" : " join")
                        + " ports of the same number")
                .wanted("every cable joins port 0 of one host to port 1 of the next")
                .consequence(
                        repairable
                                ? "NCCL as set up here advertises both ports of a rank and finds the right one; stock NCCL"
                                        + " with NCCL_IB_MERGE_NICS=0 could not"
                                : "stock NCCL starts from the same device index at both ends of a channel and can repair"
                                        + " one end only; on these cables part of the channels fails with"
                                        + " ibv_modify_qp errno 110")
                .fix(fix
                        + (repairable ? "" : "; or use an NCCL build whose listener advertises every device of a rank"))
                .likelyIf(same.stream().noneMatch(c -> isSure(c, context)))
                .aboutCables(same);
        for (Cable cable : same) {
            cable.links().forEach(l -> draft.evidence(l.evidence()));
        }
        draft.add();
    }

    private static boolean isMerged(Context context) {
        return !context.settings().effective("NCCL_IB_MERGE_NICS").isEmpty()
                && context.settings().effective("NCCL_IB_MERGE_NICS").stream()
                        .allMatch(s -> s.value().equals("1"));
    }

    /** Seen on the wire, or described by a person; addresses alone only suggest the plug. */
    private static boolean isSure(Cable cable, Context context) {
        return cable.isSeen()
                || cable.links().stream().anyMatch(l -> l.basis() == Link.Basis.STATED)
                || !context.inventory().statedCables().isEmpty();
    }

    private static Optional<Exchange> exchangeOn(Context context, List<Cable> component, String host) {
        Port used = component.stream()
                .filter(c -> c.a().host().equals(host) || c.b().host().equals(host))
                .map(c -> c.end(host))
                .min(Port::compareTo)
                .orElseThrow();
        Port zero = new Port(host, used.card(), 0);
        Port one = new Port(host, used.card(), 1);
        boolean known = !context.functionsAt(zero).isEmpty()
                || !context.functionsAt(one).isEmpty();
        return known || context.functionsOf(host).isEmpty() ? Optional.of(new Exchange(zero, one)) : Optional.empty();
    }

    private static String remedy(Context context, List<Cable> component, List<Exchange> exchanges) {
        PlugBoard board = new PlugBoard(context);
        List<String> steps = new ArrayList<>();
        exchanges.forEach(e -> steps.add(board.instruction(e)));
        if (!board.heals(component, exchanges)) {
            for (Exchange exchange : exchanges) {
                moveAddresses(context, exchange).ifPresent(steps::add);
            }
        }
        return String.join("; ", steps);
    }

    /** Plugs that change places take their cable's network with them, so the addresses must change places too. */
    private static Optional<String> moveAddresses(Context context, Exchange exchange) {
        List<String> moves = new ArrayList<>();
        for (Function zero : context.functionsAt(exchange.a())) {
            for (Function one : context.functionsAt(exchange.b())) {
                boolean addressed = !zero.subnets().isEmpty() || !one.subnets().isEmpty();
                if (zero.plane() == one.plane() && addressed) {
                    moves.add(zero.name() + " takes " + Addressing.text(one) + " and " + one.name() + " takes "
                            + Addressing.text(zero));
                }
            }
        }
        return moves.isEmpty()
                ? Optional.empty()
                : Optional.of("with them exchange the addresses "
                        + Phrase.on(exchange.a().host()).trim() + ": " + String.join("; ", moves));
    }
}
