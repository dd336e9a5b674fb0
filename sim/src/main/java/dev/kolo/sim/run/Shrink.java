package dev.kolo.sim.run;

import dev.kolo.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;

/** Takes the faults of a run that failed out one by one, as long as it still fails the same rule: what is left is needed. */
public final class Shrink {
    private static final int MOST_RUNS = 200;

    private final Options options;
    private final String rule;
    private int runs;

    private Shrink(Options options, String rule) {
        this.options = options;
        this.rule = rule;
    }

    /**
     * What is left of a scenario.
     *
     * @param failed a verdict with violations
     * @param options how it was run
     */
    public static Scenario of(Verdict failed, Options options) {
        return new Shrink(options, failed.violations().getFirst().rule()).least(failed.scenario());
    }

    private Scenario least(Scenario from) {
        Scenario least = from;
        // Halves, quarters, … and in the end single faults, until nothing more can be left out.
        for (int part = Math.max(1, from.faults().size() / 2); part >= 1; part /= 2) {
            boolean further = true;
            while (further) {
                further = false;
                for (int at = 0; at < least.faults().size(); at += part) {
                    Scenario less = without(least, at, part);
                    if (runs < MOST_RUNS && stillFails(less)) {
                        least = less;
                        further = true;
                        at -= part;
                    }
                }
            }
        }
        return least;
    }

    private static Scenario without(Scenario from, int at, int count) {
        List<Fault> left = new ArrayList<>(from.faults());
        left.subList(at, Math.min(left.size(), at + count)).clear();
        return from.withFaults(left);
    }

    private boolean stillFails(Scenario scenario) {
        runs++;
        Verdict verdict = Run.of(scenario, options.tracing(0));
        return verdict.violations().stream().anyMatch(v -> v.rule().equals(rule));
    }
}
