package dev.kolo.verbs.device;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.RankRecords;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.wire.nic.NicException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which devices a rank offers to pairing, with the GID of each. Without a wish: every device with an IPv4 network of its own,
 * and of its GID table the RoCE v2 entry that holds that address, wherever it stands. With wishes: exactly these.
 */
public final class DeviceChoice {
    private DeviceChoice() {}

    /**
     * The records of a host.
     *
     * @param facts its facts
     * @param ports what libibverbs said of its ports
     * @param wishes what the user names; empty: from facts
     * @throws NicException when a wish cannot be had; the message says what there is
     */
    public static List<DeviceRecord> choose(NodeFacts facts, List<PortFacts> ports, List<DeviceWish> wishes)
            throws NicException {
        Fabric fabric = Fabric.of(Inventory.of(List.of(facts)));
        List<DeviceRecord> found = new ArrayList<>();
        for (DeviceRecord record :
                RankRecords.of(fabric, List.of(facts.host())).getFirst().devices()) {
            // A netdev without an RDMA device is none of ours; whether a port works is the port's own word.
            ports.stream()
                    .filter(p -> p.device().equals(record.name()) && p.number() == record.rdmaPort())
                    .findFirst()
                    .ifPresent(
                            p -> found.add(with(record, record.gidIndex(), record.ipv4(), record.prefixLength(), p)));
        }
        if (wishes.isEmpty()) {
            return found;
        }
        List<DeviceRecord> wanted = new ArrayList<>();
        for (DeviceWish wish : wishes) {
            DeviceRecord granted = grant(wish, found, facts, ports);
            if (wanted.stream().anyMatch(w -> w.name().equals(granted.name()) && w.rdmaPort() == granted.rdmaPort())) {
                throw new NicException(granted.name() + " port " + granted.rdmaPort()
                        + " is named twice: a port carries lanes once, with one GID");
            }
            wanted.add(granted);
        }
        return wanted;
    }

    private static DeviceRecord with(
            DeviceRecord r, OptionalInt gidIndex, Ipv4Address ipv4, int prefixLength, PortFacts port) {
        return new DeviceRecord(
                r.name(),
                r.netdev(),
                r.rdmaPort(),
                r.plane(),
                r.pci(),
                r.portNumber(),
                gidIndex,
                ipv4,
                prefixLength,
                port.activeMtuBytes(),
                port.active());
    }

    private static DeviceRecord grant(DeviceWish wish, List<DeviceRecord> found, NodeFacts facts, List<PortFacts> ports)
            throws NicException {
        List<PortFacts> ofDevice =
                ports.stream().filter(p -> p.device().equals(wish.name())).toList();
        if (ofDevice.isEmpty()) {
            throw new NicException("there is no RDMA device \"" + wish.name() + "\"; there are "
                    + String.join(
                            ", ",
                            ports.stream().map(PortFacts::device).distinct().toList()));
        }
        int number = wish.port().orElse(ofDevice.getFirst().number());
        PortFacts port = ofDevice.stream()
                .filter(p -> p.number() == number)
                .findFirst()
                .orElseThrow(() -> new NicException(wish.name() + " has no port " + number + "; it has "
                        + ofDevice.stream().map(PortFacts::number).toList()));
        DeviceRecord record = found.stream()
                .filter(r -> r.name().equals(wish.name()) && r.rdmaPort() == number)
                .findFirst()
                .orElseThrow(() -> new NicException(wish.name() + " port " + number
                        + " has no IPv4 network of its own, by which lanes are paired: give its netdev an address"));
        return wish.gidIndex().isEmpty()
                ? record
                : withGid(record, wish.gidIndex().getAsInt(), port, facts);
    }

    private static DeviceRecord withGid(DeviceRecord record, int index, PortFacts port, NodeFacts facts)
            throws NicException {
        PortFacts.GidSlot slot = port.gids().stream()
                .filter(g -> g.index() == index)
                .findFirst()
                .orElseThrow(() -> new NicException(record.name() + " port " + port.number()
                        + " has nothing at GID index " + index + "; " + usable(port)));
        Optional<Ipv4Address> ipv4 = slot.gid().ipv4();
        if (!slot.roceV2() || ipv4.isEmpty()) {
            throw new NicException(record.name() + " port " + port.number() + " has " + slot.gid() + " at GID index "
                    + index + ", which is " + (slot.roceV2() ? "not an IPv4 address" : "not RoCE v2") + "; "
                    + usable(port));
        }
        int prefix = facts.netdev(record.netdev()).map(Netdev::addresses).orElse(List.of()).stream()
                .filter(a -> a.ipv4().equals(ipv4))
                .map(NetAddress::prefixLength)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .findFirst()
                .orElse(record.prefixLength());
        return with(record, OptionalInt.of(index), ipv4.get(), prefix, port);
    }

    private static String usable(PortFacts port) {
        List<String> all = port.gids().stream()
                .filter(g -> g.roceV2() && g.gid().ipv4().isPresent())
                .map(g -> g.index() + " (" + g.gid().ipv4().get() + ")")
                .toList();
        return all.isEmpty()
                ? "it has no RoCE v2 entry of an IPv4 address"
                : "RoCE v2 of IPv4 stands at " + String.join(", ", all);
    }
}
