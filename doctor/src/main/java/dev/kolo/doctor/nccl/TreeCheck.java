package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.RingPlace;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import dev.kolo.probe.nccl.TreePlace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A ring of four or more that stands, and then dies while NCCL connects its trees: these want opposite hosts, which share
 * no cable. A printed {@code Trees} line alone is no fault: the working ring prints it too.
 */
final class TreeCheck implements LogCheck {
    private static final String FIX = "either mount an NCCL build that leaves the tree out over the pip package's"
            + " libnccl.so.2 and set NCCL_SWITCHLESS_RING_ONLY=1 on all ranks (no second copy: DeepEP aborts with \"Duplicate"
            + " NCCL runtime found\"); or stay with stock NCCL 2.30.7, NCCL_ALGO=Ring and cuMem on in all ranks (take"
            + " NCCL_CUMEM_ENABLE=0 and NCCL_RUNTIME_CONNECT=0 out), so that the tree is never asked for: that way was"
            + " measured for the connect step only";

    @Override
    public void examine(LogView view, Findings out) {
        List<RankLog> failed =
                view.ranks().stream().filter(r -> isDiagonal(view, r)).toList();
        if (failed.isEmpty()) {
            return;
        }
        RankLog first = failed.getFirst();
        List<Evidence> evidence = new ArrayList<>();
        first.errors().tree().map(Stated::evidence).ifPresent(evidence::add);
        Optional.ofNullable(first.stages().get(Stage.RINGS_CONNECTED))
                .map(Stated::evidence)
                .ifPresent(evidence::add);
        Set<String> wanted = new LinkedHashSet<>();
        failed.forEach(r -> wanted(r, wanted, evidence));
        List<String> eager = eager(view, first, evidence);
        failed.forEach(r -> afterRings(view, r).forEach(f -> evidence.add(f.evidence())));
        List<String> hosts = failed.stream().map(view::host).distinct().toList();
        Draft draft = out.report(Code.TREE_NEEDS_DIAGONAL)
                .likelyIf(failed.stream().allMatch(r -> r.errors().tree().isEmpty()))
                .at(hosts.size() == 1 ? hosts.getFirst() : "", "NCCL's tree")
                .seen("the rings were connected, and connecting the tree failed in "
                        + Phrase.list(failed.stream().map(view::title).toList())
                        + (wanted.isEmpty() ? "" : "; the tree wants " + Phrase.list(wanted))
                        + (eager.isEmpty()
                                ? ""
                                : ", and it is connected at the start because of " + Phrase.list(eager)))
                .wanted("no tree on a ring without a switch: only neighbours share a cable")
                .consequence("NCCL stops right after \"Connected all rings\"; cables and addresses are not at fault")
                .fix(FIX)
                .evidence(evidence);
        draft.add();
    }

    /** Whether a rank died of its tree, as far as its log and the facts tell. */
    static boolean isDiagonal(LogView view, RankLog rank) {
        boolean small = rank.rankCount().isPresent() && rank.rankCount().getAsInt() < 4;
        boolean left = rank.loaded().effects().containsKey(Effect.TREE_DISABLED)
                || rank.loaded().effects().containsKey(Effect.TREE_SKIPPED);
        boolean ringsOnly = rank.has(Stage.RINGS_CONNECTED) && !rank.has(Stage.TREES_CONNECTED);
        if (small || left || !ringsOnly || view.context().isSwitched() && view.hasFacts()) {
            return false;
        }
        return rank.errors().tree().isPresent() || !afterRings(view, rank).isEmpty();
    }

    /** Failures that came after the rings stood, between hosts that share no cable. */
    static List<ConnectFailure> afterRings(LogView view, RankLog rank) {
        Optional<Evidence> rings =
                Optional.ofNullable(rank.stages().get(Stage.RINGS_CONNECTED)).map(Stated::evidence);
        return rank.errors().failures().stream()
                .filter(f -> f.errno() == 110)
                .filter(f -> rings.filter(r -> r.file().equals(f.evidence().file())
                                && r.line() < f.evidence().line())
                        .isPresent())
                .filter(f -> !isBetweenNeighbours(view, f))
                .toList();
    }

    private static boolean isBetweenNeighbours(LogView view, ConnectFailure failure) {
        Optional<Function> local = view.function(failure.local());
        Optional<Function> remote = view.function(failure.remote());
        return local.isPresent()
                && remote.isPresent()
                && !view.between(local.get().host(), remote.get().host()).isEmpty();
    }

    /** The pairs that are neighbours in the tree and not in the ring. */
    private static void wanted(RankLog rank, Set<String> wanted, List<Evidence> evidence) {
        Set<Integer> neighbours = new TreeSet<>();
        for (RingPlace place : rank.paths().places()) {
            neighbours.add(place.previous());
            neighbours.add(place.next());
        }
        for (TreePlace tree : rank.paths().trees()) {
            for (int peer : tree.peers()) {
                boolean opposite = neighbours.isEmpty()
                        ? Math.abs(peer - tree.rank()) > 1 && rank.rankCount().orElse(4) > 3
                        : !neighbours.contains(peer);
                if (opposite
                        && wanted.add(
                                "rank " + Math.min(peer, tree.rank()) + " with rank " + Math.max(peer, tree.rank()))) {
                    evidence.add(tree.evidence());
                }
            }
        }
    }

    /** The variables that make NCCL connect trees at the start. */
    private static List<String> eager(LogView view, RankLog rank, List<Evidence> evidence) {
        List<String> found = new ArrayList<>();
        for (String name : List.of("NCCL_CUMEM_ENABLE", "NCCL_RUNTIME_CONNECT")) {
            view.variable(rank, name).filter(v -> v.text().equals("0")).ifPresent(v -> {
                found.add(name + "=0");
                evidence.add(v.evidence());
            });
        }
        return found;
    }
}
