package dev.kolo.fabric.lanes;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import java.util.OptionalInt;

/**
 * What one rank tells all others of one of its RDMA devices.
 *
 * @param name device name, e.g. {@code rocep1s0f0}
 * @param netdev its netdev
 * @param rdmaPort RDMA port number, 1 on RoCE
 * @param plane index of its PCI root on the host
 * @param pci its PCI function
 * @param portNumber the QSFP cage
 * @param gidIndex index of the RoCE v2 entry of {@code ipv4}; empty when the table has none
 * @param ipv4 the address that carries RoCE
 * @param prefixLength that address's own prefix length: a link is the address under its own netmask
 * @param activeMtu path MTU in bytes, 256 to 4096; 0 when not known
 * @param active whether the port is up
 */
public record DeviceRecord(
        String name,
        String netdev,
        int rdmaPort,
        int plane,
        PciAddress pci,
        int portNumber,
        OptionalInt gidIndex,
        Ipv4Address ipv4,
        int prefixLength,
        int activeMtu,
        boolean active) {
    public Subnet subnet() {
        return Subnet.of(ipv4, prefixLength);
    }

    public Gid gid() {
        return Gid.of(ipv4);
    }

    /** True when a lane can run on it. */
    public boolean isUsable() {
        return active && gidIndex.isPresent();
    }

    /** The device with its address, for messages. */
    public String label() {
        return name + " (" + ipv4 + "/" + prefixLength + ")";
    }
}
