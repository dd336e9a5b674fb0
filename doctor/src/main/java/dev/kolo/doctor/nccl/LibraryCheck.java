package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.probe.nccl.NcclLogs.Communicator;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The library itself: equal on all ranks of a communicator, and new enough for a ring without a switch. */
final class LibraryCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        boolean differ = false;
        for (List<RankLog> group : groups(view)) {
            differ |= report(
                    view, out, group, Code.NCCL_VERSIONS_DIFFER, r -> r.loaded().version());
        }
        if (!differ) {
            for (List<RankLog> group : groups(view)) {
                report(
                        view,
                        out,
                        group,
                        Code.NCCL_HASHES_DIFFER,
                        r -> r.loaded().build());
            }
        }
        lacksRouting(view, out);
    }

    /** Ranks that must have one library: those of a communicator; without one, the processes of different hosts. */
    private static List<List<RankLog>> groups(LogView view) {
        List<List<RankLog>> groups = new ArrayList<>();
        for (Communicator communicator : view.logs().communicators()) {
            List<RankLog> members =
                    communicator.members().values().stream().map(m -> m.log()).toList();
            if (!groups.contains(members)) {
                groups.add(members);
            }
        }
        Map<String, RankLog> alone = new LinkedHashMap<>();
        for (RankLog rank : view.ranks()) {
            boolean hasComm = rank.communicators().stream().anyMatch(c -> !c.id().isEmpty());
            if (!hasComm && !view.host(rank).isEmpty()) {
                alone.putIfAbsent(view.host(rank), rank);
            }
        }
        groups.add(List.copyOf(alone.values()));
        return groups;
    }

    private interface Of {
        Optional<Stated> value(RankLog rank);
    }

    private static boolean report(LogView view, Findings out, List<RankLog> group, Code code, Of of) {
        Map<String, List<String>> byValue = new LinkedHashMap<>();
        List<Evidence> evidence = new ArrayList<>();
        for (RankLog rank : group) {
            of.value(rank).ifPresent(v -> {
                boolean isNew = !byValue.containsKey(v.value());
                byValue.computeIfAbsent(v.value(), x -> new ArrayList<>()).add(view.title(rank));
                evidence.add(isNew ? Math.min(evidence.size(), byValue.size() - 1) : evidence.size(), v.evidence());
            });
        }
        if (byValue.size() < 2) {
            return false;
        }
        boolean versions = code == Code.NCCL_VERSIONS_DIFFER;
        out.report(code)
                .at("", "the NCCL " + (versions ? "version" : "build") + " of the ranks")
                .seen(Phrase.list(byValue.entrySet().stream()
                        .map(e -> e.getKey() + " in " + Phrase.list(e.getValue()))
                        .toList()))
                .wanted("the same library in every rank")
                .consequence(
                        versions
                                ? "ranks of different versions refuse each other or fail while they connect"
                                : "ranks of different builds may connect differently: a patched one leaves out what a stock one"
                                        + " waits for")
                .fix(
                        "mount one libnccl.so.2 over the pip package's in every container, and compare `sha256sum` of it inside"
                                + " all of them")
                .evidence(evidence)
                .add();
        return true;
    }

    private static void lacksRouting(LogView view, Findings out) {
        List<RankLog> old = view.ranks().stream()
                .filter(view::lacksRouting)
                .filter(r -> !isFinePair(view, r) && !worked(r))
                .filter(r -> view.isOn(r, LogView.ROUTING) && !view.context().isSwitched()
                        || view.isSwitchless() && view.spansHosts(r))
                .toList();
        if (old.isEmpty()) {
            return;
        }
        RankLog first = old.getFirst();
        List<String> hosts = old.stream().map(view::host).distinct().toList();
        Stated version = first.loaded()
                .version()
                .or(() -> first.loaded().engineVersion())
                .orElseThrow();
        boolean isSet = view.isOn(first, LogView.ROUTING);
        Draft draft = out.report(Code.NCCL_LACKS_SUBNET_ROUTING)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", "NCCL " + version.value())
                .seen("NCCL " + version.value() + " in "
                        + Phrase.list(old.stream().map(view::title).toList())
                        + (isSet ? ", with " + LogView.ROUTING + "=1" : ""))
                .wanted("NCCL " + LogView.FIRST_WITH_ROUTING + " or later inside the container")
                .consequence(
                        "this release does not know subnet-aware routing and ignores the variable silently, so channels are given"
                                + " devices that cannot reach the peer (ibv_modify_qp errno 110)")
                .fix("mount libnccl.so.2 of " + LogView.FIRST_WITH_ROUTING
                        + " or later over the pip package's inside the container, on every rank; a test on the host proves"
                        + " nothing about the container")
                .evidence(version.evidence());
        view.variable(first, LogView.ROUTING).ifPresent(v -> draft.evidence(v.evidence()));
        draft.add();
    }

    /** Two hosts with one subnet a device need no routing. */
    private static boolean isFinePair(LogView view, RankLog rank) {
        return view.hasFacts() ? view.context().isPair() : rank.rankCount().orElse(0) == 2;
    }

    /** What has connected and failed nowhere is no proof of trouble, whatever its version. */
    private static boolean worked(RankLog rank) {
        return rank.has(Stage.RINGS_CONNECTED)
                && rank.has(Stage.COMPLETE)
                && rank.errors().isEmpty();
    }
}
