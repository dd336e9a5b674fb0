package dev.kolo.plan.relay;

import java.util.List;

/**
 * The relayed paths of one group and everything that they need.
 *
 * @param group the group
 * @param relays most relays that a path may have
 * @param paths every way, by sender, receiver, plane and direction
 * @param objects what the hosts need for them, in {@link RelayObject#ORDER}
 * @param lanes the lanes that pairs without a cable use
 * @param spread how the opposite hosts of an even ring are spread over both ways
 */
public record RelayPlan(
        Group group,
        int relays,
        List<RelayPath> paths,
        List<RelayObject> objects,
        List<RelayLane> lanes,
        Spread spread) {
    /** How lanes to the opposite host of an even ring choose their way on each plane. */
    public enum Spread {
        /** Plane A one way round for all pairs, plane B the other: as published. */
        BY_PLANE,
        /** Alternating from pair to pair, so that no queue serves all of them. */
        ALTERNATING
    }

    public RelayPlan {
        paths = List.copyOf(paths);
        objects = List.copyOf(objects);
        lanes = List.copyOf(lanes);
    }

    /** The objects of one host. */
    public List<RelayObject> objectsOf(String host) {
        return objects.stream().filter(o -> o.host().equals(host)).toList();
    }
}
