package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Context;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.probe.nccl.NcclLogs.Communicator;
import dev.kolo.probe.nccl.NcclLogs.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The order in which a job really numbered the hosts, as the logs of all its ranks show it. */
public final class LoggedRanks {
    private LoggedRanks() {}

    /**
     * The hosts in rank order: of the largest communicator whose every rank is seen, one a host.
     *
     * @param evidence takes the lines that show it
     * @return empty when no logs show such a communicator
     */
    public static List<String> order(Context context, List<Evidence> evidence) {
        if (context.logs().isEmpty()) {
            return List.of();
        }
        LogView view = new LogView(context);
        List<String> best = List.of();
        for (Communicator communicator : context.logs().communicators()) {
            List<String> hosts = communicator.members().values().stream()
                    .map(Member::log)
                    .map(view::host)
                    .toList();
            boolean whole = communicator.unseen().isEmpty() && new HashSet<>(hosts).size() == hosts.size();
            if (whole && hosts.size() > best.size()) {
                best = hosts;
                evidence.clear();
                List<Evidence> lines = new ArrayList<>();
                communicator
                        .members()
                        .values()
                        .forEach(m -> m.comm().stages().values().stream()
                                .findFirst()
                                .ifPresent(s -> lines.add(s.evidence())));
                evidence.addAll(lines);
            }
        }
        return best;
    }
}
