package dev.kolo.plan.engine;

import dev.kolo.plan.PlanRequest;
import java.util.List;
import java.util.Optional;

/**
 * All that a plan says of the engine.
 *
 * @param nccl which NCCL the environments are for
 * @param label what is not yet shown about this combination, if anything: printed wherever it is offered
 * @param ranks one environment a rank, in rank order; empty when NCCL cannot run on these cables
 * @param absence why there are none
 * @param bisection how much can cross the middle of the fabric, and what that means for long prompts
 */
public record EngineSection(
        PlanRequest.Nccl nccl,
        Optional<String> label,
        List<EngineEnvironment> ranks,
        Optional<String> absence,
        String bisection) {
    public EngineSection {
        ranks = List.copyOf(ranks);
    }
}
