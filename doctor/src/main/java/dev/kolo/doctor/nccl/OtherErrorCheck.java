package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Errors of NCCL that no other check explains: they must not pass for fine. A few of them tell by themselves what to do. */
final class OtherErrorCheck implements LogCheck {
    private static final int MAX_QUOTED = 120;

    @Override
    public void examine(LogView view, Findings out) {
        List<RankLog> failed = view.ranks().stream()
                .filter(r -> !r.errors().others().isEmpty())
                .toList();
        if (failed.isEmpty() || out.hasErrors()) {
            return;
        }
        Stated first = failed.getFirst().errors().others().getFirst();
        Set<String> hosts = new LinkedHashSet<>();
        List<String> ranks = new ArrayList<>();
        failed.forEach(r -> {
            hosts.add(view.host(r));
            ranks.add(view.title(r));
        });
        String words =
                first.value().length() > MAX_QUOTED ? first.value().substring(0, MAX_QUOTED) + "…" : first.value();
        Draft draft = out.report(Code.NCCL_ERROR)
                .likely()
                .at(hosts.size() == 1 ? hosts.iterator().next() : "", "NCCL")
                .seen("\"" + words + "\" in " + Phrase.list(ranks))
                .wanted("a log without NCCL WARN")
                .consequence("NCCL met an error; nothing else in this material explains it")
                .fix(known(view, failed.getFirst(), first.value())
                        .orElse(
                                "read that line, and the ones before it in the log of the rank that printed it first; then give the"
                                        + " logs of all ranks and facts of the hosts"));
        failed.forEach(r -> r.errors().others().forEach(o -> draft.evidence(o.evidence())));
        draft.add();
    }

    /** Messages that name their own cause. */
    private static Optional<String> known(LogView view, RankLog rank, String text) {
        if (text.contains("no socket interface found")) {
            return Optional.of(
                    "NCCL_SOCKET_IFNAME"
                            + view.variable(rank, "NCCL_SOCKET_IFNAME")
                                    .map(v -> "=" + v.text())
                                    .orElse("")
                            + " names no interface that is up here: set it to the LAN netdev that `ip -br addr` shows inside the container");
        }
        if (text.contains("no algorithm/protocol available")) {
            return Optional.of(
                    "NCCL_ALGO"
                            + view.variable(rank, "NCCL_ALGO")
                                    .map(v -> "=" + v.text())
                                    .orElse("")
                            + " leaves no algorithm for this operation: take it out, or set NCCL_ALGO=Ring, which has all of them");
        }
        return Optional.empty();
    }
}
