package dev.kolo.plan.walk;

import dev.kolo.plan.walk.CablingText.Place;
import dev.kolo.plan.walk.CablingText.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts with cables between them, along which frames travel as Linux and its NICs would let them: a port takes only frames
 * that carry its own MAC; a tagged frame meets the port's rules and nothing else; a plain one is taken when its address is
 * the port's own, and dropped otherwise, since no host forwards.
 */
final class Wires {
    private static final int IPV4 = 0x0800;
    private static final int MOST_CABLES = 64;

    private final CablingText cabling;
    private final Map<String, HostText> hosts;

    Wires(CablingText cabling, Map<String, HostText> hosts) {
        this.cabling = cabling;
        this.hosts = hosts;
    }

    /** An Ethernet frame with an IPv4 packet in it: the MACs that it is from and for, its type, the packet's address. */
    record Frame(String source, String mac, int type, String destination) {}

    /** A frame as it was on a cable: where it left, what it was. */
    record Hop(Place out, Frame frame) {}

    /** What became of a frame. */
    enum End {
        TAKEN,
        NO_WAY_OUT,
        NO_CABLE,
        WRONG_MAC,
        NO_RULE,
        WRONG_ADDRESS,
        STILL_GOING
    }

    /**
     * The life of a frame.
     *
     * @param end what became of it
     * @param at the port at which it ended; the sender's host alone when it never left
     * @param hops every cable that it passed
     */
    record Fate(End end, Place at, List<Hop> hops) {
        boolean taken() {
            return end == End.TAKEN;
        }

        /** The hosts that passed it on, in order. */
        List<String> relays() {
            return hops.stream().skip(1).map(h -> h.out().host()).toList();
        }
    }

    /** What an RDMA queue pair of a host sends to an address. */
    Fate send(String host, String destination) {
        return send(host, destination, false);
    }

    /**
     * The same for a queue pair that may use the older form's reserved flow label.
     *
     * @param reserved whether it does
     */
    Fate send(String host, String destination, boolean reserved) {
        HostText settings = settings(host);
        Optional<HostText.Route> route = settings.route(destination);
        Optional<Port> out = route.isPresent()
                ? Optional.ofNullable(
                                cabling.ports().get(new Place(host, route.get().netdev())))
                        .filter(p -> p.address().equals(route.get().source()))
                : cabling.portsOf(host).stream()
                        .filter(p -> p.sharesNetworkWith(destination))
                        .findFirst();
        Optional<String> mac = out.flatMap(
                p -> settings.neighbour(destination, p.place().netdev()).or(() -> asked(p.place(), destination)));
        if (out.isEmpty() || mac.isEmpty()) {
            return new Fate(End.NO_WAY_OUT, new Place(host, ""), List.of());
        }
        Port port = out.get();
        int type = settings.mark(port.place().netdev(), port.device(), destination)
                .or(() -> reserved ? settings.portMark(port.device()) : Optional.empty())
                .orElse(IPV4);
        return travel(port.place(), new Frame(port.mac(), mac.get(), type, destination));
    }

    /** The answer of the port at the other end of the cable, when the address is its own. */
    private Optional<String> asked(Place place, String address) {
        return Optional.ofNullable(cabling.cables().get(place))
                .map(far -> cabling.ports().get(far))
                .filter(far -> far.address().equals(address))
                .map(Port::mac);
    }

    /** A frame that somebody puts on the cable of a port. */
    Fate travel(Place from, Frame sent) {
        return travel(from, sent, false);
    }

    /**
     * The same where a port's own filter may be off: rules then see frames for every MAC, as they do on a netdev in
     * promiscuous mode. The host's own IP still takes none that is not for its MAC.
     *
     * @param promiscuous whether the filters are off
     */
    Fate travel(Place from, Frame sent, boolean promiscuous) {
        List<Hop> hops = new ArrayList<>();
        Place out = from;
        Frame frame = sent;
        while (hops.size() < MOST_CABLES) {
            Place in = cabling.cables().get(out);
            if (in == null) {
                return new Fate(End.NO_CABLE, out, hops);
            }
            hops.add(new Hop(out, frame));
            Port port = cabling.ports().get(in);
            boolean forRules = promiscuous && frame.type() != IPV4;
            if (!forRules && !port.mac().equals(frame.mac())) {
                return new Fate(End.WRONG_MAC, in, hops);
            }
            if (frame.type() == IPV4) {
                boolean ours = port.address().equals(frame.destination());
                return new Fate(ours ? End.TAKEN : End.WRONG_ADDRESS, in, hops);
            }
            Frame arrived = frame;
            Optional<HostText.Relay> rule = settings(in.host())
                    .relay(in.netdev(), frame.type())
                    .filter(r -> r.matches(arrived.source(), arrived.mac()));
            if (rule.isEmpty()) {
                return new Fate(End.NO_RULE, in, hops);
            }
            frame = new Frame(arrived.source(), rule.get().nextMac(), rule.get().nextType(), frame.destination());
            out = new Place(in.host(), rule.get().out());
        }
        return new Fate(End.STILL_GOING, out, hops);
    }

    private HostText settings(String host) {
        HostText settings = hosts.get(host);
        if (settings == null) {
            throw new IllegalStateException("no up.sh for " + host);
        }
        return settings;
    }

    CablingText cabling() {
        return cabling;
    }

    HostText host(String name) {
        return settings(name);
    }
}
