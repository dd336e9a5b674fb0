package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.List;

/**
 * IPv4 link-local addresses (169.254.0.0/16) on fabric netdevs. Alone they put every port into one subnet; beside a real
 * address they take GID slots, and the first IPv4 entry is what NCCL picks.
 */
public final class LinkLocalCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        List<Function> alone = new ArrayList<>();
        List<Function> beside = new ArrayList<>();
        for (Function function : context.fabric().functions()) {
            if (linkLocal(function).isEmpty()) {
                continue;
            }
            (Addressing.routable(function).isEmpty() ? alone : beside).add(function);
        }
        if (!alone.isEmpty()) {
            reportAlone(context, out, alone);
        }
        if (!beside.isEmpty()) {
            reportBeside(out, beside);
        }
    }

    private static List<NetAddress> linkLocal(Function function) {
        return Addressing.live(function).stream()
                .filter(a -> a.address().isLinkLocal())
                .toList();
    }

    private static void reportAlone(Context context, Findings out, List<Function> functions) {
        boolean pair = context.isPair();
        file(
                out.report(Code.LINK_LOCAL_FABRIC)
                        .severity(pair ? Severity.WARNING : Severity.ERROR)
                        .wanted("an address in a subnet of its own for each link")
                        .consequence(
                                pair
                                        ? "all functions share 169.254.0.0/16 and the addresses change at will, so that a pair works by"
                                                + " luck only"
                                        : "all functions share 169.254.0.0/16, so neither the kernel nor NCCL can tell which cable leads to"
                                                + " which host")
                        .fix("set fixed addresses in netplan, one subnet for each link, with `link-local: []`, and run"
                                + " `sudo netplan apply`"),
                functions);
    }

    private static void reportBeside(Findings out, List<Function> functions) {
        file(
                out.report(Code.LINK_LOCAL_FABRIC)
                        .severity(Severity.WARNING)
                        .wanted("the fixed address alone")
                        .consequence(
                                "the extra address takes GID slots and moves the index of the real one; NCCL without a pinned"
                                        + " index takes the first IPv4 RoCE v2 entry, which may be this one")
                        .fix(
                                "set `link-local: []` for these netdevs in netplan, run `sudo netplan apply`, and check the GID table"
                                        + " again; until then exclude it with NCCL_IB_ADDR_RANGE"),
                functions);
    }

    private static void file(Draft draft, List<Function> functions) {
        List<FunctionId> ids = functions.stream().map(Function::id).sorted().toList();
        List<String> hosts = ids.stream().map(FunctionId::host).distinct().toList();
        List<String> addresses = functions.stream()
                .flatMap(f -> linkLocal(f).stream().map(a -> f.id() + " " + a))
                .toList();
        functions.forEach(f -> linkLocal(f).forEach(a -> draft.evidence(a.evidence())));
        draft.at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(ids))
                .seen(Phrase.list(addresses))
                .add();
    }
}
