package dev.kolo.verbs.device;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.verbs.device.PortFacts.GidSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A host made of functions, as facts and as libibverbs' words for its ports. */
final class HostBed {
    static final Gid LINK_LOCAL = Gid.parse("fe80::4ebb:47ff:fe01:1").orElseThrow();

    private final FactsBuilder facts = new FactsBuilder("spark1");
    private final List<PortFacts> ports = new ArrayList<>();

    HostBed() {
        facts.observe(Topic.RDMA_PORTS, Observation.OBSERVED);
        facts.observe(Topic.GIDS, Observation.OBSERVED);
    }

    static GidSlot slot(int index, String text, boolean roceV2) {
        return new GidSlot(index, Gid.parse(text).orElseThrow(), roceV2, 7);
    }

    /** The table that a driver fills in: link-local twice, then the address as RoCE v1 and v2. */
    static List<GidSlot> usual(String ipv4) {
        return List.of(
                new GidSlot(0, LINK_LOCAL, false, 7),
                new GidSlot(1, LINK_LOCAL, true, 7),
                slot(2, "::ffff:" + ipv4, false),
                slot(3, "::ffff:" + ipv4, true));
    }

    /**
     * One function.
     *
     * @param place PCI domain, and number of the function
     * @param addresses the netdev's, with prefix length
     */
    HostBed function(
            String device, String netdev, int[] place, boolean active, List<GidSlot> gids, String... addresses) {
        PciAddress pci = new PciAddress(place[0], 1, 0, place[1]);
        String root = String.format(Locale.ROOT, "pci%04x:00", place[0]);
        RdmaDeviceBuilder rdma = facts.rdmaDevice(device, Evidence.NONE)
                .port(1)
                .netdev(netdev)
                .state(active ? RdmaDevice.State.ACTIVE : RdmaDevice.State.DOWN)
                .gidsObserved()
                .pci(pci)
                .pciRoot(root);
        for (GidSlot gid : gids) {
            rdma.gid(new GidEntry(
                    gid.index(),
                    gid.gid(),
                    gid.roceV2() ? GidEntry.Type.ROCE_V2 : GidEntry.Type.ROCE_V1,
                    Optional.of(netdev),
                    Evidence.NONE));
        }
        NetdevBuilder builder = facts.netdev(netdev, Evidence.NONE)
                .mtu(9000)
                .state(LinkState.UP)
                .pci(pci)
                .pciRoot(root)
                .driver("mlx5_core")
                .portNumber(place[1]);
        for (String address : addresses) {
            String[] parts = address.split("/");
            builder.address(NetAddress.live(
                    Ipv4Address.parse(parts[0]).orElseThrow(), Integer.parseInt(parts[1]), Evidence.NONE));
        }
        return port(device, active, gids);
    }

    /** What libibverbs says of a port, without a netdev. */
    HostBed port(String device, boolean active, List<GidSlot> gids) {
        ports.add(new PortFacts(
                device, 1, active, true, 4096, 4096, 1 << 30, 8192, 32_767, 0x2c9, new Guid(1), new Guid(2), "", gids));
        return this;
    }

    NodeFacts facts() {
        return facts.build();
    }

    List<PortFacts> ports() {
        return List.copyOf(ports);
    }
}
