package dev.kolo.doctor;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a ring of Sparks as a scan would give them: port 0 of each host to port 1 of the next, two planes, one
 * /24 a link. Tests change single values through {@link End} and see what the doctor makes of it.
 */
final class RingFacts {
    private final int hosts;
    private final Map<String, End> ends = new TreeMap<>();
    private final Map<String, End> wires = new HashMap<>();
    private final Map<Integer, List<Consumer<FactsBuilder>>> extras = new TreeMap<>();
    private boolean neighboursSeen = true;
    private String prefix = "spark";

    private RingFacts(int hosts, int planes) {
        this.hosts = hosts;
        for (int host = 0; host < hosts; host++) {
            for (int plane = 0; plane < planes; plane++) {
                for (int port = 0; port < 2; port++) {
                    End end = new End(host, plane, port);
                    int cable = port == 0 ? host : (host + hosts - 1) % hosts;
                    end.addresses.add("10." + (10 * (1 + (cable >> 8)) + plane) + "." + (cable & 255) + "."
                            + (port == 0 ? 10 : 11) + "/24");
                    ends.put(end.key(), end);
                }
            }
        }
        for (End end : ends.values()) {
            if (end.port == 0) {
                join(end, at((end.host + 1) % hosts, end.plane, 1));
            }
        }
    }

    static RingFacts of(int hosts) {
        return new RingFacts(hosts, 2);
    }

    static RingFacts ofOnePlane(int hosts) {
        return new RingFacts(hosts, 1);
    }

    /** A pair with one cable, port 0 to port 0, both halves addressed, the other port down and bare. */
    static RingFacts pair() {
        RingFacts facts = new RingFacts(2, 2);
        for (int plane = 0; plane < 2; plane++) {
            End a = facts.at(0, plane, 0);
            End b = facts.at(1, plane, 0);
            for (int host = 0; host < 2; host++) {
                End idle = facts.at(host, plane, 1);
                facts.unplug(idle);
                idle.addresses.clear();
                idle.state = LinkState.DOWN;
            }
            facts.unplug(a);
            facts.unplug(b);
            facts.join(a, b);
            a.addresses.set(0, "192.168." + (100 + plane) + ".1/24");
            b.addresses.set(0, "192.168." + (100 + plane) + ".2/24");
        }
        return facts;
    }

    RingFacts named(String hostPrefix) {
        prefix = hostPrefix;
        return this;
    }

    /** Nobody has talked yet, or the neighbour tables were not shown. */
    RingFacts withoutNeighbours() {
        neighboursSeen = false;
        return this;
    }

    /** One function: host and port from 0, plane 0 or 1. */
    End at(int host, int plane, int port) {
        return Objects.requireNonNull(ends.get(host + "/" + plane + "/" + port));
    }

    List<End> all() {
        return List.copyOf(ends.values());
    }

    int hostCount() {
        return hosts;
    }

    String host(int index) {
        return prefix + (index + 1);
    }

    void unplug(End end) {
        End other = wires.remove(end.key());
        if (other != null) {
            wires.remove(other.key());
        }
    }

    void join(End a, End b) {
        wires.put(a.key(), b);
        wires.put(b.key(), a);
    }

    /** The plugs of ports 0 and 1 of a host change places, in both planes. */
    RingFacts swapPlugs(int host) {
        for (int plane = 0; plane < 2; plane++) {
            End zero = at(host, plane, 0);
            End one = at(host, plane, 1);
            End behindZero = Objects.requireNonNull(wires.get(zero.key()));
            End behindOne = Objects.requireNonNull(wires.get(one.key()));
            unplug(zero);
            unplug(one);
            join(zero, behindOne);
            join(one, behindZero);
        }
        return this;
    }

    RingFacts change(int host, int plane, int port, Consumer<End> what) {
        what.accept(at(host, plane, port));
        return this;
    }

    RingFacts changeAll(Consumer<End> what) {
        ends.values().forEach(what);
        return this;
    }

    /** Both planes get the subnets and addresses of the first. */
    RingFacts mergePlanes() {
        for (End end : ends.values()) {
            List<String> first = List.copyOf(at(end.host, 0, end.port).addresses);
            end.addresses.clear();
            end.addresses.addAll(first);
        }
        return this;
    }

    /** Anything else that a host says. */
    RingFacts also(int host, Consumer<FactsBuilder> what) {
        extras.computeIfAbsent(host, h -> new ArrayList<>()).add(what);
        return this;
    }

