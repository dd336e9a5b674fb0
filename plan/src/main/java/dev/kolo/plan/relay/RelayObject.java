package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.NaturalOrder;
import java.util.Comparator;

/** One thing that a relayed path needs on a host. Objects are compared by value: two paths may need the same one. */
public sealed interface RelayObject {
    /** By host, then kind in the order of setting up, then place and address. */
    Comparator<RelayObject> ORDER = Comparator.comparing(RelayObject::host, NaturalOrder::compare)
            .thenComparingInt(RelayObject::kindOrder)
            .thenComparing(RelayObject::netdev)
            .thenComparingLong(RelayObject::number)
            .thenComparingLong(RelayObject::secondNumber);

    /** The host that it is for. */
    String host();

    /** The netdev at which it works. */
    default String netdev() {
        return switch (this) {
            case Route r -> r.netdev;
            case Neighbour n -> n.netdev;
            case Filter f -> f.ingress;
            case PairFilter f -> f.ingress;
            case Marker m -> m.netdev;
            case PortMarker m -> m.netdev;
        };
    }

    private int kindOrder() {
        return switch (this) {
            case Route _ -> 0;
            case Neighbour _ -> 1;
            case Filter _, PairFilter _ -> 2;
            case Marker _, PortMarker _ -> 3;
        };
    }

    /** What tells objects of one kind on one netdev apart. */
    private long number() {
        return switch (this) {
            case Route r -> Integer.toUnsignedLong(r.destination.bits());
            case Neighbour n -> Integer.toUnsignedLong(n.destination.bits());
            case Filter f -> f.relaysLeft;
            case PairFilter f -> f.source.bits();
            case Marker m -> Integer.toUnsignedLong(m.destination.bits());
            case PortMarker _ -> 0;
        };
    }

    private long secondNumber() {
        return this instanceof PairFilter filter ? filter.destination.bits() : 0;
    }

    /**
     * A /32 route to a far address, out of the cable that leads there.
     *
     * @param host the sender
     * @param destination the far address
     * @param netdev outgoing netdev
     * @param source the sender's address on it
     */
    record Route(String host, Ipv4Address destination, String netdev, Ipv4Address source) implements RelayObject {}

    /**
     * A permanent neighbour entry: frames for the far address go to the next host's port.
     *
     * @param host the sender
     * @param destination the far address
     * @param netdev outgoing netdev
     * @param nextHop MAC of the next host's port
     */
    record Neighbour(String host, Ipv4Address destination, String netdev, MacAddress nextHop) implements RelayObject {}

    /**
     * A relay's rule: a frame with {@code relaysLeft} to go (this one included) that comes in here leaves there with one
     * less, addressed to the next port.
     *
     * @param host the relay
     * @param ingress netdev at which it matches
     * @param relaysLeft 1 to 7
     * @param egress netdev out of which it leaves
     * @param nextHop MAC that it is given
     */
    record Filter(String host, String ingress, int relaysLeft, String egress, MacAddress nextHop)
            implements RelayObject {
        public Filter {
            if (relaysLeft < 1 || relaysLeft > Tag.MOST_RELAYS) {
                throw new IllegalArgumentException("a relay sees 1 to 7 relays left, got " + relaysLeft);
            }
        }
    }

    /**
     * What tags a sender's frames for a far address.
     *
     * @param host the sender
     * @param netdev outgoing netdev
     * @param device its RDMA device
     * @param destination the far address
     * @param relays relays on the way, 1 to 7
     */
    record Marker(String host, String netdev, String device, Ipv4Address destination, int relays)
            implements RelayObject {}

    /**
     * A relay's rule in the older form: it matches the tag of one relay and both MACs, so that it serves one sender.
     *
     * @param host the relay
     * @param ingress netdev at which it matches
     * @param source MAC of the sender's port
     * @param destination MAC of the ingress port itself
     * @param egress netdev out of which the frame leaves as plain IPv4
     * @param nextHop MAC that it is given
     */
    record PairFilter(
            String host, String ingress, MacAddress source, MacAddress destination, String egress, MacAddress nextHop)
            implements RelayObject {}

    /**
     * The older form's marker: every RDMA packet of UDP source port {@link #RESERVED_PORT} that leaves by a device is tagged,
     * whatever its destination, so that no other traffic may use that port.
     *
     * @param host the sender
     * @param netdev outgoing netdev
     * @param device its RDMA device
     */
    record PortMarker(String host, String netdev, String device) implements RelayObject {
        /** UDP source port of flow label 16383. */
        public static final int RESERVED_PORT = 65535;

        /** The flow label that a queue pair sets to be relayed. */
        public static final int FLOW_LABEL = 16383;
    }
}
