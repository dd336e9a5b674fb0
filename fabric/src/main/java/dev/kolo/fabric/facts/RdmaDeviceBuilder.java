package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.PciAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what several outputs say of one RDMA device. A later statement replaces an earlier one; GID entries are kept
 * by index, a typed one replacing an untyped one.
 */
public final class RdmaDeviceBuilder {
    private final String name;
    private final Evidence evidence;
    private int port = 1;
    private @Nullable String netdev;
    private RdmaDevice.State state = RdmaDevice.State.UNKNOWN;
    private @Nullable String physicalState;
    private OptionalDouble rateGbps = OptionalDouble.empty();
    private OptionalInt activeMtu = OptionalInt.empty();
    private OptionalInt maxMtu = OptionalInt.empty();
    private @Nullable Guid nodeGuid;
    private @Nullable Guid systemImageGuid;
    private @Nullable String firmware;
    private @Nullable String driver;
    private @Nullable PciAddress pci;
    private @Nullable String pciRoot;
    private final TreeMap<Integer, GidEntry> gids = new TreeMap<>();
    private boolean gidsObserved;
    private final Map<String, Long> counters = new TreeMap<>();
    private final Map<String, String> parameters = new TreeMap<>();

    RdmaDeviceBuilder(String name, Evidence evidence) {
        this.name = name;
        this.evidence = evidence;
    }

    public RdmaDeviceBuilder port(int value) {
        port = value;
        return this;
    }

    public RdmaDeviceBuilder netdev(String value) {
        netdev = value;
        return this;
    }

    /** UNKNOWN never replaces a known state. */
    public RdmaDeviceBuilder state(RdmaDevice.State value) {
        if (value != RdmaDevice.State.UNKNOWN) {
            state = value;
        }
        return this;
    }

    public RdmaDeviceBuilder physicalState(String value) {
        physicalState = value;
        return this;
    }

    /** Gigabits a second. */
    public RdmaDeviceBuilder rateGbps(double value) {
        rateGbps = OptionalDouble.of(value);
        return this;
    }

    /** Path MTU in bytes. */
    public RdmaDeviceBuilder activeMtu(int bytes) {
        activeMtu = OptionalInt.of(bytes);
        return this;
    }

    /** Largest path MTU in bytes. */
    public RdmaDeviceBuilder maxMtu(int bytes) {
        maxMtu = OptionalInt.of(bytes);
        return this;
    }

    public RdmaDeviceBuilder nodeGuid(Guid value) {
        nodeGuid = value;
        return this;
    }

    public RdmaDeviceBuilder systemImageGuid(Guid value) {
        systemImageGuid = value;
        return this;
    }

    public RdmaDeviceBuilder firmware(String value) {
        firmware = value;
        return this;
    }

    public RdmaDeviceBuilder driver(String value) {
        driver = value;
        return this;
    }

    public RdmaDeviceBuilder pci(PciAddress value) {
        pci = value;
        return this;
    }

    public RdmaDeviceBuilder pciRoot(String value) {
        pciRoot = value;
        return this;
    }

    /** Adds an entry; an untyped or netdev-less statement never replaces what is known of the same index. */
    public RdmaDeviceBuilder gid(GidEntry entry) {
        GidEntry old = gids.get(entry.index());
        if (old != null && old.gid().equals(entry.gid())) {
            gids.put(
                    entry.index(),
                    new GidEntry(
                            entry.index(),
                            entry.gid(),
                            entry.type() == GidEntry.Type.UNKNOWN ? old.type() : entry.type(),
                            entry.netdev().isPresent() ? entry.netdev() : old.netdev(),
                            old.evidence()));
        } else {
            gids.put(entry.index(), entry);
        }
        return this;
    }

    /** States that every non-zero entry is listed. */
    public RdmaDeviceBuilder gidsObserved() {
        gidsObserved = true;
        return this;
    }

    public RdmaDeviceBuilder counter(String key, long value) {
        counters.put(key, value);
        return this;
    }

    public RdmaDeviceBuilder parameter(String key, String value) {
        parameters.put(key, value);
        return this;
    }

    /** Adds what another reading found of the same device. */
    RdmaDeviceBuilder add(RdmaDevice other) {
        port(other.port());
        other.netdev().ifPresent(this::netdev);
        state(other.state());
        other.physicalState().ifPresent(this::physicalState);
        other.rateGbps().ifPresent(this::rateGbps);
        other.activeMtu().ifPresent(this::activeMtu);
        other.maxMtu().ifPresent(this::maxMtu);
        other.nodeGuid().ifPresent(this::nodeGuid);
        other.systemImageGuid().ifPresent(this::systemImageGuid);
        other.firmware().ifPresent(this::firmware);
        other.driver().ifPresent(this::driver);
        other.pci().ifPresent(this::pci);
        other.pciRoot().ifPresent(this::pciRoot);
        other.gids().forEach(this::gid);
        gidsObserved |= other.gidsObserved();
        counters.putAll(other.counters());
        parameters.putAll(other.parameters());
        return this;
    }

    RdmaDevice build() {
        return new RdmaDevice(
                name,
                port,
                Optional.ofNullable(netdev),
                state,
                Optional.ofNullable(physicalState),
                rateGbps,
                activeMtu,
                maxMtu,
                Optional.ofNullable(nodeGuid),
                Optional.ofNullable(systemImageGuid),
                Optional.ofNullable(firmware),
                Optional.ofNullable(driver),
                Optional.ofNullable(pci),
                Optional.ofNullable(pciRoot),
                List.copyOf(new ArrayList<>(gids.values())),
                gidsObserved,
                counters,
                parameters,
                evidence);
    }
}
