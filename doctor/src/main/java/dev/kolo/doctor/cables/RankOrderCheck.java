package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.HostNames;
import dev.kolo.doctor.nccl.LoggedRanks;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Cable;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rank order against cable order. NCCL takes its ring from the order in which the launcher numbers the ranks; nobody
 * checks it except by failing. On three hosts every order is a ring.
 */
public final class RankOrderCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        Shape shape = context.fabric().shape();
        boolean ordered = shape.kind() == Shape.Kind.RING || shape.kind() == Shape.Kind.PATH;
        if (!ordered || shape.hosts().size() < 3) {
            return;
        }
        List<Evidence> evidence = new ArrayList<>();
        List<String> ranks = statedOrder(context, evidence);
        if (ranks.size() != shape.hosts().size() || !new HashSet<>(ranks).containsAll(shape.hosts())) {
            return;
        }
        List<String> gaps = gaps(context, ranks, shape.kind() == Shape.Kind.RING);
        if (gaps.isEmpty()) {
            return;
        }
        out.report(Code.RANK_ORDER_NOT_CABLE_ORDER)
                .at("", "rank order")
                .seen(String.join(", ", ranks) + "; no cable joins " + String.join(", ", gaps))
                .wanted("the order of the cables: " + String.join(", ", shape.hosts()))
                .consequence("NCCL connects each rank to the next one; without a cable between them that fails with"
                        + " ibv_modify_qp errno 110")
                .fix("start the ranks in this order: " + String.join(", ", shape.hosts()))
                .evidence(evidence)
                .add();
    }

    private static List<String> statedOrder(Context context, List<Evidence> evidence) {
        // What ran goes before what was meant to run.
        List<String> logged = LoggedRanks.order(context, evidence);
        if (!logged.isEmpty()) {
            return logged;
        }
        if (!context.expectation().rankOrder().isEmpty()) {
            return context.expectation().rankOrder();
        }
        List<LocatedRemark> stated = new ArrayList<>(context.remarks(Remark.Kind.CLUSTER_HOST));
        if (stated.isEmpty()) {
            stated.addAll(context.remarks(Remark.Kind.JOB_HEAD));
            stated.addAll(context.remarks(Remark.Kind.JOB_WORKER));
        }
        HostNames names = new HostNames(context);
        List<String> order = new ArrayList<>();
        for (LocatedRemark remark : stated) {
            Optional<String> host = names.resolve(remark.value());
            if (host.isPresent() && !order.contains(host.get())) {
                order.add(host.get());
                evidence.add(remark.remark().evidence());
            }
        }
        return order;
    }

    private static List<String> gaps(Context context, List<String> ranks, boolean ring) {
        Set<List<String>> joined = new HashSet<>();
        for (Cable cable : context.fabric().cables()) {
            joined.add(List.of(cable.a().host(), cable.b().host()));
            joined.add(List.of(cable.b().host(), cable.a().host()));
        }
        List<String> gaps = new ArrayList<>();
        int steps = ring ? ranks.size() : ranks.size() - 1;
        for (int i = 0; i < steps; i++) {
            String here = ranks.get(i);
            String next = ranks.get((i + 1) % ranks.size());
            if (!joined.contains(List.of(here, next))) {
                gaps.add(here + " and " + next);
            }
        }
        return gaps;
    }
}
