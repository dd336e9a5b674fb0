package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.List;
import java.util.Optional;

/** Logs of a ring whose routing cannot be seen, because NCCL was not asked to print lines of NET. */
final class RoutingLinesCheck implements LogCheck {
    private static final String SUBSYS = "NCCL_DEBUG_SUBSYS";

    @Override
    public void examine(LogView view, Findings out) {
        List<RankLog> blind = view.isSwitchless()
                ? view.ranks().stream().filter(r -> isBlind(view, r)).toList()
                : List.of();
        if (blind.isEmpty()) {
            return;
        }
        RankLog first = blind.getFirst();
        Optional<LogView.Value> asked = view.variable(first, SUBSYS);
        Draft draft = out.report(Code.ROUTING_LINES_HIDDEN)
                .at("", "NCCL's routing lines")
                .seen(asked.map(v -> SUBSYS + "=" + v.text())
                                .orElse("rings connected over IB, and no line of a queue pair or of routing")
                        + " in " + Phrase.list(blind.stream().map(view::title).toList()))
                .wanted(SUBSYS + "=INIT,ENV,NET")
                .consequence("whether channels ended on the devices they were planned for cannot be told from this log")
                .fix("run once more with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH and give that log");
        asked.ifPresent(v -> draft.evidence(v.evidence()));
        Optional.ofNullable(first.stages().get(Stage.RINGS_CONNECTED))
                .map(Stated::evidence)
                .ifPresent(draft::evidence);
        draft.add();
        out.askFor(
                "on which devices NCCL's channels really ended",
                "the log of every rank with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH",
                view.host(first));
    }

    private static boolean isBlind(LogView view, RankLog rank) {
        boolean usesIb = rank.paths().channels().stream()
                        .anyMatch(c -> c.network().equals("IB"))
                || rank.network().network().filter(n -> n.value().equals("IB")).isPresent();
        boolean shown = !rank.paths().queuePairs().isEmpty()
                || !rank.network().overrides().isEmpty();
        boolean left = view.variable(rank, SUBSYS)
                .filter(v -> !v.text().contains("NET") && !v.text().contains("ALL"))
                .isPresent();
        return usesIb
                && rank.has(Stage.RINGS_CONNECTED)
                && !shown
                && (left || !rank.paths().channels().isEmpty());
    }
}
