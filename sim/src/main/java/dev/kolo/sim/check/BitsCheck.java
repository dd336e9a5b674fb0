package dev.kolo.sim.check;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Equal bits on all ranks: results that must be the same everywhere are compared with each other, not with the oracle. */
public final class BitsCheck {
    private static final String RULE = "equal bits";

    private final Violations violations;
    /** By call: who was first to have a result, and which. */
    private final Map<Integer, Result> first = new TreeMap<>();

    @SuppressWarnings("ArrayRecordComponent") // compared by content, never as a record
    private record Result(int rank, byte[] bytes) {}

    /** Follows the calls of one session. */
    public BitsCheck(Violations violations) {
        this.violations = violations;
    }

    /** A rank has a result that all ranks must have. */
    public void result(int rank, int call, String words, byte[] bytes) {
        Result other = first.putIfAbsent(call, new Result(rank, bytes));
        if (other != null && !Arrays.equals(other.bytes(), bytes)) {
            violations.add(RULE, rank, "ranks " + other.rank() + " and " + rank + " have different bits of " + words);
        }
    }
}
