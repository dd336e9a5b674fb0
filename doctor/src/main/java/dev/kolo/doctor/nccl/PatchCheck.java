package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Variables that only a patched build obeys, without the line by which such a build shows that it does. A stock library
 * ignores unknown variables and says nothing.
 */
final class PatchCheck implements LogCheck {
    private static final List<String> NO_TREE = List.of("NCCL_SWITCHLESS_RING_ONLY", "NCCL_SKIP_TREE_CONNECT");

    @Override
    public void examine(LogView view, Findings out) {
        List<RankLog> stock = new ArrayList<>();
        for (RankLog rank : view.ranks()) {
            if (wantsNoTree(view, rank).isPresent() && reachedTrees(rank) && !hasEffect(rank)) {
                stock.add(rank);
            }
        }
        if (stock.isEmpty()) {
            return;
        }
        RankLog first = stock.getFirst();
        boolean opposite = first.rankCount().orElse(4) >= 4;
        List<String> hosts = stock.stream().map(view::host).distinct().toList();
        Setting setting = wantsNoTree(view, first).orElseThrow();
        Draft draft = out.report(Code.NCCL_NOT_PATCHED)
                .severity(opposite ? Severity.ERROR : Severity.INFO)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", setting.name())
                .seen(setting.name() + "=1, and "
                        + Phrase.list(stock.stream().map(view::title).toList())
                        + " went on to the trees without a word of it")
                .wanted("the line \"Tree transport setup disabled by NCCL_SWITCHLESS_RING_ONLY\" in every rank")
                .consequence(
                        opposite
                                ? "the library that runs is not the patched one: it connects the tree, which needs a cable between"
                                        + " opposite hosts"
                                : "the library that runs is not the patched one; with three ranks or fewer every pair is joined, so"
                                        + " the tree does no harm")
                .fix(
                        "see which file the process maps (grep libnccl /proc/PID/maps inside the container) and mount the patched"
                                + " build over it")
                .evidence(setting.value().evidence());
        for (RankLog rank : stock) {
            Optional.ofNullable(rank.stages().get(Stage.TREES_CONNECTED))
                    .or(rank.errors()::tree)
                    .ifPresent(s -> draft.evidence(s.evidence()));
        }
        draft.add();
    }

    private record Setting(String name, LogView.Value value) {}

    /** The setting counts when it is the rank's own: from its log, its host, or the very file that it stands in. */
    private static Optional<Setting> wantsNoTree(LogView view, RankLog rank) {
        for (String name : NO_TREE) {
            Optional<LogView.Value> value =
                    view.variable(rank, name).filter(v -> v.text().equals("1"));
            boolean own = value.isPresent()
                    && (!view.host(rank).isEmpty()
                            || rank.extent()
                                    .files()
                                    .contains(value.get().evidence().file()));
            if (own) {
                return Optional.of(new Setting(name, value.get()));
            }
        }
        return Optional.empty();
    }

    private static boolean reachedTrees(RankLog rank) {
        return rank.has(Stage.TREES_CONNECTED) || rank.errors().tree().isPresent();
    }

    private static boolean hasEffect(RankLog rank) {
        return rank.loaded().effects().containsKey(Effect.TREE_DISABLED)
                || rank.loaded().effects().containsKey(Effect.TREE_SKIPPED);
    }
}
