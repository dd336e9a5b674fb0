package dev.kolo.plan.proof;

import java.util.List;

/**
 * One property of a plan that was checked.
 *
 * @param name short name, e.g. {@code every pair is reached}
 * @param checked what was checked, in words
 * @param cases how many cases were looked at; 0 means that the plan has none of the kind
 * @param failures what does not hold, one sentence each; empty when the proof holds
 */
public record Proof(String name, String checked, int cases, List<String> failures) {
    /** Failures beyond this many are counted, not listed. */
    public static final int MOST_FAILURES = 20;

    public Proof {
        failures = failures.size() > MOST_FAILURES
                ? java.util.stream.Stream.concat(
                                failures.stream().limit(MOST_FAILURES),
                                java.util.stream.Stream.of("and " + (failures.size() - MOST_FAILURES) + " more"))
                        .toList()
                : List.copyOf(failures);
    }

    public boolean holds() {
        return failures.isEmpty();
    }
}
