package dev.kolo.sim.lockstep;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Lets one rank run at a time, and time pass only while all wait: what a run does then does not depend on how the machine
 * schedules threads.
 */
final class Baton {
    private static final int NOBODY = -1;

    private final BooleanSupplier[] waitsFor;
    private final boolean[] ended;
    private int holder = NOBODY;

    Baton(int world) {
        waitsFor = new BooleanSupplier[world];
        ended = new boolean[world];
    }

    /** A rank begins: it waits for its turn. */
    void take(int rank) {
        await(rank, () -> true);
    }

    /** A rank waits until something holds; others run and time passes meanwhile. */
    synchronized void await(int rank, BooleanSupplier holds) {
        waitsFor[rank] = holds;
        if (holder == rank) {
            holder = NOBODY;
        }
        notifyAll();
        while (holder != rank) {
            pause();
        }
    }

    /** A rank is done. */
    synchronized void end(int rank) {
        ended[rank] = true;
        holder = NOBODY;
        notifyAll();
    }

    /** Hands the baton round until all ranks are done. */
    void runAll(Runnable passTime) {
        begin();
        while (true) {
            int next = next();
            if (next == NOBODY) {
                passTime.run();
            } else if (next == ended.length) {
                return;
            } else {
                give(next);
            }
        }
    }

    /** Waits until every rank has come for the baton. */
    private synchronized void begin() {
        Arrays.fill(ended, false);
        for (int rank = 0; rank < ended.length; rank++) {
            while (waitsFor[rank] == null) {
                pause();
            }
        }
    }

    /** The lowest rank that can go on; {@link #NOBODY} when none can, their number when all are done. */
    private synchronized int next() {
        boolean all = true;
        for (int rank = 0; rank < ended.length; rank++) {
            all &= ended[rank];
            if (!ended[rank] && waitsFor[rank].getAsBoolean()) {
                return rank;
            }
        }
        return all ? ended.length : NOBODY;
    }

    private synchronized void give(int rank) {
        holder = rank;
        notifyAll();
        while (holder == rank) {
            pause();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // every caller is a loop
    private void pause() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted between two ranks", e);
        }
    }
}
