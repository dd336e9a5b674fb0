package dev.kolo.doctor;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.plan.Plan;
import java.util.Optional;

/**
 * What an observation is compared with.
 *
 * @param earlier an earlier observation of the same hosts, under the same names
 * @param plan what the fabric was meant to run as, for the share that each device should carry
 */
public record Comparison(Inventory earlier, Optional<Plan> plan) {
    /** A comparison without a plan. */
    public static Comparison with(Inventory earlier) {
        return new Comparison(earlier, Optional.empty());
    }
}
