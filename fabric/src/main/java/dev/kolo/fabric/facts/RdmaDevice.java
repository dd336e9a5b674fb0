package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.PciAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One port of an RDMA device. RoCE devices have one port each, so that device and port are one record here.
 *
 * @param name device name, e.g. {@code rocep1s0f0}
 * @param port RDMA port number, 1 on RoCE
 * @param netdev the netdev of the same function
 * @param state logical state
 * @param physicalState physical state as printed (LinkUp, Disabled …)
 * @param rateGbps gigabits a second as printed; means nothing while the port is down
 * @param activeMtu path MTU in bytes (256 to 4096), not the enum
 * @param maxMtu largest path MTU in bytes
 * @param nodeGuid GUID of the device
 * @param systemImageGuid GUID of the card
 * @param firmware firmware version
 * @param driver kernel driver, when told (mlx5_core, rxe …)
 * @param pci its PCI function, from sysfs, never guessed from the name
 * @param pciRoot the root of its PCI path, e.g. {@code pci0000:00}
 * @param gids the GID table in index order, empty slots only where the source showed them
 * @param gidsObserved true when every non-zero entry is listed
 * @param counters counters and hw_counters by name
 * @param parameters devlink parameters, eswitch and steering mode, PCIe width and other named settings
 * @param evidence where it was first read
 */
public record RdmaDevice(
        String name,
        int port,
        Optional<String> netdev,
        State state,
        Optional<String> physicalState,
        OptionalDouble rateGbps,
        OptionalInt activeMtu,
        OptionalInt maxMtu,
        Optional<Guid> nodeGuid,
        Optional<Guid> systemImageGuid,
        Optional<String> firmware,
        Optional<String> driver,
        Optional<PciAddress> pci,
        Optional<String> pciRoot,
        List<GidEntry> gids,
        boolean gidsObserved,
        Map<String, Long> counters,
        Map<String, String> parameters,
        Evidence evidence) {
    /** Logical state of an RDMA port. */
    public enum State {
        ACTIVE,
        INIT,
        ARMED,
        DOWN,
        UNKNOWN
    }

    public RdmaDevice {
        gids = List.copyOf(gids);
        counters = Ordered.copyOf(counters);
        parameters = Ordered.copyOf(parameters);
    }

    /** True for soft RoCE, whose rate, GUIDs and missing PCI function are no fault of its host. */
    public boolean isSoft() {
        return driver.filter(d -> d.contains("rxe")).isPresent()
                || nodeGuid.filter(Guid::isMadeFromMac).isPresent() && nodeGuid.equals(systemImageGuid);
    }
}
