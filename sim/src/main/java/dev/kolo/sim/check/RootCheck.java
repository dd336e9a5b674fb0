package dev.kolo.sim.check;

import java.util.Set;
import java.util.TreeSet;

/**
 * A failure names the true root: the rank where the planted fault is, or an end of a lane that the fabric has really given up.
 * Where nothing fatal happened, nobody fails.
 */
public final class RootCheck {
    private static final String RULE = "roots";

    private final Violations violations;
    private final Set<Integer> culprits = new TreeSet<>();
    /** Culprits whose lanes end with them. */
    private final Set<Integer> unreachable = new TreeSet<>();

    private boolean nobodyAlone;

    public RootCheck(Violations violations) {
        this.violations = violations;
    }

    /** A rank is truly to blame. */
    public void blame(int rank) {
        culprits.add(rank);
    }

    /** A rank is truly to blame, and nobody reaches it any more. */
    public void blameUnreachable(int rank) {
        culprits.add(rank);
        unreachable.add(rank);
    }

    /** A lane was given up: an end of it is to blame, unless one of them is known to be out of reach. */
    public void blameLane(int rank, int peer) {
        if (!unreachable.contains(rank) && !unreachable.contains(peer)) {
            culprits.add(rank);
            culprits.add(peer);
        }
    }

    /** What happened is nobody's alone: ranks called different things. */
    public void blameNobodyAlone() {
        nobodyAlone = true;
    }

    /** Whether anything fatal has happened so far. */
    public boolean isFatal() {
        return nobodyAlone || !culprits.isEmpty();
    }

    /** A rank has failed. */
    public void failed(int rank, int root, String message) {
        if (!isFatal()) {
            violations.add(RULE, rank, "rank " + rank + " failed, but nothing fatal happened: " + message);
        } else if (!culprits.contains(root) && !(nobodyAlone && root < 0)) {
            violations.add(
                    RULE,
                    rank,
                    "rank " + rank + " names " + (root < 0 ? "nobody" : "rank " + root) + " as the root, to blame is "
                            + culprits + (nobodyAlone ? " or nobody alone" : "") + ": " + message);
        }
    }
}
