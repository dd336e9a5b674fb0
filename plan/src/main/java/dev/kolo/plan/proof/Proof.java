package dev.kolo.plan.proof;

import java.util.List;
import java.util.stream.Stream;

/**
 * One property of a plan that was checked.
 *
 * @param name short name, e.g. {@code every pair is reached}
 * @param checked what was checked, in words
 * @param cases how many cases were looked at; 0 means that the plan has none of the kind
 * @param failures what does not hold, one sentence each; empty when the proof holds
 * @param notObserved what could not be judged, since the facts do not show it: not the same as fine
 */
public record Proof(String name, String checked, int cases, List<String> failures, List<String> notObserved) {
    /** Failures beyond this many are counted, not listed. */
    public static final int MOST_FAILURES = 20;

    public Proof {
        failures = atMost(failures);
        notObserved = atMost(notObserved);
    }

    /** A proof of which every case could be judged. */
    public Proof(String name, String checked, int cases, List<String> failures) {
        this(name, checked, cases, failures, List.of());
    }

    private static List<String> atMost(List<String> sentences) {
        return sentences.size() > MOST_FAILURES
                ? Stream.concat(
                                sentences.stream().limit(MOST_FAILURES),
                                Stream.of("and " + (sentences.size() - MOST_FAILURES) + " more"))
                        .toList()
                : List.copyOf(sentences);
    }

    /** True when nothing speaks against it; see {@link #notObserved()} for what could not be judged. */
    public boolean holds() {
        return failures.isEmpty();
    }
}
