package dev.kolo.verbs;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.verbs.device.DeviceChoice;
import dev.kolo.verbs.device.DeviceWish;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.device.HostFacts;
import dev.kolo.verbs.device.NeighbourTable;
import dev.kolo.verbs.device.PortFacts;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.verbs.nic.VerbsNic;
import dev.kolo.verbs.nic.VerbsPort;
import dev.kolo.verbs.nic.VerbsSettings;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.PlannedLanes;
import dev.kolo.wire.session.TransportOffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * RDMA as a way for ranks to reach each other. It looks at the devices of this host when pairing asks for them, so that a host
 * without any says why within the session, and all ranks hear it.
 */
public final class VerbsOffer implements TransportOffer {
    private final String host;
    private final List<String> wishes;
    private final LaneTuning tuning;
    private final RecentNumbers recent;
    private final Optional<PlannedLanes> planned;
    private final Host source;
    private Optional<Devices> devices = Optional.empty();
    private List<VerbsPort> ports = List.of();
    private Map<String, String> linkAddresses = Map.of();

    /** Where devices and their facts come from. */
    interface Host {
        Devices devices() throws NicException;

        List<DeviceRecord> choose(List<PortFacts> ports, List<DeviceWish> wishes) throws NicException;

        /** Hardware addresses by netdev. */
        Map<String, String> linkAddresses() throws NicException;

        /** Who answers for an address on a device's netdev. */
        Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer);
    }

    /**
     * What this host has.
     *
     * @param host its name, for messages
     * @param wishes devices that the user names, {@code name[:port][:gid]}; empty: from facts
     * @param tuning how lanes are set up
     * @param recent numbers of queue pairs that rest, one for the process
     * @param planned lanes of a plan; empty: as pairing finds them
     */
    public VerbsOffer(
            String host, List<String> wishes, LaneTuning tuning, RecentNumbers recent, Optional<PlannedLanes> planned) {
        this(host, wishes, tuning, recent, planned, new ThisHost(host, new NeighbourTable(Path.of("/"))));
    }

    VerbsOffer(
            String host,
            List<String> wishes,
            LaneTuning tuning,
            RecentNumbers recent,
            Optional<PlannedLanes> planned,
            Host source) {
        this.host = host;
        this.wishes = List.copyOf(wishes);
        this.tuning = tuning;
        this.recent = recent;
        this.planned = planned;
        this.source = source;
    }

    private record ThisHost(String host, NeighbourTable neighbours) implements Host {
        @Override
        public Map<String, String> linkAddresses() throws NicException {
            return HostFacts.hardwareAddresses(HostFacts.netdevs());
        }

        @Override
        public Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer) {
            return neighbours.whoAnswers(own, peer);
        }

        @Override
        public Devices devices() throws NicException {
            return Devices.ofThisHost();
        }

        @Override
        public List<DeviceRecord> choose(List<PortFacts> ports, List<DeviceWish> wishes) throws NicException {
            return DeviceChoice.choose(new HostFacts(Path.of("/")).of(host, ports, HostFacts.netdevs()), ports, wishes);
        }
    }

    @Override
    public String kind() {
        return "verbs";
    }

    @Override
    public List<DeviceRecord> devices() throws NicException {
        List<DeviceWish> wanted = DeviceWish.parse(wishes);
        Devices found = source.devices();
        List<PortFacts> facts = found.ports();
        List<DeviceRecord> chosen = source.choose(facts, wanted);
        if (chosen.isEmpty()) {
            throw new NicException("of the RDMA devices of " + host + " ("
                    + String.join(
                            ", ",
                            facts.stream().map(PortFacts::device).distinct().toList())
                    + ") none has an IPv4 network of its own, by which lanes are paired: give their netdevs addresses");
        }
        List<VerbsPort> usable = new ArrayList<>();
        for (DeviceRecord record : chosen) {
            facts.stream()
                    .filter(p -> p.device().equals(record.name()) && p.number() == record.rdmaPort())
                    .findFirst()
                    .ifPresent(p -> usable.add(VerbsPort.of(record, p)));
        }
        Map<String, String> hardware = source.linkAddresses();
        Map<String, String> ofDevices = new TreeMap<>();
        chosen.stream()
                .filter(r -> hardware.containsKey(r.netdev()))
                .forEach(r -> ofDevices.put(r.name(), hardware.getOrDefault(r.netdev(), "")));
        linkAddresses = ofDevices;
        devices = Optional.of(found);
        ports = usable;
        return chosen;
    }

    @Override
    public Map<String, String> linkAddresses() {
        return linkAddresses;
    }

    @Override
    public Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer) {
        return source.whoAnswers(own, peer);
    }

    @Override
    public Optional<PlannedLanes> planned() {
        return planned;
    }

    @Override
    public Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException {
        Devices found = devices.orElseThrow(() -> new NicException("no RDMA device was chosen"));
        return new VerbsNic(new VerbsSettings(rank, world, lanesPerPeer, ports, tuning), found, recent);
    }

    @Override
    public CostModel cost() {
        return CostModel.CONNECTX7;
    }

    @Override
    public long windowBytes(Lane lane) {
        return lane.relays() == 0 ? 0 : planned.map(PlannedLanes::windowBytes).orElse(0L);
    }
}
