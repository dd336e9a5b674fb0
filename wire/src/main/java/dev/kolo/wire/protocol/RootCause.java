package dev.kolo.wire.protocol;

import java.util.Arrays;

/**
 * Who waits for whom, and where that ends. On time-out ranks tell each other whom they miss; whoever is missed and misses
 * nobody is the root, and everyone else is only blocked behind it.
 */
public final class RootCause {
    /** Nothing is known of that rank: it has not said anything. */
    public static final int SILENT = -1;

    /** The rank says that it is in no operation. */
    public static final int IDLE = -2;

    private final int[] waitsFor;

    public RootCause(int world) {
        waitsFor = new int[world];
        Arrays.fill(waitsFor, SILENT);
    }

    /**
     * A rank says whom it misses.
     *
     * @param missing a rank, or {@link #IDLE}
     * @return whether that was news
     */
    public boolean learn(int waiter, int missing) {
        if (waiter < 0
                || waiter >= waitsFor.length
                || missing >= waitsFor.length
                || missing == waiter
                || missing == SILENT
                || missing < IDLE
                || waitsFor[waiter] != SILENT) {
            return false;
        }
        waitsFor[waiter] = missing;
        return true;
    }

    /** Whom a rank misses, {@link #IDLE} or {@link #SILENT}. */
    public int waitsFor(int rank) {
        return waitsFor[rank];
    }

    /**
     * The end of the chain that begins at a rank: a rank that is silent or idle.
     *
     * @return that rank; −1 when the chain is a circle, so that nobody is to blame alone
     */
    public int rootFrom(int rank) {
        int at = rank;
        for (int hops = 0; hops < waitsFor.length; hops++) {
            if (waitsFor[at] < 0) {
                return at;
            }
            at = waitsFor[at];
        }
        return -1;
    }

    /** The last rank of that chain that waits: the one that misses the root. The rank itself when it is the root. */
    int lastWaiterFrom(int rank) {
        int at = rank;
        for (int hops = 0; hops < waitsFor.length && waitsFor[at] >= 0 && waitsFor[waitsFor[at]] >= 0; hops++) {
            at = waitsFor[at];
        }
        return at;
    }

    /** The end of the chain of any rank that is known to wait for another; −1 when none is, or all go in circles. */
    public int rootOfAnyWaiter() {
        for (int rank = 0; rank < waitsFor.length; rank++) {
            int root = waitsFor[rank] >= 0 ? rootFrom(rank) : -1;
            if (root >= 0) {
                return root;
            }
        }
        return -1;
    }

    /** The chain in words: {@code rank 0 waits for rank 1, rank 1 for rank 2, rank 2 said nothing}. */
    public String chainFrom(int rank) {
        StringBuilder text = new StringBuilder();
        int at = rank;
        for (int hops = 0; hops <= waitsFor.length; hops++) {
            text.append(hops == 0 ? "" : ", ").append("rank ").append(at);
            if (waitsFor[at] == SILENT) {
                return text.append(" said nothing").toString();
            }
            if (waitsFor[at] == IDLE) {
                return text.append(" has not called this operation").toString();
            }
            text.append(hops == 0 ? " waits for rank " : " for rank ").append(waitsFor[at]);
            at = waitsFor[at];
            if (at == rank) {
                return text.append(": a circle").toString();
            }
        }
        return text.toString();
    }
}
