package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.relay.Group.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Plans the older form for a ring of four: each host reaches the opposite one through one neighbour on the first plane and
 * through the other on the second, so that it needs two routes, two rules and two markers. Which frames are relayed is told
 * by the flow label of their queue pair, not by their destination.
 */
public final class FlowLabelPlanner {
    /** The only ring that this form serves. */
    public static final int HOSTS = 4;

    /** Planes that it needs. */
    public static final int PLANES = 2;

    private final Group group;
    private final List<RelayPath> paths = new ArrayList<>();
    private final TreeSet<RelayObject> objects = new TreeSet<>(RelayObject.ORDER);
    private final List<RelayLane> lanes = new ArrayList<>();

    private FlowLabelPlanner(Group group) {
        this.group = group;
    }

    /** Plans a closed group of four with two planes, whose functions all have addresses and MACs. */
    public static RelayPlan plan(Group group) {
        if (!group.closed() || group.size() != HOSTS || group.planes() != PLANES) {
            throw new IllegalArgumentException("the older form is for a ring of four with two planes");
        }
        return new FlowLabelPlanner(group).run();
    }

    private RelayPlan run() {
        for (int plane = 0; plane < PLANES; plane++) {
            Direction direction = plane == 0 ? Direction.UP : Direction.DOWN;
            for (int low = 0; low < HOSTS / 2; low++) {
                int high = low + HOSTS / 2;
                RelayPath forth = path(low, high, direction, plane);
                paths.add(forth);
                paths.add(path(high, low, direction.opposite(), plane));
                lanes.add(new RelayLane(low, high, plane, direction, forth.source(), forth.destination(), 1));
            }
        }
        return new RelayPlan(group, 1, paths, List.copyOf(objects), lanes, RelayPlan.Spread.BY_PLANE);
    }

    private RelayPath path(int from, int to, Direction direction, int plane) {
        Group.Member sender = group.members().get(from);
        Group.Member relay = group.at(from, direction, 1);
        PlannedFunction out = function(sender, direction, plane);
        PlannedFunction ingress = function(relay, direction.opposite(), plane);
        PlannedFunction egress = function(relay, direction, plane);
        PlannedFunction arrival = function(group.members().get(to), direction.opposite(), plane);
        Ipv4Address source = address(out);
        Ipv4Address destination = address(arrival);
        objects.add(new RelayObject.Route(sender.host(), destination, out.netdev(), source));
        objects.add(new RelayObject.Neighbour(sender.host(), destination, out.netdev(), mac(ingress)));
        objects.add(new RelayObject.PortMarker(
                sender.host(), out.netdev(), out.device().orElse(out.netdev())));
        objects.add(new RelayObject.PairFilter(
                relay.host(), ingress.netdev(), mac(out), mac(ingress), egress.netdev(), mac(arrival)));
        return new RelayPath(from, to, plane, direction, source, destination, List.of(relay.host()));
    }

    private static PlannedFunction function(Group.Member member, Direction direction, int plane) {
        return member.facing(direction, plane)
                .orElseThrow(() -> new IllegalArgumentException(
                        member.host() + " has no port facing " + direction + " on plane " + plane));
    }

    private static MacAddress mac(PlannedFunction function) {
        return function.mac().orElseThrow(() -> new IllegalArgumentException("no MAC for " + function.netdev()));
    }

    private static Ipv4Address address(PlannedFunction function) {
        return function.address()
                .orElseThrow(() -> new IllegalArgumentException("no address for " + function.netdev()));
    }
}
