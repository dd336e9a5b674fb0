package dev.kolo.verbs;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.verbs.device.DeviceChoice;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.device.HostFacts;
import dev.kolo.verbs.device.NeighbourTable;
import dev.kolo.verbs.device.PortFacts;
import dev.kolo.wire.nic.NicException;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a rank goes through at its start on a host with RDMA devices, on one that need not have any: with devices that are
 * invented. A cache of classes that is recorded in such a run knows what a rank in a guest needs. It changes nothing.
 */
public final class StartRehearsal {
    private static final int HOSTS = 2;
    private static final int FUNCTIONS = 2;
    private static final int SOFT_VENDOR = 0xff_ffff;

    /** Netdev of the devices that are joined with this host's own netdevs: loopback, which every host has. */
    private static final String LOOPBACK = "lo";

    private StartRehearsal() {}

    /**
     * Looks for this host's devices and netdevs, chooses devices of two invented hosts and pairs them.
     *
     * @return what pairing makes of the invented hosts
     * @throws NicException when this host lists no netdevs, or the invented devices do not fit
     */
    public static PairingResult run() throws NicException {
        lookAtThisHost();
        List<RankRecord> ranks = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            List<PortFacts> ports = new ArrayList<>();
            NodeFacts facts = invented(host, ports);
            List<DeviceRecord> chosen = DeviceChoice.choose(facts, ports, List.of());
            ranks.add(RankRecord.of(host, facts.host(), "", chosen));
        }
        return Pairing.pair(ranks, new PairingLimits(HOSTS, FUNCTIONS));
    }

    private static void lookAtThisHost() throws NicException {
        List<NetworkInterface> netdevs = HostFacts.netdevs();
        HostFacts.hardwareAddresses(netdevs);
        Ipv4Address own = Ipv4Address.of(127, 0, 0, 1);
        int index = netdevs.stream()
                .filter(n -> n.getName().equals(LOOPBACK))
                .map(NetworkInterface::getIndex)
                .findFirst()
                .orElse(0);
        PortFacts port = port("invented", own, index);
        DeviceChoice.choose(new HostFacts(Path.of("/")).of("here", List.of(port), netdevs), List.of(port), List.of());
        DeviceRecord record = new DeviceRecord(
                "invented", LOOPBACK, 1, 0, new PciAddress(0, 1, 0, 0), 0, OptionalInt.of(1), own, 8, 4096, true);
        new NeighbourTable(Path.of("/")).whoAnswers(record, own);
        try {
            Devices.ofThisHost().ports();
        } catch (NicException none) {
            // As on most hosts on which a cache is recorded: the library and its calls were looked for all the same.
        }
    }

    /** A host as a scan of a Spark's two ports finds it, with what libibverbs would say of them. */
    private static NodeFacts invented(int host, List<PortFacts> ports) {
        FactsBuilder facts = new FactsBuilder("invented" + host);
        facts.observe(Topic.RDMA_PORTS, Observation.OBSERVED);
        facts.observe(Topic.GIDS, Observation.OBSERVED);
        for (int function = 0; function < FUNCTIONS; function++) {
            String device = "rocep1s0f" + function;
            String netdev = "enp1s0f" + function + "np" + function;
            PciAddress pci = new PciAddress(0, 1, 0, function);
            Ipv4Address own = Ipv4Address.of(192, 0, 2, 64 * function + host + 1);
            facts.rdmaDevice(device, Evidence.NONE)
                    .port(1)
                    .netdev(netdev)
                    .state(RdmaDevice.State.ACTIVE)
                    .gidsObserved()
                    .pci(pci)
                    .pciRoot("pci0000:00")
                    .gid(new GidEntry(1, Gid.of(own), GidEntry.Type.ROCE_V2, Optional.of(netdev), Evidence.NONE));
            facts.netdev(netdev, Evidence.NONE)
                    .mtu(9000)
                    .state(LinkState.UP)
                    .pci(pci)
                    .pciRoot("pci0000:00")
                    .driver("rdma_rxe")
                    .portNumber(function)
                    .address(NetAddress.live(own, 26, Evidence.NONE));
            ports.add(port(device, own, 0));
        }
        return facts.build();
    }

    private static PortFacts port(String device, Ipv4Address own, int netdevIndex) {
        return new PortFacts(
                device,
                1,
                true,
                true,
                4096,
                4096,
                1 << 30,
                1024,
                1024,
                SOFT_VENDOR,
                new Guid(1),
                new Guid(2),
                "",
                List.of(new PortFacts.GidSlot(1, Gid.of(own), true, netdevIndex)));
    }
}
