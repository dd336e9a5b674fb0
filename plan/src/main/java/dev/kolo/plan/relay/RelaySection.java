package dev.kolo.plan.relay;

import dev.kolo.plan.PlanRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that a plan says of relays. Research-only, as its authors label the mechanism.
 *
 * @param relays most relays of a path; 0 when there are none
 * @param backend what forwards
 * @param form which marks the traffic carries
 * @param marker path of the marker program; absent for the kernel backend
 * @param everyPair whether they let every pair of hosts of each group reach each other
 * @param groups the relayed paths, group by group; empty without relays
 * @param bounds the loads of the same groups, under the spread that is used
 * @param publishedBounds the loads under the published spread, where the planner's own is better
 * @param queueSize the smallest hairpin_queue_size of all relays
 * @param queueSizeKnown whether the facts showed it, as against an assumption
 */
public record RelaySection(
        int relays,
        PlanRequest.Backend backend,
        PlanRequest.RelayForm form,
        Optional<String> marker,
        boolean everyPair,
        List<RelayPlan> groups,
        List<Bounds> bounds,
        List<Bounds> publishedBounds,
        int queueSize,
        boolean queueSizeKnown) {
    /** What its authors call the mechanism; shown wherever a plan with relays is. */
    public static final String LABEL = "research-only";

    /** The driver's default. */
    public static final int DEFAULT_QUEUE_SIZE = 1024;

    /** The device's maximum, at which nothing dropped up to 480 KB in the published sweep. */
    public static final int BEST_QUEUE_SIZE = 8192;

    public RelaySection {
        groups = List.copyOf(groups);
        bounds = List.copyOf(bounds);
        publishedBounds = List.copyOf(publishedBounds);
    }

    /** A plan without relays. */
    public static RelaySection none() {
        return new RelaySection(
                0,
                PlanRequest.Backend.HARDWARE,
                PlanRequest.RelayForm.TAG,
                Optional.empty(),
                false,
                List.of(),
                List.of(),
                List.of(),
                DEFAULT_QUEUE_SIZE,
                false);
    }

    /** What one operation per peer may carry in the older form, whatever is counted: measured caps of the ring of four. */
    private static final long FLOW_LABEL_CAP_BYTES = 262_144;

    private static final long FLOW_LABEL_SMALL_CAP_BYTES = 81_920;

    /** Largest payload per peer of one operation, in bytes, at the queue size of the facts; empty without relayed lanes. */
    public OptionalLong operationBytes() {
        return operationBytes(queueSize, bounds);
    }

    /**
     * The same at another queue size, or for other bounds.
     *
     * @param size queue size in entries
     * @param counted bounds of all groups: {@link #bounds()} or {@link #publishedBounds()}
     */
    public OptionalLong operationBytes(int size, List<Bounds> counted) {
        long least =
                counted.stream().mapToLong(b -> b.operationBytes(size)).min().orElse(Long.MAX_VALUE);
        if (least == Long.MAX_VALUE) {
            return OptionalLong.empty();
        }
        long cap = form == PlanRequest.RelayForm.TAG
                ? Long.MAX_VALUE
                : size >= BEST_QUEUE_SIZE ? FLOW_LABEL_CAP_BYTES : FLOW_LABEL_SMALL_CAP_BYTES;
        return OptionalLong.of(Math.min(least, cap));
    }

    /** Bytes that a relayed lane may have in flight; empty without relayed lanes. */
    public OptionalLong windowBytes() {
        long least =
                bounds.stream().mapToLong(b -> b.windowBytes(queueSize)).min().orElse(Long.MAX_VALUE);
        return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
    }

    /** The highest load of any queue, in units of one peer's payload. */
    public double worstLoad() {
        return bounds.stream().mapToDouble(Bounds::worstLoad).max().orElse(0);
    }

    /** Every object of every group. */
    public List<RelayObject> objects() {
        return groups.stream().flatMap(g -> g.objects().stream()).toList();
    }
}
