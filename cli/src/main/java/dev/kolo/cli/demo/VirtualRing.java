package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Ipv4Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Cabled virtual Sparks: hosts, plugs and what is configured on them. Everything that a probe would read follows from
 * these by the rules of Linux; nothing here knows about findings.
 *
 * @param hosts the hosts
 * @param cables the cables
 */
public record VirtualRing(List<VirtualHost> hosts, List<VirtualCable> cables) {
    /** Fewest hosts: a pair. */
    public static final int MIN_HOSTS = 2;

    /** Most hosts: the largest ring that relays can serve. */
    public static final int MAX_HOSTS = 16;

    /** Prefix length of the cables' subnets. */
    static final int PREFIX_LENGTH = 24;

    private static final int SPEED_GBPS = 200;
    private static final int JUMBO_MTU = 9000;

    public VirtualRing {
        hosts = List.copyOf(hosts);
        cables = List.copyOf(cables);
    }

    /**
     * A sound ring: port 0 of each host goes to port 1 of the next, and each plane of each cable has a subnet of its own.
     * Two hosts make a pair, with one cable from port 0 to port 0, as NVIDIA's guide for two Sparks has it.
     */
    public static VirtualRing healthy(int count) {
        if (count < MIN_HOSTS || count > MAX_HOSTS) {
            throw new IllegalArgumentException(
                    "a virtual ring has " + MIN_HOSTS + " to " + MAX_HOSTS + " hosts, not " + count);
        }
        List<VirtualCable> cables = new ArrayList<>();
        if (count == 2) {
            cables.add(new VirtualCable(new Plug(0, 0), new Plug(1, 0), SPEED_GBPS));
        } else {
            for (int i = 0; i < count; i++) {
                cables.add(new VirtualCable(new Plug(i, 0), new Plug((i + 1) % count, 1), SPEED_GBPS));
            }
        }
        List<VirtualHost> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(host(i, cables));
        }
        return new VirtualRing(hosts, cables);
    }

    private static VirtualHost host(int index, List<VirtualCable> cables) {
        List<VirtualFunction> functions = new ArrayList<>();
        for (int plane = 0; plane < 2; plane++) {
            for (int port = 0; port < 2; port++) {
                functions.add(new VirtualFunction(
                        index, plane, port, true, JUMBO_MTU, addresses(new Plug(index, port), plane, cables), true));
            }
        }
        return new VirtualHost(
                index, functions, new IpOnNetdev(Ipv4Address.of(192, 168, 1, 11 + index), 24), List.of());
    }

    /** Cable c, plane p: 10.(10+p).c.10 at its first plug and .11 at its second. */
    private static List<IpOnNetdev> addresses(Plug plug, int plane, List<VirtualCable> cables) {
        for (int c = 0; c < cables.size(); c++) {
            if (cables.get(c).from(plug).isPresent()) {
                int host = cables.get(c).a().equals(plug) ? 10 : 11;
                return List.of(new IpOnNetdev(Ipv4Address.of(10, 10 + plane, c, host), PREFIX_LENGTH));
            }
        }
        return List.of();
    }

    /** The function at the other end of the cable in a function's port, on the same plane. */
    public Optional<VirtualFunction> wired(VirtualFunction function) {
        return cables.stream()
                .flatMap(c -> c.from(function.plug()).stream())
                .findFirst()
                .map(far -> hosts.get(far.host()).function(function.plane(), far.port()));
    }

    /** Whether a function has a carrier: it is set up, and the cable in its port has something at its other end. */
    public boolean hasCarrier(VirtualFunction function) {
        return function.adminUp() && wired(function).isPresent();
    }

    /** The speed of the cable in a function's port, gigabits a second; empty without a cable. */
    public Optional<Integer> speedGbps(VirtualFunction function) {
        return cables.stream()
                .filter(c -> c.from(function.plug()).isPresent())
                .findFirst()
                .map(VirtualCable::speedGbps);
    }

    /** The same ring with one function changed. */
    public VirtualRing with(int host, int plane, int port, UnaryOperator<VirtualFunction> change) {
        return withHost(host, h -> h.with(plane, port, change));
    }

    /** The same ring with one host changed. */
    public VirtualRing withHost(int host, UnaryOperator<VirtualHost> change) {
        return new VirtualRing(
                hosts.stream().map(h -> h.index() == host ? change.apply(h) : h).toList(), cables);
    }

    public VirtualRing withCables(List<VirtualCable> value) {
        return new VirtualRing(hosts, value);
    }

    /** The same ring after the two plugs of a host changed places. */
    public VirtualRing withPlugsSwapped(int host) {
        return withCables(cables.stream()
                .map(c -> new VirtualCable(turned(c.a(), host), turned(c.b(), host), c.speedGbps()))
                .toList());
    }

    private static Plug turned(Plug plug, int host) {
        return plug.host() == host ? new Plug(host, 1 - plug.port()) : plug;
    }
}
