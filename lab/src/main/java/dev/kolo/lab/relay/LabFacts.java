package dev.kolo.lab.relay;

import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.lab.layout.LabCable;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.layout.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A lab as facts, which are known without asking its hosts, since it was built so. */
final class LabFacts {
    private static final int MANAGEMENT_PREFIX = 24;

    /** The upper half of fe80::/64. */
    private static final long LINK_LOCAL = 0xfe80_0000_0000_0000L;

    private LabFacts() {}

    static Inventory of(LabLayout layout) {
        List<NodeFacts> hosts =
                layout.hosts().stream().map(host -> facts(layout, host)).toList();
        List<StatedCable> cables = new ArrayList<>();
        for (LabCable cable : layout.cables()) {
            cables.add(new StatedCable(
                    end(layout, cable.near()), end(layout, cable.far()), Optional.empty(), Evidence.NONE));
        }
        return new Inventory(hosts, cables, List.of());
    }

    private static StatedCable.End end(LabLayout layout, LabCable.End end) {
        return new StatedCable.End(layout.hosts().get(end.host()).name(), OptionalInt.of(end.port()), Optional.empty());
    }

    private static NodeFacts facts(LabLayout layout, LabHost host) {
        FactsBuilder facts = new FactsBuilder(host.name());
        for (LabPort port : host.ports()) {
            boolean linked = !(port.wire() instanceof Wire.Free);
            NetdevBuilder netdev = facts.netdev(port.netdev(), Evidence.NONE)
                    .mac(port.mac())
                    .mtu(layout.spec().mtuBytes())
                    .state(linked ? LinkState.UP : LinkState.DOWN)
                    .pciRoot("plane " + port.plane())
                    .portNumber(port.port());
            port.address()
                    .ifPresent(
                            address -> netdev.address(NetAddress.live(address, LabPort.PREFIX_LENGTH, Evidence.NONE)));
            peer(layout, host, port).ifPresent(seen -> facts.neighbour(seen(port, seen)));
            facts.rdmaDevice(port.device(), Evidence.NONE)
                    .netdev(port.netdev())
                    .pciRoot("plane " + port.plane())
                    .state(linked ? RdmaDevice.State.ACTIVE : RdmaDevice.State.DOWN);
        }
        facts.netdev(LabHost.MANAGEMENT_NETDEV, Evidence.NONE)
                .mac(host.managementMac())
                .state(LinkState.UP)
                .address(NetAddress.live(host.managementAddress(), MANAGEMENT_PREFIX, Evidence.NONE));
        facts.route(new Route(
                "default",
                Optional.of(LabHost.MANAGEMENT_NETDEV),
                Optional.of(LabLayout.GATEWAY),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Evidence.NONE));
        return facts.build();
    }

    /** The port at the other end of the cable; on a switch the first other one. */
    private static Optional<LabPort> peer(LabLayout layout, LabHost host, LabPort port) {
        for (LabHost other : layout.hosts()) {
            for (LabPort peer : other.ports()) {
                boolean joined = switch (port.wire()) {
                    case Wire.Cabled own ->
                        peer.wire() instanceof Wire.Cabled far
                                && far.cable() == own.cable()
                                && far.near() != own.near();
                    case Wire.Switch onSwitch -> peer.wire() instanceof Wire.Switch && other.index() != host.index();
                    case Wire.Free free -> false;
                };
                if (joined && peer.plane() == port.plane()) {
                    return Optional.of(peer);
                }
            }
        }
        return Optional.empty();
    }

    /** What the kernel knows of the other end by its link-local address: the MAC shows the cable, whatever is addressed. */
    private static Neighbour seen(LabPort port, LabPort peer) {
        return new Neighbour(
                new Ipv6Address(LINK_LOCAL, peer.mac().interfaceIdentifier()),
                port.netdev(),
                Optional.of(peer.mac()),
                Neighbour.State.REACHABLE,
                Optional.empty(),
                Evidence.NONE);
    }
}
