package dev.kolo.fabric.lanes;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Device records of fabrics as people build them, for tests. */
final class RecordsOf {
    private RecordsOf() {}

    static DeviceRecord device(int plane, int port, Ipv4Address address, int prefixLength) {
        String domain = plane == 0 ? "" : "P" + 2 * plane;
        return new DeviceRecord(
                "roce" + domain + "p1s0f" + port,
                "en" + domain + "p1s0f" + port + "np" + port,
                1,
                plane,
                new PciAddress(2 * plane, 1, 0, port),
                port,
                OptionalInt.of(3),
                address,
                prefixLength,
                4096,
                true);
    }

    /** A ring of {@code world} hosts: port 0 of host i to port 1 of host i+1, each link its own network. */
    static List<RankRecord> ring(int world, int planes, int prefixLength) {
        List<RankRecord> ranks = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            List<DeviceRecord> devices = new ArrayList<>();
            for (int plane = 0; plane < planes; plane++) {
                int before = (rank + world - 1) % world;
                devices.add(device(plane, 0, link(plane, rank, prefixLength).plus(1), prefixLength));
                devices.add(device(plane, 1, link(plane, before, prefixLength).plus(2), prefixLength));
            }
            ranks.add(RankRecord.of(rank, "spark" + (rank + 1), "same", devices));
        }
        return ranks;
    }

    /** Base address of a cable's network: /30s lie side by side in one /24 a plane. */
    static Ipv4Address link(int plane, int cable, int prefixLength) {
        return prefixLength >= 30 ? Ipv4Address.of(10, 41, plane, 4 * cable) : Ipv4Address.of(10, 10 + plane, cable, 0);
    }

    /** A switched fabric: plane p of every host in one /24. */
    static List<RankRecord> switched(int world, int planes) {
        List<RankRecord> ranks = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            List<DeviceRecord> devices = new ArrayList<>();
            for (int plane = 0; plane < planes; plane++) {
                devices.add(device(plane, 0, Ipv4Address.of(192, 168, 100 + plane, 10 + rank), 24));
            }
            ranks.add(RankRecord.of(rank, "spark" + (rank + 1), "same", devices));
        }
        return ranks;
    }

    static RankRecord with(RankRecord rank, List<DeviceRecord> devices) {
        return new RankRecord(rank.rank(), rank.host(), rank.magic(), rank.version(), rank.settingsDigest(), devices);
    }

    static DeviceRecord inactive(DeviceRecord d) {
        return new DeviceRecord(
                d.name(),
                d.netdev(),
                d.rdmaPort(),
                d.plane(),
                d.pci(),
                d.portNumber(),
                d.gidIndex(),
                d.ipv4(),
                d.prefixLength(),
                d.activeMtu(),
                false);
    }

    static DeviceRecord withoutGid(DeviceRecord d) {
        return new DeviceRecord(
                d.name(),
                d.netdev(),
                d.rdmaPort(),
                d.plane(),
                d.pci(),
                d.portNumber(),
                OptionalInt.empty(),
                d.ipv4(),
                d.prefixLength(),
                d.activeMtu(),
                d.active());
    }

    static DeviceRecord withMtu(DeviceRecord d, int mtu) {
        return new DeviceRecord(
                d.name(),
                d.netdev(),
                d.rdmaPort(),
                d.plane(),
                d.pci(),
                d.portNumber(),
                d.gidIndex(),
                d.ipv4(),
                d.prefixLength(),
                mtu,
                d.active());
    }
}
