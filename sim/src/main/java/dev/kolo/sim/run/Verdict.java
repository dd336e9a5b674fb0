package dev.kolo.sim.run;

import dev.kolo.sim.check.Violations.Violation;
import dev.kolo.sim.core.Trace;
import java.util.List;

/**
 * What came of a run.
 *
 * @param scenario what was run
 * @param hash hash of everything that happened, the same on every machine
 * @param events how much happened in the fabric and at its ranks
 * @param picos how much virtual time passed
 * @param violations rules that did not hold; none when all is well
 * @param failures what ranks that failed say, by rank, where a fault ended the session
 * @param coverage what was exercised
 * @param lines the end of the trace, where it was kept
 */
public record Verdict(
        Scenario scenario,
        long hash,
        long events,
        long picos,
        List<Violation> violations,
        List<String> failures,
        Coverage coverage,
        List<Trace.Line> lines) {
    public Verdict {
        violations = List.copyOf(violations);
        failures = List.copyOf(failures);
        lines = List.copyOf(lines);
    }

    /** Whether every rule held. */
    public boolean isGood() {
        return violations.isEmpty();
    }
}
