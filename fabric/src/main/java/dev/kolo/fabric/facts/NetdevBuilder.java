package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what several outputs say of one netdev. A later statement of a value replaces an earlier one; addresses
 * accumulate; the evidence is the first line that named the netdev.
 */
public final class NetdevBuilder {
    private final String name;
    private final Evidence evidence;
    private @Nullable MacAddress mac;
    private OptionalInt mtu = OptionalInt.empty();
    private LinkState state = LinkState.UNKNOWN;
    private @Nullable Boolean adminUp;
    private @Nullable Boolean carrier;
    private OptionalInt speedMbps = OptionalInt.empty();
    private @Nullable PciAddress pci;
    private @Nullable String pciRoot;
    private OptionalInt portNumber = OptionalInt.empty();
    private @Nullable String driver;
    private @Nullable String kind;
    private final List<NetAddress> addresses = new ArrayList<>();
    private boolean addressesObserved;
    private @Nullable LinkStatistics statistics;
    private final Map<String, String> features = new TreeMap<>();

    NetdevBuilder(String name, Evidence evidence) {
        this.name = name;
        this.evidence = evidence;
    }

    public NetdevBuilder mac(MacAddress value) {
        mac = value;
        return this;
    }

    /** MTU in bytes. */
    public NetdevBuilder mtu(int bytes) {
        mtu = OptionalInt.of(bytes);
        return this;
    }

    /** UNKNOWN never replaces a known state. */
    public NetdevBuilder state(LinkState value) {
        if (value != LinkState.UNKNOWN) {
            state = value;
        }
        return this;
    }

    public NetdevBuilder adminUp(boolean value) {
        adminUp = value;
        return this;
    }

    public NetdevBuilder carrier(boolean value) {
        carrier = value;
        return this;
    }

    /** Megabits a second; values that are not positive mean unknown and are ignored. */
    public NetdevBuilder speedMbps(int value) {
        if (value > 0) {
            speedMbps = OptionalInt.of(value);
        }
        return this;
    }

    public NetdevBuilder pci(PciAddress value) {
        pci = value;
        return this;
    }

    public NetdevBuilder pciRoot(String value) {
        pciRoot = value;
        return this;
    }

    public NetdevBuilder portNumber(int value) {
        portNumber = OptionalInt.of(value);
        return this;
    }

    public NetdevBuilder driver(String value) {
        driver = value;
        return this;
    }

    /** The word {@code virtual}, which sysfs gives for all of them, never replaces a more exact kind. */
    public NetdevBuilder kind(String value) {
        if (kind == null || !value.equals("virtual")) {
            kind = value;
        }
        return this;
    }

    /** Adds an address, or completes one that was seen without its prefix length. */
    public NetdevBuilder address(NetAddress added) {
        for (int i = 0; i < addresses.size(); i++) {
            NetAddress old = addresses.get(i);
            if (!old.address().equals(added.address()) || old.origin() != added.origin()) {
                continue;
            }
            if (added.prefixLength().isEmpty() || old.prefixLength().equals(added.prefixLength())) {
                if (old.dynamic().isEmpty() && added.dynamic().isPresent()) {
                    addresses.set(
                            i,
                            new NetAddress(
                                    old.address(), old.prefixLength(), old.origin(), added.dynamic(), old.evidence()));
                }
                return this;
            }
            if (old.prefixLength().isEmpty()) {
                addresses.set(i, added);
                return this;
            }
        }
        addresses.add(added);
        return this;
    }

    /** States that the list of addresses is complete. */
    public NetdevBuilder addressesObserved() {
        addressesObserved = true;
        return this;
    }

    public NetdevBuilder statistics(LinkStatistics value) {
        statistics = value;
        return this;
    }

    public NetdevBuilder feature(String key, String value) {
        features.put(key, value);
        return this;
    }

    /** Adds what another reading found of the same netdev. */
    NetdevBuilder add(Netdev other) {
        other.mac().ifPresent(this::mac);
        other.mtu().ifPresent(this::mtu);
        state(other.state());
        other.adminUp().ifPresent(this::adminUp);
        other.carrier().ifPresent(this::carrier);
        other.speedMbps().ifPresent(this::speedMbps);
        other.pci().ifPresent(this::pci);
        other.pciRoot().ifPresent(this::pciRoot);
        other.portNumber().ifPresent(this::portNumber);
        other.driver().ifPresent(this::driver);
        other.kind().ifPresent(this::kind);
        other.addresses().forEach(this::address);
        addressesObserved |= other.addressesObserved();
        other.statistics().ifPresent(this::statistics);
        features.putAll(other.features());
        return this;
    }

    Netdev build() {
        return new Netdev(
                name,
                Optional.ofNullable(mac),
                mtu,
                state,
                Optional.ofNullable(adminUp),
                Optional.ofNullable(carrier),
                speedMbps,
                Optional.ofNullable(pci),
                Optional.ofNullable(pciRoot),
                portNumber,
                Optional.ofNullable(driver),
                Optional.ofNullable(kind),
                addresses,
                addressesObserved,
                Optional.ofNullable(statistics),
                features,
                evidence);
    }
}
