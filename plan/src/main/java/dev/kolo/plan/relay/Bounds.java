package dev.kolo.plan.relay;

import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.relay.Group.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How large an operation may be before a relay's queue overflows. A hairpin queue cannot pause its sender, so what one
 * exchange puts on it must fit.
 *
 * @param queues every queue that relayed lanes use
 * @param worstLoad load of the fullest, in units of one peer's payload; 0 without relayed lanes
 * @param lanesPerPeer lanes over which a payload is split
 */
public record Bounds(List<HairpinQueue> queues, double worstLoad, int lanesPerPeer) {
    /** The part of a queue that may be filled: entries are not all usable, and service has jitter (relay measurements). */
    public static final double FILL = 0.75;

    /** Smallest path MTU step to which a window is rounded. */
    public static final int WINDOW_STEP = 4096;

    public Bounds {
        queues = List.copyOf(queues);
    }

    /** Counts what the lanes of one exchange put on each queue. */
    public static Bounds of(RelayPlan plan) {
        Group group = plan.group();
        int lanesPerPeer = Math.max(1, group.planes());
        Map<String, HairpinQueue> queues = new TreeMap<>();
        for (RelayLane lane : plan.lanes()) {
            int distance =
                    group.distance(lane.low(), lane.high(), lane.direction()).orElse(0);
            count(queues, group, lane.low(), lane.direction(), distance, lane.plane(), lanesPerPeer);
            count(queues, group, lane.high(), lane.direction().opposite(), distance, lane.plane(), lanesPerPeer);
        }
        List<HairpinQueue> all = new ArrayList<>(queues.values());
        double worst = all.stream().mapToDouble(HairpinQueue::load).max().orElse(0);
        return new Bounds(all, worst, lanesPerPeer);
    }

    private static void count(
            Map<String, HairpinQueue> queues,
            Group group,
            int from,
            Direction direction,
            int distance,
            int plane,
            int lanesPerPeer) {
        for (int step = 1; step < distance; step++) {
            Group.Member relay = group.at(from, direction, step);
            String ingress = relay.facing(direction.opposite(), plane)
                    .map(PlannedFunction::netdev)
                    .orElse("");
            String egress =
                    relay.facing(direction, plane).map(PlannedFunction::netdev).orElse("");
            queues.merge(
                    relay.host() + " " + ingress,
                    new HairpinQueue(relay.host(), ingress, egress, 1, 1.0 / lanesPerPeer),
                    (old, one) -> new HairpinQueue(
                            old.host(),
                            old.ingress(),
                            old.egress(),
                            old.lanes() + 1,
                            // Counted, not summed, so that no rounding creeps in.
                            (old.lanes() + 1.0) / lanesPerPeer));
        }
    }

    /** Largest payload per peer of one operation, in bytes, at a queue size in entries; unbounded without relayed lanes. */
    public long operationBytes(int queueSize) {
        return worstLoad == 0 ? Long.MAX_VALUE : (long) (FILL * HairpinQueue.bytesOf(queueSize) / worstLoad);
    }

    /**
     * The bytes that one relayed lane may have in flight, so that all lanes of the fullest queue together stay within its
     * usable part even when ranks are one operation apart; rounded down to the path MTU, at least one packet.
     */
    public long windowBytes(int queueSize) {
        int lanes = queues.stream().mapToInt(HairpinQueue::lanes).max().orElse(0);
        if (lanes == 0) {
            return Long.MAX_VALUE;
        }
        long share = (long) (FILL * HairpinQueue.bytesOf(queueSize)) / lanes;
        return Math.max(WINDOW_STEP, share / WINDOW_STEP * WINDOW_STEP);
    }
}
