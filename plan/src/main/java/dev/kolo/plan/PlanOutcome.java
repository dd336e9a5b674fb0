package dev.kolo.plan;

import dev.kolo.fabric.finding.Finding;

/** What came of planning. */
public sealed interface PlanOutcome {
    /**
     * A plan, all its proofs holding.
     *
     * @param plan the plan
     */
    record Planned(Plan plan) implements PlanOutcome {}

    /**
     * No plan.
     *
     * @param refusal the cause: what was seen, what is wanted, what to do
     */
    record Refused(Finding refusal) implements PlanOutcome {}
}
