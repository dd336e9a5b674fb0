package dev.kolo.fabric.topology;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Route;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Facts of rings for tests: port 0 of host i is meant for port 1 of host i+1. What is plugged, addressed and seen can be
 * changed before {@link #build()}.
 */
final class RingFacts {
    private final int hosts;
    private final int planes;
    /** plug[host][port] = which (host, port) is at the other end, −1 for none. */
    private final int[][][] plug;

    private boolean addressed = true;
    private boolean neighbours;
    private boolean ipv6Neighbours;
    private boolean lldp;
    private boolean rdma = true;
    private final Set<String> down = new HashSet<>();
    private int prefixLength = 24;
    private String onePlaneSubnet = "";

    RingFacts(int hosts, int planes) {
        this.hosts = hosts;
        this.planes = planes;
        plug = new int[hosts][2][];
        for (int i = 0; i < hosts; i++) {
            plug[i][0] = new int[] {(i + 1) % hosts, 1};
            plug[i][1] = new int[] {(i + hosts - 1) % hosts, 0};
        }
    }

    RingFacts unaddressed() {
        addressed = false;
        return this;
    }

    RingFacts withNeighbours() {
        neighbours = true;
        return this;
    }

    RingFacts withIpv6Neighbours() {
        ipv6Neighbours = true;
        return this;
    }

    RingFacts withLldp() {
        lldp = true;
        return this;
    }

    RingFacts withoutRdma() {
        rdma = false;
        return this;
    }

    RingFacts prefix(int length) {
        prefixLength = length;
        return this;
    }

    /** All functions of a plane in one network, as on a switch. */
    RingFacts allIn(String prefix) {
        onePlaneSubnet = prefix;
        return this;
    }

    RingFacts down(int host, int port) {
        down.add(host + "/" + port);
        return this;
    }

    RingFacts unplug(int host, int port) {
        int[] far = plug[host][port];
        plug[far[0]][far[1]] = new int[] {-1, -1};
        plug[host][port] = new int[] {-1, -1};
        return down(host, port).down(far[0], far[1]);
    }

    /** Exchanges the two plugs of a host. */
    RingFacts swapPlugs(int host) {
        int[] zero = plug[host][0];
        plug[host][0] = plug[host][1];
        plug[host][1] = zero;
        for (int port = 0; port < 2; port++) {
            int[] far = plug[host][port];
            plug[far[0]][far[1]] = new int[] {host, port};
        }
        return this;
    }

    static String netdev(int plane, int port) {
        return "en" + (plane == 0 ? "" : "P" + 2 * plane) + "p1s0f" + port + "np" + port;
    }

    static String host(int index) {
        return "spark" + (index + 1);
    }

    static MacAddress mac(int host, int port, int plane) {
        return new MacAddress(0x4cbb_4700_0000L | (long) host << 16 | port << 8 | plane);
    }

    private Ipv4Address address(int host, int port, int plane) {
        int cable = port == 0 ? host : (host + hosts - 1) % hosts;
        if (!onePlaneSubnet.isEmpty()) {
            return Ipv4Address.of(10, 60 + plane, 0, 10 + 2 * host + port);
        }
        return prefixLength >= 30
                ? Ipv4Address.of(10, 41, plane, 4 * cable + 1 + port)
                : Ipv4Address.of(10, 10 + plane, cable, 10 + port);
    }

    Inventory build() {
        List<NodeFacts> facts = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            FactsBuilder builder = new FactsBuilder(host(host));
            builder.netdev("enP7s7", Evidence.NONE)
                    .state(LinkState.UP)
                    .address(NetAddress.live(Ipv4Address.of(192, 168, 50, 11 + host), 24, Evidence.NONE));
            builder.route(new Route(
                    "default",
                    Optional.of("enP7s7"),
                    IpAddress.parse("192.168.50.1"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    Evidence.NONE));
            for (int plane = 0; plane < planes; plane++) {
                for (int port = 0; port < 2; port++) {
                    addFunction(builder, host, port, plane);
                }
            }
            facts.add(builder.build());
        }
        return Inventory.of(facts);
    }

    private void addFunction(FactsBuilder builder, int host, int port, int plane) {
        String name = netdev(plane, port);
        boolean isDown = down.contains(host + "/" + port);
        var netdev = builder.netdev(name, Evidence.NONE)
                .mac(mac(host, port, plane))
                .mtu(9000)
                .addressesObserved()
                .state(isDown ? LinkState.DOWN : LinkState.UP);
        if (addressed) {
            netdev.address(NetAddress.live(address(host, port, plane), prefixLength, Evidence.NONE));
        }
        if (rdma) {
            builder.rdmaDevice("roce" + name.substring(2, name.length() - 3), Evidence.NONE)
                    .netdev(name)
                    .state(isDown ? RdmaDevice.State.DOWN : RdmaDevice.State.ACTIVE);
        }
        int[] far = plug[host][port];
        if (far[0] < 0) {
            return;
        }
        MacAddress seen = mac(far[0], far[1], plane);
        if (neighbours) {
            // The address is the one that was asked for; the MAC is that of the netdev that answered.
            builder.neighbour(new Neighbour(
                    address(host, port, plane).plus(port == 0 ? 1 : -1),
                    name,
                    Optional.of(seen),
                    port == 0 ? Neighbour.State.REACHABLE : Neighbour.State.STALE,
                    Optional.empty(),
                    Evidence.NONE));
        }
        if (ipv6Neighbours) {
            builder.neighbour(new Neighbour(
                    dev.kolo.fabric.address.Ipv6Address.linkLocalOf(seen),
                    name,
                    Optional.empty(),
                    Neighbour.State.UNKNOWN,
                    Optional.empty(),
                    Evidence.NONE));
        }
        if (lldp) {
            builder.lldp(new LldpNeighbour(
                    name,
                    Optional.of(host(far[0]) + ".lan"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(netdev(plane, far[1])),
                    Evidence.NONE));
        }
    }
}
