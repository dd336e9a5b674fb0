package dev.kolo.plan.engine;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Nccl;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans what each rank of an engine must have in its environment so that NCCL runs on these cables. */
public final class EnginePlanner {
    static final String STOCK_RING_LABEL =
            "stock NCCL on a ring: that no tree is connected with cuMem on and Ring is measured"
                    + " for the connect step (NCCL 2.28.9, two ranks); it is not yet shown on a ring";

    static final String STOCK_MERGE_LABEL =
            "stock NCCL with merged ports: read from NCCL's source, not yet shown on these" + " cables";

    private EnginePlanner() {}

    /** What came of it. */
    public sealed interface Outcome {
        /**
         * Environments, or the reason why there are none.
         *
         * @param section what the plan says
         */
        record Planned(EngineSection section) implements Outcome {}

        /**
         * The library that was asked for cannot work on these cables.
         *
         * @param refusal which cable
         */
        record Refused(Finding refusal) implements Outcome {}
    }

    /**
     * All that the environment follows from.
     *
     * @param fabric the facts
     * @param shape the shape
     * @param hosts hosts in rank order
     * @param links links along the ranks
     * @param addresses their addresses
     * @param wire what the wire runs
     * @param relays the relays, if any
     * @param request what is asked
     */
    public record Input(
            Fabric fabric,
            Shape.Kind shape,
            List<PlannedHost> hosts,
            List<PlannedLink> links,
            AddressPlan addresses,
            WireSection wire,
            RelaySection relays,
            PlanRequest request) {}

    /** Plans the environments. */
    public static Outcome plan(Input in) {
        String bisection = Bisection.of(in.shape, in.hosts.size());
        Optional<String> absence = absence(in);
        if (absence.isPresent()) {
            return new Outcome.Planned(
                    new EngineSection(in.request.nccl(), Optional.empty(), List.of(), absence, bisection));
        }
        boolean ring = in.shape == Shape.Kind.RING;
        NcclCabling cabling = new NcclCabling(in.hosts, in.links, in.request.keepApart());
        boolean stock = in.request.nccl() == Nccl.STOCK;
        boolean merge = stock && ring && cabling.sameIndex().isPresent();
        Optional<Finding> refusal = merge ? cabling.stockRefusal() : Optional.empty();
        if (refusal.isPresent()) {
            return new Outcome.Refused(refusal.get());
        }
        Optional<String> label = Optional.empty();
        if (stock && ring && in.hosts.size() > 3) {
            label = Optional.of(merge ? STOCK_RING_LABEL + "; and " + STOCK_MERGE_LABEL : STOCK_RING_LABEL);
        } else if (merge) {
            label = Optional.of(STOCK_MERGE_LABEL);
        }
        List<EngineEnvironment> ranks = new ArrayList<>();
        NcclSettings settings = new NcclSettings(in, cabling, merge);
        in.hosts.forEach(host -> ranks.add(settings.of(host)));
        return new Outcome.Planned(new EngineSection(in.request.nccl(), label, ranks, Optional.empty(), bisection));
    }

    private static Optional<String> absence(Input in) {
        if (!in.request.groups().isEmpty()) {
            return Optional.of("NCCL's ring would have to close inside each group, and a group is a part of the cables:"
                    + " no environment is planned for groups.");
        }
        if (in.shape == Shape.Kind.PATH) {
            return Optional.of("NCCL's ring would need a cable between "
                    + in.hosts.getLast().name() + " and " + in.hosts.getFirst().name()
                    + ": on a path only the wire runs, with relays.");
        }
        for (PlannedHost host : in.hosts) {
            for (PlannedFunction function : host.functions()) {
                if (function.linked() && function.device().isEmpty()) {
                    return Optional.of("The RDMA device of " + function.netdev() + " on " + host.name()
                            + " was not observed, so that NCCL_IB_HCA cannot be exact: add the output of `rdma link`.");
                }
            }
        }
        return Optional.empty();
    }
}
