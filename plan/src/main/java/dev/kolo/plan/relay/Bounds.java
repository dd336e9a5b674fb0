package dev.kolo.plan.relay;

import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.relay.Group.Direction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

    /** A window of at least one packet is rounded down to whole packets of this many bytes, the path MTU. */
    public static final int PACKET_BYTES = 4096;

    /** A window below one packet is rounded down to this many bytes. */
    public static final int SMALL_STEP_BYTES = 256;

    public Bounds {
        queues = List.copyOf(queues);
    }

    /** Counts what the lanes of one exchange put on each queue. */
    public static Bounds of(RelayPlan plan) {
        int lanesPerPeer = lanesPerPeer(plan.lanes());
        Map<Place, Integer> counts = new TreeMap<>();
        Group group = plan.group();
        for (RelayLane lane : plan.lanes()) {
            int distance =
                    group.distance(lane.low(), lane.high(), lane.direction()).orElse(0);
            count(counts, group, lane.low(), lane.direction(), distance, lane.plane());
            count(counts, group, lane.high(), lane.direction().opposite(), distance, lane.plane());
        }
        List<HairpinQueue> queues = new ArrayList<>();
        // Counted in lanes and divided once, so that no rounding creeps in.
        counts.forEach((place, lanes) -> queues.add(new HairpinQueue(
                group.members().get(place.position).host(),
                place.ingress,
                place.egress,
                lanes,
                (double) lanes / lanesPerPeer)));
        double worst = queues.stream().mapToDouble(HairpinQueue::load).max().orElse(0);
        return new Bounds(queues, worst, lanesPerPeer);
    }

    /** Lanes that one pair has: every pair has the same number. */
    private static int lanesPerPeer(List<RelayLane> lanes) {
        Map<Long, Set<Integer>> planes = new HashMap<>();
        for (RelayLane lane : lanes) {
            planes.computeIfAbsent((long) lane.low() << 32 | lane.high(), p -> new TreeSet<>())
                    .add(lane.plane());
        }
        return planes.values().stream().mapToInt(Set::size).max().orElse(1);
    }

    private static void count(
            Map<Place, Integer> counts, Group group, int from, Direction direction, int distance, int plane) {
        for (int step = 1; step < distance; step++) {
            int position = group.position(from, direction, step);
            Group.Member relay = group.members().get(position);
            String ingress = netdev(relay, direction.opposite(), plane);
            counts.merge(new Place(position, ingress, netdev(relay, direction, plane)), 1, Integer::sum);
        }
    }

    private static String netdev(Group.Member member, Direction direction, int plane) {
        return member.facing(direction, plane).map(PlannedFunction::netdev).orElse("");
    }

    /** Largest payload per peer of one operation, in bytes, at a queue size in entries; unbounded without relayed lanes. */
    public long operationBytes(int queueSize) {
        return worstLoad == 0 ? Long.MAX_VALUE : (long) (FILL * HairpinQueue.bytesOf(queueSize) / worstLoad);
    }

    /**
     * The bytes that one relayed lane may have in flight, so that all lanes of the fullest queue together stay within its
     * usable part even when ranks are one operation apart: whole packets, or a piece of one where a queue has many lanes.
     */
    public long windowBytes(int queueSize) {
        int lanes = queues.stream().mapToInt(HairpinQueue::lanes).max().orElse(0);
        if (lanes == 0) {
            return Long.MAX_VALUE;
        }
        long share = (long) (FILL * HairpinQueue.bytesOf(queueSize)) / lanes;
        long step = share >= PACKET_BYTES ? PACKET_BYTES : SMALL_STEP_BYTES;
        return share / step * step;
    }

    /** Where a queue is. */
    private record Place(int position, String ingress, String egress) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = Integer.compare(position, other.position);
            order = order != 0 ? order : ingress.compareTo(other.ingress);
            return order != 0 ? order : egress.compareTo(other.egress);
        }
    }
}
