package dev.kolo.cli.watch;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.counters.ExpectedShares;
import dev.kolo.fabric.counters.FabricGrowth;
import dev.kolo.fabric.facts.Inventory.Unreachable;
import java.util.List;
import java.util.Optional;

/**
 * What one interval showed.
 *
 * @param number 1 for the first
 * @param growth what grew in it
 * @param judged what the counters say since the watch began
 * @param judgedMillis how long that is, by the longest watched host; 0 when it cannot be told
 * @param expected the shares that a plan gives, when there is one
 * @param silent hosts that did not answer this time
 */
public record Frame(
        int number,
        FabricGrowth growth,
        Diagnosis judged,
        long judgedMillis,
        Optional<ExpectedShares> expected,
        List<Unreachable> silent) {
    public Frame {
        silent = List.copyOf(silent);
    }
}
