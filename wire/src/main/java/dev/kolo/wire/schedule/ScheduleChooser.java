package dev.kolo.wire.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the schedule of an operation from its collective and size alone, so that all ranks choose alike. Where pairs are
 * direct and memory shared, every choice is equally safe; the model only says which is faster.
 */
public final class ScheduleChooser {
    private final Reach reach;
    private final CostModel cost;
    private final long limitBytes;
    private final long directFromBytes;
    private final ScheduleKind[][] candidates;
    private final long[] lastBytes;
    private final ScheduleKind[] lastKind;

    /**
     * A chooser for one reach and one cost model.
     *
     * @param limitBytes largest payload of one step; above it anything but the ring, where there is one, would take several
     *     windows
     * @param directFromBytes from which size on peers may fetch from each other's memory by address, an all-gather's in one
     *     step whatever the size; {@link Long#MAX_VALUE} where some rank cannot
     * @param forced the one kind to take wherever it serves; empty: by cost
     */
    public ScheduleChooser(
            Reach reach, CostModel cost, long limitBytes, long directFromBytes, Optional<ScheduleKind> forced) {
        this.reach = reach;
        this.cost = cost;
        this.limitBytes = limitBytes;
        this.directFromBytes = directFromBytes;
        Collective[] all = Collective.values();
        candidates = new ScheduleKind[all.length][];
        lastBytes = new long[all.length];
        lastKind = new ScheduleKind[all.length];
        Arrays.fill(lastBytes, -1);
        for (Collective collective : all) {
            List<ScheduleKind> kinds = Schedules.kindsFor(collective, reach);
            boolean fits = forced.isPresent() && kinds.contains(forced.get());
            candidates[collective.number()] =
                    fits ? new ScheduleKind[] {forced.get()} : kinds.toArray(ScheduleKind[]::new);
            lastKind[collective.number()] = candidates[collective.number()][0];
        }
    }

    /**
     * The schedule of an operation.
     *
     * @param bytes largest block of any rank; for all-reduce the vector
     */
    public ScheduleKind choose(Collective collective, long bytes) {
        int index = collective.number();
        if (lastBytes[index] != bytes) {
            lastBytes[index] = bytes;
            lastKind[index] = cheapest(collective, bytes);
        }
        return lastKind[index];
    }

    /**
     * Whether this operation's payloads may be fetched by address. A sum is fetched into scratch memory, which holds a step's
     * payload of each rank; with more than two ranks two steps are faster.
     */
    public boolean direct(Collective collective, ScheduleKind kind, long bytes) {
        boolean sums = collective == Collective.ALL_REDUCE && reach.world() == 2 && bytes <= limitBytes;
        return (sums || collective == Collective.ALL_GATHER)
                && kind == ScheduleKind.ONE_SHOT
                && bytes >= directFromBytes;
    }

    private ScheduleKind cheapest(Collective collective, long bytes) {
        ScheduleKind[] kinds = candidates[collective.number()];
        ScheduleKind best = kinds[0];
        long least = Long.MAX_VALUE;
        for (ScheduleKind kind : kinds) {
            if (direct(collective, kind, bytes)) {
                return kind;
            }
            long windows = kind == ScheduleKind.RING ? 0 : bytes / limitBytes;
            long picos = cost.picos(kind, collective, reach.world(), bytes) + windows * cost.latencyNanos() * 1_000;
            if (picos < least) {
                least = picos;
                best = kind;
            }
        }
        return best;
    }
}
