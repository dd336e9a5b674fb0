package dev.kolo.plan;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One function of a host in a plan.
 *
 * @param netdev netdev name, or the device's when no netdev was seen
 * @param device RDMA device name; absent when none was seen
 * @param mac its Ethernet address
 * @param address its IPv4 address in the plan
 * @param prefixLength that address's prefix length in bits
 * @param card index of the card, 0 on hosts with one
 * @param port the QSFP cage
 * @param plane index of its PCI root
 * @param pci its PCI function; devlink is told by it
 * @param linked whether a cable of the plan ends here
 * @param kept whether the host has this address already
 */
public record PlannedFunction(
        String netdev,
        Optional<String> device,
        Optional<MacAddress> mac,
        Optional<Ipv4Address> address,
        OptionalInt prefixLength,
        int card,
        int port,
        int plane,
        Optional<PciAddress> pci,
        boolean linked,
        boolean kept) {
    /** Its network under its own prefix. */
    public Optional<Subnet> subnet() {
        return address.isPresent() && prefixLength.isPresent()
                ? Optional.of(Subnet.of(address.get(), prefixLength.getAsInt()))
                : Optional.empty();
    }

    /** The same function with an address of the plan. */
    public PlannedFunction withAddress(Ipv4Address value, int length, boolean isKept) {
        return new PlannedFunction(
                netdev, device, mac, Optional.of(value), OptionalInt.of(length), card, port, plane, pci, true, isKept);
    }
}
