package dev.kolo.fabric.lanes;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes each rank's record from facts, as the rank itself would, so that a plan can show the lanes beforehand. */
public final class RankRecords {
    private RankRecords() {}

    /**
     * The records of one rank a host.
     *
     * @param fabric the fabric
     * @param hosts the hosts in rank order
     */
    public static List<RankRecord> of(Fabric fabric, List<String> hosts) {
        List<RankRecord> records = new ArrayList<>();
        for (int rank = 0; rank < hosts.size(); rank++) {
            List<DeviceRecord> devices = new ArrayList<>();
            for (Function function : fabric.functionsOf(hosts.get(rank))) {
                recordOf(function).ifPresent(devices::add);
            }
            records.add(RankRecord.of(rank, hosts.get(rank), "facts", devices));
        }
        return records;
    }

    /** A function without an IPv4 network of its own cannot have a lane. */
    private static Optional<DeviceRecord> recordOf(Function function) {
        for (NetAddress address : function.ipv4Addresses()) {
            if (address.address().isLinkLocal() || address.prefixLength().isEmpty()) {
                continue;
            }
            Optional<Ipv4Address> ipv4 = address.ipv4();
            int prefix = address.prefixLength().getAsInt();
            if (ipv4.isPresent() && prefix > 0 && prefix < 32) {
                return Optional.of(new DeviceRecord(
                        function.device().map(d -> d.name()).orElse(function.name()),
                        function.name(),
                        function.device().map(d -> d.port()).orElse(1),
                        function.plane(),
                        function.pci().orElse(new PciAddress(0, 0, 0, 0)),
                        function.port().number(),
                        gidIndexOf(function, ipv4.get()),
                        ipv4.get(),
                        prefix,
                        mtuOf(function),
                        function.linkState() != LinkState.DOWN));
            }
        }
        return Optional.empty();
    }

    /** The index of the address's RoCE v2 entry; when no table was seen, index 0 stands for "not looked at". */
    private static OptionalInt gidIndexOf(Function function, Ipv4Address ipv4) {
        List<GidEntry> gids = function.device().map(d -> d.gids()).orElse(List.of());
        boolean observed = function.device().filter(d -> d.gidsObserved()).isPresent();
        for (GidEntry entry : gids) {
            if (entry.isIpv4RoceV2() && entry.gid().ipv4().filter(ipv4::equals).isPresent()) {
                return OptionalInt.of(entry.index());
            }
        }
        return observed ? OptionalInt.empty() : OptionalInt.of(0);
    }

    /** The path MTU: as the device says, otherwise what the netdev's MTU allows (rxe's rule: 80 bytes of headers). */
    private static int mtuOf(Function function) {
        OptionalInt active = function.device().map(d -> d.activeMtu()).orElse(OptionalInt.empty());
        if (active.isPresent()) {
            return active.getAsInt();
        }
        OptionalInt mtu = function.netdev().map(n -> n.mtu()).orElse(OptionalInt.empty());
        return mtu.isPresent() ? PathMtu.ofNetdev(mtu.getAsInt()) : 0;
    }
}
