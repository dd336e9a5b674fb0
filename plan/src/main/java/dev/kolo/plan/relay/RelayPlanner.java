package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.relay.Group.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Plans the relayed paths of a group.
 *
 * <p>A host is reached the shorter way round, on every plane; the opposite host of an even ring both ways round. Every
 * path comes with its reverse, since a reliable connection's acknowledgements travel back along the same hosts.
 */
public final class RelayPlanner {
    private final Group group;
    private final int relays;
    private final RelayPlan.Spread spread;
    private final int lanePlanes;
    private final List<RelayPath> paths = new ArrayList<>();
    private final TreeSet<RelayObject> objects = new TreeSet<>(RelayObject.ORDER);
    private final List<RelayLane> lanes = new ArrayList<>();

    private RelayPlanner(Group group, int relays, RelayPlan.Spread spread, int lanePlanes) {
        this.group = group;
        this.relays = relays;
        this.spread = spread;
        this.lanePlanes = lanePlanes;
    }

    /**
     * Plans a group whose functions all have addresses and MACs.
     *
     * @param group the group
     * @param relays most relays a path may have, 0 to 7
     * @param spread how opposite hosts are spread
     */
    public static RelayPlan plan(Group group, int relays, RelayPlan.Spread spread) {
        return plan(group, relays, spread, group.planes());
    }

    /**
     * The same with lanes on some planes only; routes and rules serve all.
     *
     * @param group the group
     * @param relays most relays a path may have, 0 to 7
     * @param spread how opposite hosts are spread
     * @param lanePlanes number of planes, from the first, on which lanes run
     */
    public static RelayPlan plan(Group group, int relays, RelayPlan.Spread spread, int lanePlanes) {
        if (relays < 0 || relays > Tag.MOST_RELAYS) {
            throw new IllegalArgumentException("relays are 0 to " + Tag.MOST_RELAYS + ", got " + relays);
        }
        return new RelayPlanner(group, relays, spread, lanePlanes).run();
    }

    private RelayPlan run() {
        int reach = Math.min(group.size() - 1, relays + 1);
        for (int from = 0; from < group.size(); from++) {
            for (Direction direction : Direction.values()) {
                for (int distance = 2; distance <= reach; distance++) {
                    addPaths(from, direction, distance);
                }
            }
        }
        return new RelayPlan(group, relays, paths, List.copyOf(objects), lanes, spread);
    }

    private void addPaths(int from, Direction direction, int distance) {
        int to = from + direction.step() * distance;
        if (!group.closed() && (to < 0 || to >= group.size())) {
            return;
        }
        int receiver = Math.floorMod(to, group.size());
        int around = group.closed() ? group.size() - distance : Integer.MAX_VALUE;
        if (distance > around) {
            return;
        }
        boolean opposite = distance == around;
        for (int plane = 0; plane < group.planes(); plane++) {
            addPath(from, receiver, direction, distance, plane);
            // One lane a plane: each pair once, from its lower end; an opposite pair takes the way that the spread
            // gives it.
            boolean mine = opposite ? from < receiver && takes(from, direction, plane) : direction == Direction.UP;
            if (mine && plane < lanePlanes) {
                lanes.add(lane(from, receiver, direction, plane));
            }
        }
    }

    private boolean takes(int low, Direction direction, int plane) {
        int turn = spread == RelayPlan.Spread.ALTERNATING ? low + plane : plane;
        return (turn % 2 == 0) == (direction == Direction.UP);
    }

    private RelayLane lane(int from, int to, Direction direction, int plane) {
        Ipv4Address here = address(group.members().get(from), direction, plane);
        Ipv4Address there = address(group.members().get(to), direction.opposite(), plane);
        int relaysBetween = group.distance(from, to, direction).orElse(1) - 1;
        return from < to
                ? new RelayLane(from, to, plane, direction, here, there, relaysBetween)
                : new RelayLane(to, from, plane, direction.opposite(), there, here, relaysBetween);
    }

    private void addPath(int from, int to, Direction direction, int distance, int plane) {
        Group.Member sender = group.members().get(from);
        PlannedFunction out = function(sender, direction, plane);
        Ipv4Address source = address(sender, direction, plane);
        Ipv4Address destination = address(group.members().get(to), direction.opposite(), plane);
        add(new RelayObject.Route(sender.host(), destination, out.netdev(), source));
        add(new RelayObject.Neighbour(sender.host(), destination, out.netdev(), arrivalMac(from, direction, 1, plane)));
        add(new RelayObject.Marker(
                sender.host(), out.netdev(), out.device().orElse(out.netdev()), destination, distance - 1));
        List<String> passed = new ArrayList<>();
        for (int step = 1; step < distance; step++) {
            Group.Member relay = group.at(from, direction, step);
            passed.add(relay.host());
            add(new RelayObject.Filter(
                    relay.host(),
                    function(relay, direction.opposite(), plane).netdev(),
                    distance - step,
                    function(relay, direction, plane).netdev(),
                    arrivalMac(from, direction, step + 1, plane)));
        }
        paths.add(new RelayPath(from, to, plane, direction, source, destination, passed));
    }

    /** Two paths may need the same object, never two that differ in what they do. */
    private void add(RelayObject object) {
        RelayObject same = objects.add(object) ? object : objects.floor(object);
        if (!object.equals(same)) {
            throw new IllegalStateException("two objects claim one place: " + object + " and " + same);
        }
    }

    /** MAC of the port at which frames arrive after {@code steps} cables. */
    private MacAddress arrivalMac(int from, Direction direction, int steps, int plane) {
        PlannedFunction port = function(group.at(from, direction, steps), direction.opposite(), plane);
        return port.mac().orElseThrow(() -> new IllegalArgumentException("no MAC for " + port.netdev()));
    }

    private static PlannedFunction function(Group.Member member, Direction direction, int plane) {
        return member.facing(direction, plane)
                .orElseThrow(() -> new IllegalArgumentException(
                        member.host() + " has no port facing " + direction + " on plane " + plane));
    }

    private static Ipv4Address address(Group.Member member, Direction direction, int plane) {
        PlannedFunction function = function(member, direction, plane);
        return function.address()
                .orElseThrow(() -> new IllegalArgumentException("no address for " + function.netdev()));
    }
}
