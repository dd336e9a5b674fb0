package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import java.util.List;

/**
 * One of the four functions of a virtual Spark's ConnectX-7. Names, PCI addresses and GUIDs follow the real machine: one
 * card, two PCIe halves (domains 0 and 2), two ports on each, one system image GUID.
 *
 * @param host index of its host
 * @param plane the PCIe half: 0 or 1
 * @param port the QSFP port: 0 or 1
 * @param adminUp whether it was set up
 * @param mtu netdev MTU in bytes
 * @param addresses IPv4 addresses in the order in which they were given
 * @param gidsFollow whether the GID table has entries for the addresses, as it should
 */
public record VirtualFunction(
        int host, int plane, int port, boolean adminUp, int mtu, List<IpOnNetdev> addresses, boolean gidsFollow) {
    /** NVIDIA's vendor part of a MAC, as on Sparks in the field. */
    private static final long VENDOR = 0xfc4ceaL;

    public VirtualFunction {
        addresses = List.copyOf(addresses);
    }

    public String netdev() {
        return "en" + (plane == 0 ? "" : "P2") + "p1s0f" + port + "np" + port;
    }

    public String device() {
        return "roce" + (plane == 0 ? "" : "P2") + "p1s0f" + port;
    }

    public PciAddress pci() {
        return new PciAddress(2 * plane, 1, 0, port);
    }

    /** Index in {@code ip link}: loopback and the LAN come first. */
    public int ifindex() {
        return 3 + 2 * plane + port;
    }

    public MacAddress mac() {
        return new MacAddress(VENDOR << 24 | serial());
    }

    /** The GUID of this function: the vendor part, 0300, and the serial part of its MAC. */
    public Guid nodeGuid() {
        return new Guid(VENDOR << 40 | 0x0300L << 24 | serial());
    }

    /** The GUID of the whole card. */
    public Guid systemImageGuid() {
        return new Guid(nodeGuid().bits() & ~0xfL);
    }

    private long serial() {
        return 0x100L * (host + 1) + 0x30L + 4L * plane + port;
    }

    public Plug plug() {
        return new Plug(host, port);
    }

    public VirtualFunction withAdminUp(boolean value) {
        return new VirtualFunction(host, plane, port, value, mtu, addresses, gidsFollow);
    }

    public VirtualFunction withMtu(int bytes) {
        return new VirtualFunction(host, plane, port, adminUp, bytes, addresses, gidsFollow);
    }

    public VirtualFunction withAddresses(List<IpOnNetdev> value) {
        return new VirtualFunction(host, plane, port, adminUp, mtu, value, gidsFollow);
    }

    public VirtualFunction withGidsFollow(boolean value) {
        return new VirtualFunction(host, plane, port, adminUp, mtu, addresses, value);
    }
}
