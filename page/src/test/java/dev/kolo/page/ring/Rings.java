package dev.kolo.page.ring;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
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
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Fabrics for the tests of pictures: cables between two-port hosts, given as pairs of plugs. */
final class Rings {
    private Rings() {}

    /** A plug: host index and port. */
    record Plug(int host, int port) {}

    /** A cable between two plugs. */
    record Cord(Plug a, Plug b) {}

    static Cord cord(int hostA, int portA, int hostB, int portB) {
        return new Cord(new Plug(hostA, portA), new Plug(hostB, portB));
    }

    /** A sound ring: port 0 of each host to port 1 of the next. */
    static List<Cord> ring(int hosts) {
        List<Cord> cords = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            cords.add(cord(i, 0, (i + 1) % hosts, 1));
        }
        return cords;
    }

    static Fabric fabric(int hosts, List<Cord> cords) {
        return fabric(hosts, cords, i -> "spark" + (i + 1), 2, true);
    }

    /** A fabric whose cables are seen by neighbour tables, or else only claimed by addresses. */
    static Fabric fabric(int hosts, List<Cord> cords, IntFunction<String> names, int planes, boolean seen) {
        int ports = Math.max(
                2,
                1
                        + cords.stream()
                                .mapToInt(c -> Math.max(c.a().port(), c.b().port()))
                                .max()
                                .orElse(0));
        List<NodeFacts> facts = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            FactsBuilder builder = new FactsBuilder(names.apply(host));
            builder.observe(Topic.ADDRESSES, Observation.OBSERVED).observe(Topic.NEIGHBOURS, Observation.OBSERVED);
            for (int plane = 0; plane < planes; plane++) {
                for (int port = 0; port < ports; port++) {
                    function(builder, host, plane, port, cords, seen);
                }
            }
            facts.add(builder.build());
        }
        return Fabric.of(Inventory.of(facts));
    }

    /** Hosts whose port 0 is on a switch: one subnet a plane, an address for each host. */
    static Fabric switched(int hosts, int planes) {
        List<NodeFacts> facts = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            FactsBuilder builder = new FactsBuilder("spark" + (host + 1));
            builder.observe(Topic.ADDRESSES, Observation.OBSERVED);
            for (int plane = 0; plane < planes; plane++) {
                function(builder, host, plane, 0, List.of(), false);
                builder.netdev("en" + (plane == 0 ? "" : "P2") + "p1s0f0np0", Evidence.NONE)
                        .state(LinkState.UP)
                        .address(NetAddress.live(Ipv4Address.of(10, 10 + plane, 0, host + 1), 24, Evidence.NONE));
            }
            facts.add(builder.build());
        }
        return Fabric.of(Inventory.of(facts));
    }

    private static void function(FactsBuilder builder, int host, int plane, int port, List<Cord> cords, boolean seen) {
        String netdev = "en" + (plane == 0 ? "" : "P2") + "p1s0f" + port + "np" + port;
        String device = "roce" + (plane == 0 ? "" : "P2") + "p1s0f" + port;
        PciAddress pci = new PciAddress(plane * 2, 1, 0, port);
        builder.netdev(netdev, Evidence.NONE)
                .mac(mac(host, plane, port))
                .mtu(9000)
                .state(LinkState.DOWN)
                .pci(pci)
                .pciRoot("pci000" + plane * 2 + ":00")
                .portNumber(port)
                .addressesObserved();
        builder.rdmaDevice(device, Evidence.NONE)
                .netdev(netdev)
                .pci(pci)
                .pciRoot("pci000" + plane * 2 + ":00")
                .state(RdmaDevice.State.DOWN);
        for (int c = 0; c < cords.size(); c++) {
            boolean first = cords.get(c).a().equals(new Plug(host, port));
            if (!first && !cords.get(c).b().equals(new Plug(host, port))) {
                continue;
            }
            Plug peer = first ? cords.get(c).b() : cords.get(c).a();
            Ipv4Address address = Ipv4Address.of(10, 10 + plane, c, first ? 10 : 11);
            builder.netdev(netdev, Evidence.NONE)
                    .state(LinkState.UP)
                    .address(NetAddress.live(address, 24, Evidence.NONE));
            builder.rdmaDevice(device, Evidence.NONE)
                    .state(RdmaDevice.State.ACTIVE)
                    .gid(new GidEntry(3, Gid.of(address), GidEntry.Type.ROCE_V2, Optional.of(netdev), Evidence.NONE));
            if (seen) {
                MacAddress peerMac = mac(peer.host(), plane, peer.port());
                builder.neighbour(new Neighbour(
                        Ipv6Address.linkLocalOf(peerMac),
                        netdev,
                        Optional.of(peerMac),
                        Neighbour.State.REACHABLE,
                        Optional.empty(),
                        Evidence.NONE));
            }
        }
    }

    private static MacAddress mac(int host, int plane, int port) {
        return new MacAddress(0x4cbb_4700_0000L + host * 0x100L + plane * 0x10L + port);
    }

    static Finding finding(Code code, String host, String subject) {
        return new Finding(
                code,
                code.usualSeverity(),
                host,
                subject,
                "seen",
                "wanted",
                "consequence",
                "fix",
                List.of(),
                Finding.Confidence.CERTAIN);
    }

    static Finding info(String host, String subject) {
        return new Finding(
                Code.ONE_CABLE_TWO_FUNCTIONS,
                Severity.INFO,
                host,
                subject,
                "",
                "",
                "",
                "",
                List.of(),
                Finding.Confidence.CERTAIN);
    }
}
