package dev.kolo.plan.wire;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.wire.WireSection.RankDevices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Gives each rank's functions to the wire and to NCCL. The wire takes those that its lanes need; NCCL takes all that have a
 * link, or, kept apart, those of the other planes.
 */
public final class DeviceUse {
    /** NCCL sorts devices by PCI address (NCCL_IB_DEVICE_PCI_ORDER), whatever the order of its list. */
    private static final Comparator<PlannedFunction> PCI_ORDER = Comparator.comparing(
                    (PlannedFunction f) -> f.pci().orElse(new PciAddress(f.plane(), 0, f.card(), f.port())))
            .thenComparingInt(PlannedFunction::plane)
            .thenComparingInt(PlannedFunction::port)
            .thenComparing(PlannedFunction::netdev);

    static final String SHARING = "The wire uses functions that NCCL uses, too: prompts were 1.5 to 2.2 % slower in the"
            + " measured launches than with NCCL alone (cause open). --keep-apart separates them, but NCCL on half of its"
            + " functions is itself 8.5 % slower at prompts.";

    static final String APART =
            "NCCL keeps off the wire's plane. Single-prompt diagnoses gave -0.1 % against NCCL alone on"
                    + " the same functions; but NCCL on two functions is itself 8.5 % slower at prompts than on four, and the wire"
                    + " has one lane a peer.";

    static final String ALONE = "The wire has no lanes in this plan, so that NCCL has its functions to itself.";

    static final String WITHOUT_NCCL =
            "NCCL does not run in this plan, so that the wire shares its functions with nobody.";

    private DeviceUse() {}

    /** Functions with a link, in the order in which NCCL numbers them. */
    public static List<PlannedFunction> inPciOrder(PlannedHost host) {
        return host.functions().stream()
                .filter(PlannedFunction::linked)
                .sorted(PCI_ORDER)
                .toList();
    }

    static List<RankDevices> of(List<PlannedHost> hosts, LaneTable lanes, boolean withNccl, boolean keepApart) {
        List<RankDevices> all = new ArrayList<>();
        for (PlannedHost host : hosts) {
            Set<String> used = lanes.devicesOf(host.rank());
            List<String> wire = new ArrayList<>();
            List<String> nccl = new ArrayList<>();
            for (PlannedFunction function : inPciOrder(host)) {
                String name = function.device().orElse(function.netdev());
                if (used.contains(name)) {
                    wire.add(name);
                }
                if (withNccl && (!keepApart || host.half(function) > 0)) {
                    nccl.add(name);
                }
            }
            all.add(new RankDevices(host.rank(), host.name(), wire, nccl));
        }
        return all;
    }

    static String trade(LaneTable lanes, boolean keepApart) {
        return lanes.lanes().isEmpty() ? ALONE : keepApart ? APART : SHARING;
    }
}
