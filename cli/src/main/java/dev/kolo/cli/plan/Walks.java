package dev.kolo.cli.plan;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.proof.FrameWalker;
import dev.kolo.plan.proof.Proofs;
import dev.kolo.plan.proof.Trace;
import java.util.ArrayList;
import java.util.List;

/** Walks from one rank to another through a plan's own objects: one for each address of the receiver. */
final class Walks {
    private Walks() {}

    /**
     * One walk.
     *
     * @param function the receiver's function that has the address
     * @param destination the address
     * @param trace the way
     */
    record Walk(PlannedFunction function, Ipv4Address destination, Trace trace) {}

    static List<Walk> of(Plan plan, int from, int to) {
        FrameWalker walker = Proofs.walkerOf(plan);
        boolean labelled = plan.relays().form() == RelayForm.FLOW_LABEL;
        List<Walk> walks = new ArrayList<>();
        for (PlannedFunction function : plan.hosts().get(to).functions()) {
            function.address()
                    .filter(a -> function.linked())
                    .ifPresent(address -> walks.add(new Walk(
                            function,
                            address,
                            walker.walk(plan.hosts().get(from).name(), address, labelled))));
        }
        return walks;
    }
}
