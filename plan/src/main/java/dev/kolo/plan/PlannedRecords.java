package dev.kolo.plan;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.RankRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The device records that ranks will exchange once the plan is applied, so that the lanes are known beforehand. */
public final class PlannedRecords {
    /** Path MTU of a netdev MTU of 9000, which every plan sets. */
    private static final int PATH_MTU_BYTES = 4096;

    private PlannedRecords() {}

    /**
     * The records of all ranks.
     *
     * @param hosts hosts in rank order
     * @param firstPlaneOnly whether the other planes are left to NCCL
     */
    public static List<RankRecord> of(List<PlannedHost> hosts, boolean firstPlaneOnly) {
        List<RankRecord> records = new ArrayList<>();
        for (PlannedHost host : hosts) {
            List<DeviceRecord> devices = new ArrayList<>();
            for (PlannedFunction function : host.functions()) {
                boolean wanted = function.linked() && (!firstPlaneOnly || host.half(function) == 0);
                if (wanted && function.address().isPresent()) {
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
                            PATH_MTU_BYTES,
                            true));
                }
            }
            records.add(RankRecord.of(host.rank(), host.name(), "plan", devices));
        }
        return records;
    }
}
