package dev.kolo.fabric.topology;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;
import java.util.List;
import java.util.Optional;

/**
 * One function of a fabric NIC: a netdev and the RDMA device of the same PCI function, as far as either was seen.
 *
 * @param host the host's name
 * @param netdev its netdev
 * @param device its RDMA device
 * @param pci its PCI function: from sysfs, otherwise what its predictable name encodes
 * @param plane index of its PCI root on this host, 0 first
 * @param planeName the PCI root as a user knows it, e.g. {@code 0000} or {@code pci0000:00}
 * @param port the QSFP cage
 */
public record Function(
        String host,
        Optional<Netdev> netdev,
        Optional<RdmaDevice> device,
        Optional<PciAddress> pci,
        int plane,
        String planeName,
        Port port) {

    /** The netdev's name, or the RDMA device's when no netdev was seen. Unique on its host. */
    public String name() {
        return netdev.map(Netdev::name).or(() -> device.map(RdmaDevice::name)).orElse("?");
    }

    /** Both names, for people: {@code enp1s0f0np0 (rocep1s0f0)}. */
    public String label() {
        if (netdev.isEmpty() || device.isEmpty()) {
            return name();
        }
        return netdev.get().name() + " (" + device.get().name() + ")";
    }

    /** IPv4 addresses that can carry RoCE: neither loopback nor IPv6; link-local ones included. Live ones if there are any, otherwise configured ones. */
    public List<NetAddress> ipv4Addresses() {
        List<NetAddress> all = netdev.map(Netdev::addresses).orElse(List.of()).stream()
                .filter(a -> a.ipv4().isPresent() && !a.address().isLoopback())
                .toList();
        List<NetAddress> live =
                all.stream().filter(a -> a.origin() == NetAddress.Origin.LIVE).toList();
        return live.isEmpty() ? all : live;
    }

    /** The subnets in which this function can have a neighbour: no link-local ones, no /32. */
    public List<Subnet> subnets() {
        return ipv4Addresses().stream()
                .filter(a -> !a.address().isLinkLocal())
                .flatMap(a -> a.subnet().stream())
                .filter(s -> s.prefixLength() < 32)
                .distinct()
                .toList();
    }

    /** Whether its link works, from whichever side spoke of it; an RDMA port's word goes first. */
    public LinkState linkState() {
        RdmaDevice.State rdma = device.map(RdmaDevice::state).orElse(RdmaDevice.State.UNKNOWN);
        LinkState own = netdev.map(Netdev::state).orElse(LinkState.UNKNOWN);
        if (own == LinkState.DOWN || rdma == RdmaDevice.State.DOWN) {
            return LinkState.DOWN;
        }
        boolean up = own == LinkState.UP || rdma == RdmaDevice.State.ACTIVE;
        return up ? LinkState.UP : LinkState.UNKNOWN;
    }

    public FunctionId id() {
        return new FunctionId(host, name());
    }

    /** Where it was read. */
    public Evidence evidence() {
        return netdev.map(Netdev::evidence)
                .or(() -> device.map(RdmaDevice::evidence))
                .orElse(Evidence.NONE);
    }
}