    Inventory inventory() {
        List<NodeFacts> nodes = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            nodes.add(node(host).build());
        }
        return Inventory.of(nodes);
    }

    FactsBuilder node(int host) {
        FactsBuilder facts = new FactsBuilder(host(host));
        for (Topic topic : List.of(
                Topic.ADDRESSES,
                Topic.LINKS,
                Topic.NEIGHBOURS,
                Topic.ROUTES,
                Topic.RDMA_PORTS,
                Topic.GIDS,
                Topic.MEMORY)) {
            facts.observe(topic, Observation.OBSERVED);
        }
        for (End end : ends.values()) {
            if (end.host == host) {
                end.tell(facts, host(host));
                End peer = wires.get(end.key());
                if (neighboursSeen && peer != null && end.state != LinkState.DOWN && peer.state != LinkState.DOWN) {
                    see(facts, end, peer);
                }
            }
        }
        extras.getOrDefault(host, List.of()).forEach(e -> e.accept(facts));
        return facts;
    }

    /** Neighbours by their link-local IPv6 address, which works whatever the IPv4 addresses say. */
    private void see(FactsBuilder facts, End end, End peer) {
        String text = end.netdev() + " lladdr " + peer.mac() + " REACHABLE";
        IpAddress address = IpAddress.parse("fe80::" + (peer.host + 1) + ":" + (peer.plane * 2 + peer.port + 1))
                .orElseThrow();
        facts.neighbour(new Neighbour(
                address,
                end.netdev(),
                Optional.of(peer.mac()),
                Neighbour.State.REACHABLE,
                Optional.empty(),
                new Evidence(host(end.host) + "/ip-neigh.txt", 1, text)));
    }

    /** One function of one host, changeable. */
    static final class End {
        final int host;
        final int plane;
        final int port;
        final List<String> addresses = new ArrayList<>();
        LinkState state = LinkState.UP;
        boolean adminUp = true;
        int mtu = 9000;
        int speedMbps = 200_000;
        int activeMtu;
        boolean hasDevice = true;
        RdmaDevice.State rdmaState = RdmaDevice.State.ACTIVE;
        /** Null: the table that the kernel makes from the addresses. */
        @Nullable
        List<GidEntry> gids;

        End(int host, int plane, int port) {
            this.host = host;
            this.plane = plane;
            this.port = port;
        }

        /** A netdev of which nothing but its name is told. */
        void hide() {
            state = LinkState.UNKNOWN;
            hasDevice = false;
        }

        String key() {
            return host + "/" + plane + "/" + port;
        }

        String netdev() {
            return "en" + (plane == 0 ? "" : "P2") + "p1s0f" + port + "np" + port;
        }

        String device() {
            return "roce" + (plane == 0 ? "" : "P2") + "p1s0f" + port;
        }

        MacAddress mac() {
            return MacAddress.parse(String.format("4c:bb:%02x:%02x:%02x:%02x", host >> 8, host & 255, port, plane))
                    .orElseThrow();
        }

        void tell(FactsBuilder facts, String hostName) {
            Evidence evidence = new Evidence(hostName + "/ip-addr.txt", 1 + plane * 2 + port, netdev());
            var netdev = facts.netdev(netdev(), evidence)
                    .mac(mac())
                    .mtu(mtu)
                    .state(state)
                    .adminUp(adminUp)
                    .carrier(state == LinkState.UP)
                    .speedMbps(state == LinkState.UP ? speedMbps : -1)
                    .driver("mlx5_core")
                    .pci(pci())
                    .pciRoot(plane == 0 ? "pci0000:00" : "pci0002:00")
                    .portNumber(port)
                    .addressesObserved();
            for (String text : addresses) {
                int slash = text.indexOf('/');
                netdev.address(NetAddress.live(
                        IpAddress.parse(text.substring(0, slash)).orElseThrow(),
                        Integer.parseInt(text.substring(slash + 1)),
                        new Evidence(evidence.file(), evidence.line(), "inet " + text + " " + netdev())));
            }
            if (hasDevice) {
                var device = facts.rdmaDevice(device(), new Evidence(hostName + "/sysfs", 1, device()))
                        .netdev(netdev())
                        .state(state == LinkState.DOWN ? RdmaDevice.State.DOWN : rdmaState)
                        .rateGbps(state == LinkState.DOWN ? 40 : 200)
                        .driver("mlx5_core")
                        .pci(pci())
                        .gidsObserved();
                if (activeMtu > 0) {
                    device.activeMtu(activeMtu);
                }
                (gids == null ? defaultGids(hostName) : gids).forEach(device::gid);
            }
        }

        PciAddress pci() {
            return new PciAddress(plane == 0 ? 0 : 2, 1, 0, port);
        }

        /** Link-local at 0 and 1, then a v1 and a v2 entry for each IPv4 address, as mlx5 lays them out. */
        List<GidEntry> defaultGids(String hostName) {
            List<GidEntry> table = new ArrayList<>();
            Gid local = Gid.parse(String.format(
                            "fe80:0000:0000:0000:0200:00ff:fe%02x:%02x%d%d", host >> 8, host & 255, plane, port))
                    .orElseThrow();
            table.add(gid(0, local, GidEntry.Type.ROCE_V1));
            table.add(gid(1, local, GidEntry.Type.ROCE_V2));
            int index = 2;
            for (String text : addresses) {
                Gid gid = Gid.of(
                        Ipv4Address.parse(text.substring(0, text.indexOf('/'))).orElseThrow());
                table.add(gid(index++, gid, GidEntry.Type.ROCE_V1));
                table.add(gid(index++, gid, GidEntry.Type.ROCE_V2));
            }
            return table;
        }

        GidEntry gid(int index, Gid gid, GidEntry.Type type) {
            return new GidEntry(
                    index,
                    gid,
                    type,
                    Optional.of(netdev()),
                    new Evidence("show_gids", index + 1, device() + " " + index));
        }
    }
}
