package dev.kolo.plan;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.topology.Fabric;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Boxes for tests: hosts in a ring or path whose cables are seen by the MACs of neighbours, Spark-like names, a LAN. Everything
 * can be changed: names, planes, ports, addresses, and any fact of any host.
 */
public final class Boxes {
    private final int count;
    private final boolean closed;
    private List<String> names = new ArrayList<>();
    private int planes = 2;
    private String lan = "enP7s7";
    private boolean pciSeen = true;
    private BiFunction<Integer, Integer, Optional<Ends>> addresses = (cable, plane) -> Optional.empty();
    /** Port of the cable to the next host, by host. */
    private final int[] upPort;

    private final Set<List<Integer>> dead = new HashSet<>();
    private final Set<Integer> exchanged = new HashSet<>();
    private final List<Tweak> tweaks = new ArrayList<>();

    private record Tweak(int host, Consumer<FactsBuilder> change) {}

    /** The addresses of a link's ends, each with its prefix length. */
    public record Ends(Ipv4Address a, int lengthA, Ipv4Address b, int lengthB) {
        /** Two host numbers of one network. */
        public static Ends in(String subnet, int a, int b) {
            Subnet net = Subnet.parse(subnet).orElseThrow();
            return new Ends(
                    net.network().plus(a), net.prefixLength(), net.network().plus(b), net.prefixLength());
        }
    }

    private Boxes(int count, boolean closed) {
        this.count = count;
        this.closed = closed;
        this.upPort = new int[count];
        for (int i = 0; i < count; i++) {
            names.add("spark" + (i + 1));
        }
    }

    public static Boxes ring(int count) {
        return new Boxes(count, true);
    }

    public static Boxes path(int count) {
        return new Boxes(count, false);
    }

    public Boxes names(List<String> value) {
        names = List.copyOf(value);
        return this;
    }

    /** The hosts' names. */
    public List<String> names() {
        return names;
    }

    /** Names the netdev by which the LAN is reached. */
    public Boxes lan(String netdev) {
        lan = netdev;
        return this;
    }

    public Boxes planes(int value) {
        planes = value;
        return this;
    }

    /** Shows no PCI address of any function, and gives them names from which none can be read. */
    public Boxes withoutPci() {
        pciSeen = false;
        return this;
    }

    /** Gives each link the addresses of its ends, by cable and plane. */
    public Boxes addresses(BiFunction<Integer, Integer, Optional<Ends>> value) {
        addresses = value;
        return this;
    }

    /** As the seed's document addresses a ring: one /24 a cable, .10 at the first end, .11 at the other. */
    public Boxes addressed() {
        return addresses((cable, plane) -> Optional.of(Ends.in("10.1" + plane + "." + cable + ".0/24", 10, 11)));
    }

    /** Plugs the cable to the next host into a port, and the one from the previous host into the other. */
    public Boxes upPort(int host, int port) {
        upPort[host] = port;
        return this;
    }

    /** One half of a cable carries nothing: its function at the cable's first end is down, and neither end sees the other. */
    public Boxes deadHalf(int cable, int plane) {
        dead.add(List.of(cable, plane));
        return this;
    }

    /** Leaves a host's addresses at the ports where they were, while its plugs changed places. */
    public Boxes exchangedAddresses(int host) {
        exchanged.add(host);
        return this;
    }

    /** Changes the facts of a host at the end. */
    public Boxes change(int host, Consumer<FactsBuilder> change) {
        tweaks.add(new Tweak(host, change));
        return this;
    }

    /** Changes the facts of every host. */
    public Boxes changeAll(Consumer<FactsBuilder> change) {
        for (int host = 0; host < count; host++) {
            change(host, change);
        }
        return this;
    }

    public static String netdev(int port, int plane) {
        return "en" + (plane == 0 ? "" : "P2") + "p1s0f" + port + "np" + port;
    }

    public static String device(int port, int plane) {
        return "roce" + (plane == 0 ? "" : "P2") + "p1s0f" + port;
    }

