package dev.kolo.lab.layout;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A lab as it lies on the bench: which host has which ports, names and addresses, and which cable joins which plugs. The
 * same wish gives the same lab.
 *
 * <p>Port 0 of a host leads to port 1 of the next one; in a pair with one cable
 * port 0 leads to port 0. A cable and plane has the network
 * {@code 10.(10 + plane).CABLE.0/24}, its first end {@code .10}, the other {@code .11}; a switch has
 * {@code 10.(10 + plane).0.0/24} and {@code .(10 + host)}. MAC addresses are {@code 4c:bb:47:HOST:PORT:PLANE}, those of the
 * management network have ff for the port.
 *
 * @param spec the wish
 * @param hosts in order
 * @param cables in order; none on a switch
 */
public record LabLayout(LabSpec spec, List<LabHost> hosts, List<LabCable> cables) {
    /** The management network; outside of every range that a plan takes by itself. */
    public static final Ipv4Address MANAGEMENT_NETWORK = Ipv4Address.of(192, 168, 177, 0);

    /** The operator's side of the management network. */
    public static final Ipv4Address GATEWAY = MANAGEMENT_NETWORK.plus(2);

    private static final int FIRST_MANAGEMENT = 11;
    private static final int FIRST_END = 10;
    private static final long VENDOR = 0x4c_bb_47_00_00_00L;
    private static final int MANAGEMENT_PORT = 0xff;

    public LabLayout {
        hosts = List.copyOf(hosts);
        cables = List.copyOf(cables);
    }

    /**
     * The lab of a wish.
     *
     * @throws IllegalArgumentException for a wish that has a {@link LabSpec#problem()}
     */
    public static LabLayout of(LabSpec spec) {
        spec.problem().ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        List<LabCable> meant = cables(spec);
        List<LabCable> real = meant.stream()
                .map(cable -> new LabCable(cable.number(), plugged(spec, cable.near()), plugged(spec, cable.far())))
                .toList();
        List<LabHost> hosts = new ArrayList<>();
        for (int host = 0; host < spec.hosts(); host++) {
            List<LabPort> ports = new ArrayList<>();
            for (int plane = 0; plane < spec.planes(); plane++) {
                for (int port = 0; port < 2; port++) {
                    LabNames.PortName name = spec.names().port(plane, port);
                    ports.add(new LabPort(
                            plane,
                            port,
                            name.netdev(),
                            name.device(),
                            mac(host, port, plane),
                            address(spec, plane, wire(spec, meant, host, port), host),
                            wire(spec, real, host, port)));
                }
            }
            hosts.add(new LabHost(
                    host,
                    spec.names().host(host),
                    mac(host, MANAGEMENT_PORT, 0),
                    MANAGEMENT_NETWORK.plus(FIRST_MANAGEMENT + host),
                    ports));
        }
        return new LabLayout(spec, hosts, real);
    }

    private static List<LabCable> cables(LabSpec spec) {
        int count = switch (spec.shape()) {
            case PAIR -> spec.cables();
            case PATH -> spec.hosts() - 1;
            case RING -> spec.hosts();
            case SWITCHED, NONE -> 0;
        };
        int farPort = spec.shape() == Shape.Kind.PAIR && spec.cables() == 1 ? 0 : 1;
        List<LabCable> cables = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int next = (i + 1) % spec.hosts();
            cables.add(new LabCable(i, new LabCable.End(i, 0), new LabCable.End(next, farPort)));
        }
        return cables;
    }

    /** Where a plug really sits: in the other port where the host's two are exchanged. */
    private static LabCable.End plugged(LabSpec spec, LabCable.End meant) {
        boolean swapped = spec.swapped().isPresent() && spec.swapped().getAsInt() == meant.host();
        return swapped ? new LabCable.End(meant.host(), 1 - meant.port()) : meant;
    }

    private static Wire wire(LabSpec spec, List<LabCable> cables, int host, int port) {
        if (spec.shape() == Shape.Kind.SWITCHED) {
            return port == 0 ? new Wire.Switch() : new Wire.Free();
        }
        LabCable.End end = new LabCable.End(host, port);
        for (LabCable cable : cables) {
            if (cable.isAt(host, port)) {
                return new Wire.Cabled(cable.number(), cable.near().equals(end));
            }
        }
        return new Wire.Free();
    }

    private static Optional<Ipv4Address> address(LabSpec spec, int plane, Wire meant, int host) {
        if (!spec.addressed()) {
            return Optional.empty();
        }
        return switch (meant) {
            case Wire.Cabled cabled ->
                Optional.of(Ipv4Address.of(10, 10 + plane, cabled.cable(), cabled.near() ? FIRST_END : FIRST_END + 1));
            case Wire.Switch onSwitch -> Optional.of(Ipv4Address.of(10, 10 + plane, 0, FIRST_END + host));
            case Wire.Free free -> Optional.empty();
        };
    }

    private static MacAddress mac(int host, int port, int plane) {
        return new MacAddress(VENDOR | (long) host << 16 | (long) port << 8 | plane);
    }

    /** The host of a name, or of a letter: A is the first one. */
    public Optional<LabHost> host(String name) {
        Optional<LabHost> named =
                hosts.stream().filter(host -> host.name().equals(name)).findFirst();
        int letter = name.length() == 1 ? name.charAt(0) - 'A' : -1;
        return named.isEmpty() && letter >= 0 && letter < hosts.size() ? Optional.of(hosts.get(letter)) : named;
    }

    /** The cable whose plug sits in a port. */
    public Optional<LabCable> cableAt(int host, int port) {
        return cables.stream().filter(cable -> cable.isAt(host, port)).findFirst();
    }
}
