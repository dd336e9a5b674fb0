package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.probe.nccl.DeviceOverride;
import dev.kolo.probe.nccl.IbPort;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where the queue pairs really landed: the line of a queue pair names the true device, where {@code via NET/IB/k} only
 * names the planned one. A device on which none landed carries nothing.
 */
final class LandingCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        if (out.has(Code.DEVICES_CARRY_NOTHING)) {
            return;
        }
        List<FunctionId> idle = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        Set<String> moves = new LinkedHashSet<>();
        Set<String> landed = new LinkedHashSet<>();
        for (RankLog rank : view.ranks()) {
            List<IbPort> bare = idle(rank);
            bare.forEach(p -> idle.add(new FunctionId(view.host(rank), p.name())));
            if (!bare.isEmpty()) {
                bare.forEach(p -> evidence.add(p.evidence()));
                moves(rank, moves, evidence);
                landed(rank, landed, evidence);
            }
        }
        if (idle.isEmpty()) {
            return;
        }
        List<String> hosts = idle.stream().map(FunctionId::host).distinct().toList();
        Draft draft = out.report(Code.DEVICES_CARRY_NOTHING)
                .likely()
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(idle))
                .seen("in NCCL's list, and no queue pair landed there; all landed on " + Phrase.list(landed)
                        + (moves.isEmpty() ? "" : " (" + Phrase.list(moves) + ")"))
                .wanted("queue pairs on every device in the list")
                .consequence(
                        "these devices carry nothing, and the others all of it. A plan that names them (\"via NET/IB/k\") proves"
                                + " nothing")
                .fix(
                        "see, in this order, that they have addresses, that the number of channels reaches them, and that NCCL's"
                                + " listener advertises them; the port counters before and after a run settle it")
                .evidence(evidence);
        draft.add();
    }

    /** Only a rank whose connections were all made and shown can tell that a device was left out. */
    private static List<IbPort> idle(RankLog rank) {
        Set<Integer> used = new TreeSet<>();
        rank.paths().queuePairs().forEach(q -> used.add(q.ibDevice()));
        int channels = rank.paths().channelCount().orElse(0);
        int ports = rank.network().ports().size();
        boolean tells = used.size() > 0
                && ports > 1
                && channels >= ports
                && rank.has(Stage.RINGS_CONNECTED)
                && rank.errors().failures().isEmpty();
        return tells
                ? rank.network().ports().stream()
                        .filter(p -> !used.contains(p.index()))
                        .toList()
                : List.of();
    }

    private static void moves(RankLog rank, Set<String> moves, List<Evidence> evidence) {
        for (DeviceOverride override : rank.network().overrides()) {
            moves.add("dev " + override.from() + " overridden with dev " + override.to());
            evidence.add(override.evidence());
        }
    }

    private static void landed(RankLog rank, Set<String> landed, List<Evidence> evidence) {
        Set<Integer> told = new TreeSet<>();
        for (QueuePair pair : rank.paths().queuePairs()) {
            if (told.add(pair.ibDevice())) {
                landed.add(
                        rank.network().port(pair.ibDevice()).map(IbPort::name).orElse("IbDev " + pair.ibDevice()));
                evidence.add(pair.evidence());
            }
        }
    }
}
