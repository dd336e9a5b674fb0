package dev.kolo.sim.check;

import java.util.Arrays;

/**
 * Every rank's result equals the oracle, and what is wrong is told apart: bytes that another call of this or an earlier session
 * has left behind are a read of another epoch.
 */
public final class ResultCheck {
    private static final String RULE = "results";
    private static final String EPOCH = "epochs";

    private final Violations violations;

    public ResultCheck(Violations violations) {
        this.violations = violations;
    }

    /** What other calls would have given. */
    public interface Epochs {
        /** How many there are to compare with, the latest first. */
        int count();

        /** Name of one. */
        String name(int index);

        /** What one would have given. */
        byte[] expected(int index);
    }

    /** Judges one result. */
    public void judge(int rank, String call, byte[] expected, byte[] seen, Epochs others) {
        int wrong = Arrays.mismatch(expected, seen);
        if (wrong < 0) {
            return;
        }
        int end = wrong;
        while (end < seen.length && end < expected.length && seen[end] != expected[end]) {
            end++;
        }
        int bytes = end - wrong;
        for (int i = 0; i < others.count() && bytes >= 4; i++) {
            byte[] other = others.expected(i);
            if (end <= other.length && Arrays.equals(other, wrong, end, seen, wrong, end)) {
                violations.add(
                        EPOCH,
                        rank,
                        "rank " + rank + " has " + bytes + " B of " + others.name(i) + " at byte " + wrong + " of "
                                + call);
                return;
            }
        }
        violations.add(
                RULE,
                rank,
                "rank " + rank + " has " + (seen[wrong] & 0xff) + " at byte " + wrong + " of " + call + ", not "
                        + (expected[wrong] & 0xff));
    }
}
