package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A network interface as its host described it. Every field but the name may be unknown.
 *
 * @param name kernel name, e.g. {@code enp1s0f0np0}
 * @param mac its Ethernet address
 * @param mtu bytes
 * @param state whether the link works
 * @param adminUp whether it was set up by its owner ({@code ip link set … up}), as against having a carrier
 * @param carrier whether the plug sees a signal
 * @param speedMbps megabits a second; absent when unknown (−1 in sysfs, as soft NICs say)
 * @param pci its PCI function, from sysfs or ethtool, never guessed from the name
 * @param pciRoot the root of its PCI path, e.g. {@code pci0000:00}
 * @param portNumber the QSFP cage that the driver names (phys_port_name p0 → 0)
 * @param driver kernel driver
 * @param kind kind of a virtual netdev (bridge, veth, bond, vlan, wireless …); absent for physical ones and when unknown
 * @param addresses addresses in source order
 * @param addressesObserved true when the list of addresses is known to be complete
 * @param statistics its counters
 * @param features ethtool features and other named settings, e.g. {@code hw-tc-offload=on}
 * @param evidence where it was first read
 */
public record Netdev(
        String name,
        Optional<MacAddress> mac,
        OptionalInt mtu,
        LinkState state,
        Optional<Boolean> adminUp,
        Optional<Boolean> carrier,
        OptionalInt speedMbps,
        Optional<PciAddress> pci,
        Optional<String> pciRoot,
        OptionalInt portNumber,
        Optional<String> driver,
        Optional<String> kind,
        List<NetAddress> addresses,
        boolean addressesObserved,
        Optional<LinkStatistics> statistics,
        Map<String, String> features,
        Evidence evidence) {
    public Netdev {
        addresses = List.copyOf(addresses);
        features = Ordered.copyOf(features);
    }
}