    public static MacAddress mac(int host, int port, int plane) {
        return new MacAddress(0x4cbb_4700_0000L | (long) (host + 1) << 16 | (long) port << 8 | plane);
    }

    public Fabric fabric() {
        return Fabric.of(inventory());
    }

    public Inventory inventory() {
        List<FactsBuilder> builders = new ArrayList<>();
        for (int host = 0; host < count; host++) {
            builders.add(box(host));
        }
        int cables = closed ? count : count - 1;
        for (int cable = 0; cable < cables; cable++) {
            for (int plane = 0; plane < planes; plane++) {
                plug(builders, cable, plane);
            }
        }
        for (Tweak tweak : tweaks) {
            tweak.change.accept(builders.get(tweak.host));
        }
        List<NodeFacts> facts = new ArrayList<>();
        builders.forEach(b -> facts.add(b.build()));
        return Inventory.of(facts);
    }

    private String named(int port, int plane) {
        return pciSeen ? netdev(port, plane) : "fabric" + (2 * plane + port);
    }

    private FactsBuilder box(int host) {
        FactsBuilder facts = new FactsBuilder(names.get(host));
        for (int plane = 0; plane < planes; plane++) {
            for (int port = 0; port < 2; port++) {
                boolean up = port == upPort[host] ? closed || host + 1 < count : closed || host > 0;
                PciAddress pci = new PciAddress(plane * 2, 1, 0, port);
                NetdevBuilder netdev = facts.netdev(named(port, plane), Evidence.NONE)
                        .mac(mac(host, port, plane))
                        .state(up ? LinkState.UP : LinkState.DOWN);
                RdmaDeviceBuilder device = facts.rdmaDevice(
                                pciSeen ? device(port, plane) : "mlx5_" + (2 * plane + port), Evidence.NONE)
                        .netdev(named(port, plane))
                        .state(up ? RdmaDevice.State.ACTIVE : RdmaDevice.State.DOWN);
                if (pciSeen) {
                    netdev.pci(pci);
                    device.pci(pci);
                } else {
                    netdev.portNumber(port);
                }
            }
        }
        facts.netdev(lan, Evidence.NONE)
                .state(LinkState.UP)
                .address(NetAddress.live(Ipv4Address.of(192, 168, 1, 10 + host), 24, Evidence.NONE));
        facts.route(new Route(
                "default",
                Optional.of(lan),
                Optional.of(Ipv4Address.of(192, 168, 1, 1)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Evidence.NONE));
        return facts;
    }

    private void plug(List<FactsBuilder> builders, int cable, int plane) {
        int next = (cable + 1) % count;
        int portA = upPort[cable];
        int portB = 1 - upPort[next];
        if (dead.contains(List.of(cable, plane))) {
            builders.get(cable).netdev(named(portA, plane), Evidence.NONE).state(LinkState.DOWN);
            builders.get(cable).rdmaDevice(device(portA, plane), Evidence.NONE).state(RdmaDevice.State.DOWN);
            return;
        }
        see(builders.get(cable), named(portA, plane), mac(next, portB, plane));
        see(builders.get(next), named(portB, plane), mac(cable, portA, plane));
        addresses.apply(cable, plane).ifPresent(ends -> {
            int atA = exchanged.contains(cable) ? 1 - portA : portA;
            int atB = exchanged.contains(next) ? 1 - portB : portB;
            builders.get(cable)
                    .netdev(named(atA, plane), Evidence.NONE)
                    .address(NetAddress.live(ends.a, ends.lengthA, Evidence.NONE));
            builders.get(next)
                    .netdev(named(atB, plane), Evidence.NONE)
                    .address(NetAddress.live(ends.b, ends.lengthB, Evidence.NONE));
        });
    }

    private static void see(FactsBuilder facts, String netdev, MacAddress seen) {
        facts.neighbour(new Neighbour(
                new Ipv6Address(0xfe80L << 48, seen.interfaceIdentifier()),
                netdev,
                Optional.of(seen),
                Neighbour.State.REACHABLE,
                Optional.empty(),
                Evidence.NONE));
    }
}
