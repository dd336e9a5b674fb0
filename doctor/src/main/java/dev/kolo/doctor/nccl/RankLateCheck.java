package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.probe.nccl.NcclLogs.Communicator;
import dev.kolo.probe.nccl.NcclLogs.Member;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Communicators that began and were not finished, without an error that explains it: some rank is missing, or further back
 * than the others. A log that was cut in the middle looks the same, so this is never certain.
 */
final class RankLateCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        for (Communicator communicator : view.logs().communicators()) {
            boolean explained = view.ranks().stream().anyMatch(r -> !r.errors().isEmpty());
            if (!communicator.isComplete() && !explained && communicator.rankCount() > 1) {
                judge(view, out, communicator);
            }
        }
    }

    private static void judge(LogView view, Findings out, Communicator communicator) {
        Stage furthest = communicator.members().values().stream()
                .map(RankLateCheck::stage)
                .max(Stage::compareTo)
                .orElse(Stage.LOADED);
        List<String> behind = new ArrayList<>();
        communicator.members().values().stream()
                .filter(m -> stage(m).compareTo(furthest) < 0)
                .forEach(m -> behind.add(view.title(m.log()) + " (last: " + stage(m).words() + ")"));
        List<String> missing = new ArrayList<>();
        if (communicator.members().size() > 1 || communicator.rankCount() == 2) {
            communicator.unseen().forEach(r -> missing.add("rank " + r));
        }
        List<String> waiting = silent(view, communicator);
        if (behind.isEmpty() && missing.isEmpty()) {
            return;
        }
        boolean unseen = behind.isEmpty();
        Draft draft = out.report(Code.NCCL_RANK_LATE)
                .likely()
                .at("", "communicator of " + Phrase.count(communicator.rankCount(), "rank"))
                .seen((unseen ? "no line of " + Phrase.list(missing) : Phrase.list(behind)) + ", while "
                        + Phrase.list(communicator.members().values().stream()
                                .filter(m -> stage(m) == furthest)
                                .map(m -> view.title(m.log()))
                                .toList())
                        + " came to: " + furthest.words()
                        + (waiting.isEmpty() ? "" : "; no communicator in " + Phrase.list(waiting)))
                .wanted("every rank at \"Init COMPLETE\"")
                .consequence("the others wait for it, without an error, until their timeout")
                .fix(
                        unseen
                                ? "look whether that rank was started at all, and give its log too; it needs the same MASTER_ADDR, and a"
                                        + " bootstrap netdev (NCCL_SOCKET_IFNAME) on which the others can reach it"
                                : "look at the end of that rank's own log first; then at its bootstrap netdev (NCCL_SOCKET_IFNAME) and"
                                        + " whether its process is alive");
        communicator
                .members()
                .values()
                .forEach(m -> Optional.ofNullable(m.comm().stages().get(stage(m)))
                        .ifPresent(s -> draft.evidence(s.evidence())));
        draft.add();
    }

    private static Stage stage(Member member) {
        return member.comm().stages().keySet().stream().max(Stage::compareTo).orElse(Stage.LOADED);
    }

    /** Processes that loaded the library and never came to a communicator. */
    private static List<String> silent(LogView view, Communicator communicator) {
        List<String> silent = new ArrayList<>();
        for (RankLog rank : view.ranks()) {
            if (rank.communicators().isEmpty()
                    && rank.has(Stage.LOADED)
                    && communicator.unseen().size() > 0) {
                silent.add(view.title(rank));
            }
        }
        return silent;
    }
}
