package dev.kolo.plan.wish;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Refusal;
import dev.kolo.plan.cabling.RankOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A number of hosts in a shape. From it come facts as a scan of such hosts would give them before anything is set up: Sparks
 * with two ports on two planes, locally administered MACs, a LAN, no fabric addresses. The same wish gives the same facts, and
 * a larger one the same for the hosts that it shares.
 *
 * @param shape the shape
 * @param hosts how many
 */
public record Wish(Shape.Kind shape, int hosts) {
    private static final int PLANES = 2;
    private static final String LAN_NETDEV = "enP7s7";
    private static final Ipv4Address GATEWAY = Ipv4Address.of(192, 168, 200, 1);

    /** Why the wish cannot be granted; empty when it can. */
    public Optional<Finding> refusal() {
        int least = switch (shape) {
            case PAIR -> 2;
            case PATH, RING, SWITCHED, NONE -> 3;
        };
        int most = switch (shape) {
            case PAIR -> 2;
            case PATH, RING, NONE -> RankOrder.MOST_HOSTS;
            case SWITCHED -> RankOrder.MOST_SWITCHED_HOSTS;
        };
        if (shape != Shape.Kind.NONE && hosts >= least && hosts <= most) {
            return Optional.empty();
        }
        String wanted = shape == Shape.Kind.NONE
                ? "pair, path, ring or switched"
                : least == most ? Integer.toString(most) : least + " to " + most;
        return Optional.of(Refusal.of(
                Code.PLAN_HOST_COUNT,
                "--hosts",
                hosts + " hosts in a " + shape.word(),
                wanted,
                "No such fabric can be planned.",
                hosts == 2 ? "Two hosts are a pair: --shape pair --hosts 2." : "Give --hosts " + wanted + "."));
    }

    /** The facts of the hosts; only for a wish that can be granted. */
    public Inventory inventory() {
        List<NodeFacts> facts = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            facts.add(factsOf(host));
        }
        return new Inventory(facts, cables(), List.of());
    }

    private List<StatedCable> cables() {
        int count = switch (shape) {
            case PAIR, PATH -> hosts - 1;
            case RING -> hosts;
            case SWITCHED, NONE -> 0;
        };
        List<StatedCable> cables = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int farPort = shape == Shape.Kind.PAIR ? 0 : 1;
            cables.add(new StatedCable(
                    new StatedCable.End(name(i), OptionalInt.of(0), Optional.empty()),
                    new StatedCable.End(name((i + 1) % hosts), OptionalInt.of(farPort), Optional.empty()),
                    Optional.empty(),
                    Evidence.NONE));
        }
        return cables;
    }

    private static String name(int host) {
        return "spark" + (host + 1);
    }

    private NodeFacts factsOf(int host) {
        FactsBuilder facts = new FactsBuilder(name(host));
        for (int plane = 0; plane < PLANES; plane++) {
            for (int port = 0; port < 2; port++) {
                function(facts, host, plane, port);
            }
        }
        Ipv4Address address = GATEWAY.plus(9 + host);
        facts.netdev(LAN_NETDEV, Evidence.NONE)
                .mac(mac(host, 0xff, 0))
                .state(LinkState.UP)
                .address(NetAddress.live(address, 22, Evidence.NONE));
        facts.route(new Route(
                "default",
                Optional.of(LAN_NETDEV),
                Optional.of(GATEWAY),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Evidence.NONE));
        if (shape == Shape.Kind.SWITCHED) {
            seeOnSwitch(facts, host);
        }
        return facts.build();
    }

    /** A Spark's names: port 0 is f0, port 1 is f1; the second PCIe half is domain 2. */
    private void function(FactsBuilder facts, int host, int plane, int port) {
        String domain = plane == 0 ? "" : "P2";
        String netdev = "en" + domain + "p1s0f" + port + "np" + port;
        PciAddress pci = new PciAddress(plane == 0 ? 0 : 2, 1, 0, port);
        boolean linked = isLinked(host, port);
        facts.netdev(netdev, Evidence.NONE)
                .mac(mac(host, port, plane))
                .state(linked ? LinkState.UP : LinkState.DOWN)
                .pci(pci)
                .portNumber(port);
        facts.rdmaDevice("roce" + domain + "p1s0f" + port, Evidence.NONE)
                .netdev(netdev)
                .pci(pci)
                .state(linked ? RdmaDevice.State.ACTIVE : RdmaDevice.State.DOWN);
    }

    private boolean isLinked(int host, int port) {
        return switch (shape) {
            case PAIR, SWITCHED -> port == 0;
            case PATH -> port == 0 ? host + 1 < hosts : host > 0;
            case RING -> true;
            case NONE -> false;
        };
    }

    /** 02 marks a locally administered address, which no vendor gives. */
    private static MacAddress mac(int host, int port, int plane) {
        return new MacAddress(0x02_4b_00_00_00_00L | (long) (host + 1) << 16 | (long) port << 8 | plane);
    }

    /** Every host has seen the MAC of the first one on each plane, and the first one that of the second. */
    private static void seeOnSwitch(FactsBuilder facts, int host) {
        for (int plane = 0; plane < PLANES; plane++) {
            MacAddress seen = mac(host == 0 ? 1 : 0, 0, plane);
            facts.neighbour(new dev.kolo.fabric.facts.Neighbour(
                    dev.kolo.fabric.address.Ipv6Address.parse("fe80::1")
                            .map(a -> new dev.kolo.fabric.address.Ipv6Address(a.high(), seen.interfaceIdentifier()))
                            .orElseThrow(),
                    plane == 0 ? "enp1s0f0np0" : "enP2p1s0f0np0",
                    Optional.of(seen),
                    dev.kolo.fabric.facts.Neighbour.State.REACHABLE,
                    Optional.empty(),
                    Evidence.NONE));
        }
    }
}
