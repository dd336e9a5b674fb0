package dev.kolo.plan;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.RankRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The device records that ranks will exchange once the plan is applied, so that the lanes are known beforehand. */
final class PlannedRecords {
    /** Path MTU of a netdev MTU of 9000, which every plan sets. */
    private static final int PATH_MTU = 4096;

    private PlannedRecords() {}

    static List<RankRecord> of(List<PlannedHost> hosts) {
        List<RankRecord> records = new ArrayList<>();
        for (PlannedHost host : hosts) {
            List<DeviceRecord> devices = new ArrayList<>();
            for (PlannedFunction function : host.functions()) {
                if (function.linked() && function.address().isPresent()) {
                    devices.add(new DeviceRecord(
                            function.device().orElse(function.netdev()),
                            function.netdev(),
                            1,
                            function.plane(),
                            function.pci().orElse(new PciAddress(0, 0, 0, 0)),
                            function.port(),
                            OptionalInt.of(0),
                            function.address().get(),
                            function.prefixLength().orElse(24),
                            PATH_MTU,
                            true));
                }
            }
            records.add(RankRecord.of(host.rank(), host.name(), "plan", devices));
        }
        return records;
    }
}
