package dev.kolo.sim.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Equal bits on all ranks: results that must be the same everywhere are compared with each other, not with the oracle. */
public final class BitsCheck {
    private static final String RULE = "equal bits";

    private final Violations violations;
    private final @Nullable byte[][] first;
    private final int[] firstRank;

    /** Follows the calls of one session. */
    public BitsCheck(int calls, Violations violations) {
        this.violations = violations;
        first = new byte[calls][];
        firstRank = new int[calls];
    }

    /** A rank has a result that all ranks must have. */
    public void result(int rank, int call, String words, byte[] bytes) {
        byte[] others = first[call];
        if (others == null) {
            first[call] = bytes;
            firstRank[call] = rank;
        } else if (!Arrays.equals(others, bytes)) {
            violations.add(
                    RULE, rank, "ranks " + firstRank[call] + " and " + rank + " have different bits of " + words);
        }
    }
}
