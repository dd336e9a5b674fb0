package dev.kolo.sim.core;

import java.util.Arrays;

/**
 * What will happen and when: the clock of a simulation. Time is integer picoseconds; what falls on the same moment happens in
 * the order in which it was put here, so a run is the same on every machine.
 */
public final class Agenda {
    /** Picoseconds of a nanosecond. */
    public static final long NANO = 1_000;
    /** Picoseconds of a microsecond. */
    public static final long MICRO = 1_000 * NANO;
    /** Picoseconds of a millisecond. */
    public static final long MILLI = 1_000 * MICRO;
    /** Picoseconds of a second. */
    public static final long SECOND = 1_000 * MILLI;

    // A binary heap over three arrays: the earliest first, among equals the first put.
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private Happening[] what = new Happening[256];
    private int size;
    private long nextOrder;
    private long nowPicos;
    private long happened;

    /** The present moment; picoseconds since the run began. */
    public long nowPicos() {
        return nowPicos;
    }

    /** How much has happened so far. */
    public long happened() {
        return happened;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** When the next thing happens; {@link Long#MAX_VALUE} when nothing is on the agenda. */
    public long nextPicos() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /** Puts something on the agenda, some picoseconds from now. */
    public void in(long picos, Happening happening) {
        at(nowPicos + picos, happening);
    }

    /**
     * Puts something on the agenda.
     *
     * @param picos when, not before now
     * @param happening what
     */
    public void at(long picos, Happening happening) {
        if (picos < nowPicos) {
            throw new IllegalArgumentException("at " + nowPicos + " ps nothing can be put to " + picos + " ps");
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            what = Arrays.copyOf(what, 2 * size);
        }
        int at = size++;
        long order = nextOrder++;
        while (at > 0) {
            int above = (at - 1) >>> 1;
            if (times[above] <= picos) {
                break;
            }
            move(above, at);
            at = above;
        }
        set(at, picos, order, happening);
    }

    /** Lets the next thing happen; false when there is none. */
    public boolean step() {
        if (size == 0) {
            return false;
        }
        nowPicos = times[0];
        final Happening next = what[0];
        removeFirst();
        happened++;
        next.happen();
        return true;
    }

    private void removeFirst() {
        int last = --size;
        long time = times[last];
        long order = orders[last];
        Happening happening = what[last];
        int at = 0;
        while (true) {
            int below = 2 * at + 1;
            if (below >= last) {
                break;
            }
            if (below + 1 < last && isBefore(times[below + 1], orders[below + 1], times[below], orders[below])) {
                below++;
            }
            if (!isBefore(times[below], orders[below], time, order)) {
                break;
            }
            move(below, at);
            at = below;
        }
        set(at, time, order, happening);
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time != otherTime ? time < otherTime : order < otherOrder;
    }

    private void move(int from, int to) {
        set(to, times[from], orders[from], what[from]);
    }

    private void set(int at, long time, long order, Happening happening) {
        times[at] = time;
        orders[at] = order;
        what[at] = happening;
    }
}
