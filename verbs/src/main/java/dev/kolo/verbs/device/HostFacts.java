package dev.kolo.verbs.device;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.wire.nic.NicException;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * This host's facts as a rank needs them: what libibverbs says of its ports, joined with netdevs, addresses and PCI places
 * from the JDK and sysfs. They go through the same rules as a scan's, so that plane and port mean here what they mean there.
 */
public final class HostFacts {
    private final Path root;

    /**
     * Facts of a host.
     *
     * @param root where {@code sys} and {@code proc} lie: {@code /}
     */
    public HostFacts(Path root) {
        this.root = root;
    }

    /**
     * The netdevs of this host.
     *
     * @throws NicException when the system does not list them
     */
    public static List<NetworkInterface> netdevs() throws NicException {
        try {
            return Collections.list(NetworkInterface.getNetworkInterfaces());
        } catch (SocketException e) {
            throw new NicException("the netdevs of this host cannot be listed: " + e.getMessage(), e);
        }
    }

    /** Hardware addresses in lower case with colons, by netdev. */
    public static Map<String, String> hardwareAddresses(List<NetworkInterface> netdevs) {
        Map<String, String> all = new HashMap<>();
        for (NetworkInterface netdev : netdevs) {
            try {
                byte[] bytes = netdev.getHardwareAddress();
                if (bytes != null) {
                    all.put(netdev.getName(), HexFormat.ofDelimiter(":").formatHex(bytes));
                }
            } catch (SocketException gone) {
                // It went away meanwhile.
            }
        }
        return all;
    }

    /**
     * Joins what was found.
     *
     * @param host the host's name
     * @param ports what libibverbs said
     * @param netdevs netdevs; those that no port names are left out
     */
    public NodeFacts of(String host, List<PortFacts> ports, List<NetworkInterface> netdevs) {
        FactsBuilder facts = new FactsBuilder(host);
        facts.observe(Topic.RDMA_PORTS, Observation.OBSERVED);
        facts.observe(Topic.GIDS, Observation.OBSERVED);
        Map<Integer, String> names = new HashMap<>();
        netdevs.forEach(n -> names.put(n.getIndex(), n.getName()));
        for (PortFacts port : ports) {
            if (port.ethernet()) {
                add(facts, port, names);
            }
        }
        for (NetworkInterface netdev : netdevs) {
            boolean named =
                    ports.stream().flatMap(p -> p.gids().stream()).anyMatch(g -> g.netdevIndex() == netdev.getIndex());
            if (named) {
                add(facts, netdev);
            }
        }
        defaultRoutes()
                .forEach(netdev -> facts.route(new Route(
                        "default",
                        Optional.of(netdev),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Evidence.NONE)));
        return facts.build();
    }

    private void add(FactsBuilder facts, PortFacts port, Map<Integer, String> names) {
        RdmaDeviceBuilder device = facts.rdmaDevice(port.device(), Evidence.NONE)
                .port(port.number())
                .state(port.active() ? RdmaDevice.State.ACTIVE : RdmaDevice.State.DOWN)
                .nodeGuid(port.nodeGuid())
                .systemImageGuid(port.systemImageGuid())
                .gidsObserved();
        if (port.activeMtuBytes() > 0) {
            device.activeMtu(port.activeMtuBytes());
        }
        if (port.isSoft()) {
            device.driver("rdma_rxe");
        }
        Path folder =
                root.resolve("sys/class/infiniband").resolve(port.device()).resolve("device");
        place(folder).ifPresent(place -> {
            device.pci(place.pci);
            device.pciRoot(place.root);
        });
        for (PortFacts.GidSlot slot : port.gids()) {
            device.gid(new GidEntry(
                    slot.index(),
                    slot.gid(),
                    slot.roceV2() ? GidEntry.Type.ROCE_V2 : GidEntry.Type.ROCE_V1,
                    Optional.ofNullable(names.get(slot.netdevIndex())),
                    Evidence.NONE));
            Optional.ofNullable(names.get(slot.netdevIndex())).ifPresent(device::netdev);
        }
    }

    private void add(FactsBuilder facts, NetworkInterface netdev) {
        NetdevBuilder builder = facts.netdev(netdev.getName(), Evidence.NONE);
        try {
            builder.mtu(netdev.getMTU());
            builder.state(netdev.isUp() ? LinkState.UP : LinkState.DOWN);
        } catch (SocketException gone) {
            // It went away meanwhile; what is not known is left out.
        }
        Path folder = root.resolve("sys/class/net").resolve(netdev.getName());
        place(folder.resolve("device")).ifPresent(place -> {
            builder.pci(place.pci);
            builder.pciRoot(place.root);
        });
        driver(folder).ifPresent(builder::driver);
        portName(folder).ifPresent(builder::portNumber);
        for (InterfaceAddress address : netdev.getInterfaceAddresses()) {
            if (address.getAddress() instanceof Inet4Address v4) {
                byte[] bytes = v4.getAddress();
                Ipv4Address ours = Ipv4Address.of(bytes[0] & 0xff, bytes[1] & 0xff, bytes[2] & 0xff, bytes[3] & 0xff);
                builder.address(NetAddress.live(ours, address.getNetworkPrefixLength(), Evidence.NONE));
            }
        }
    }

    /** Where a device sits: the last PCI address of its path, and the path's root. */
    private record Place(PciAddress pci, String root) {}

    private static Optional<Place> place(Path folder) {
        try {
            Optional<PciAddress> last = Optional.empty();
            String pciRoot = "";
            for (Path part : folder.toRealPath()) {
                String name = part.toString();
                if (name.startsWith("pci") && name.contains(":")) {
                    pciRoot = name;
                }
                Optional<PciAddress> address = PciAddress.parse(name);
                last = address.isPresent() ? address : last;
            }
            String found = pciRoot;
            return last.filter(p -> !found.isEmpty()).map(p -> new Place(p, found));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    private static Optional<String> driver(Path folder) {
        try {
            return Optional.of(
                    folder.resolve("device/driver").toRealPath().getFileName().toString());
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** {@code p0} → 0, as the driver names the cage. */
    private static Optional<Integer> portName(Path folder) {
        return read(folder.resolve("phys_port_name"))
                .map(String::strip)
                .filter(text -> text.matches("p[0-9]{1,3}"))
                .map(text -> Integer.parseInt(text.substring(1)));
    }

    /** Netdevs of default routes: lines of {@code /proc/net/route} with destination 0. */
    private List<String> defaultRoutes() {
        return read(root.resolve("proc/net/route"))
                .orElse("")
                .lines()
                .map(line -> line.split("\\s+"))
                .filter(words -> words.length > 2 && words[1].equals("00000000"))
                .map(words -> words[0])
                .distinct()
                .toList();
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
