package dev.kolo.probe.nccl;

import java.util.List;
import java.util.Optional;

/**
 * The network that a process chose, and its devices.
 *
 * @param outOfBand netdev and address of the bootstrap, {@code netdev:address}
 * @param network IB, Socket or a plugin's name
 * @param plugin an external plugin that was loaded
 * @param noIbDevice {@code NET/IB : No device found.}
 * @param ports RDMA ports; a queue pair's {@code IbDev n} is the n-th
 * @param devices what {@code NET/IB/k} counts: the ports, or merged devices made of them
 * @param listeners what listeners advertised (patched builds say it)
 * @param overrides devices that routing exchanged
 */
public record NetworkUse(
        Optional<Stated> outOfBand,
        Optional<Stated> network,
        Optional<Stated> plugin,
        Optional<Stated> noIbDevice,
        List<IbPort> ports,
        List<IbPort> devices,
        List<Listener> listeners,
        List<DeviceOverride> overrides) {
    public NetworkUse {
        ports = List.copyOf(ports);
        devices = List.copyOf(devices);
        listeners = List.copyOf(listeners);
        overrides = List.copyOf(overrides);
    }

    /** The device of NCCL's index; empty when the log does not list it. */
    public Optional<IbPort> device(int index) {
        return devices.stream().filter(d -> d.index() == index).findFirst();
    }

    /** The RDMA port of a queue pair's {@code IbDev}; empty when the log does not list it. */
    public Optional<IbPort> port(int ibDevice) {
        return ports.stream().filter(d -> d.index() == ibDevice).findFirst();
    }
}
