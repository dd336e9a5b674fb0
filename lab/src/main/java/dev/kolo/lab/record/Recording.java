package dev.kolo.lab.record;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.layout.LabSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** One folder of recordings: a kind of lab and what is done to it before its hosts are asked. */
public enum Recording {
    RING4_HEALTHY(ring(4), Fault.NONE),
    RING3_HEALTHY(ring(3), Fault.NONE),
    RING6_HEALTHY(ring(6), Fault.NONE),
    /** One cable from port 0 to port 0; port 1 has no carrier. */
    PAIR(LabSpec.of(Shape.Kind.PAIR, 2), Fault.NONE),
    PAIR_TWO_CABLES(LabSpec.of(Shape.Kind.PAIR, 2).withCables(2), Fault.NONE),
    /** spark2's two plugs are exchanged. */
    RING4_SWAP(ring(4).withSwapped(OptionalInt.of(1)), Fault.NONE),
    RING3_SWAP(ring(3).withSwapped(OptionalInt.of(1)), Fault.NONE),
    /** spark3's port 1 has MTU 1500 on both planes. */
    RING4_MTU(ring(4), Fault.SMALL_MTU),
    /** The second plane has no IPv4. */
    RING4_PLANE2_UNADDRESSED(ring(4), Fault.SECOND_PLANE_UNADDRESSED),
    /** Both planes have the same addresses. */
    RING4_DUPLICATE_SUBNETS(ring(4), Fault.SAME_SUBNETS),
    /** spark2's port 0 is switched off by its administrator. */
    RING4_PORT_DOWN(ring(4), Fault.PORT_DOWN),
    /** The cable from spark2's port 0 to spark3's port 1 is pulled. */
    RING4_UNPLUGGED(ring(4), Fault.UNPLUGGED),
    /** Relayed paths to the opposite hosts, after an RDMA write from spark3 to spark1 over spark2. */
    RING4_RELAY(ring(4), Fault.RELAYED),
    /** lldpd runs on every host. */
    RING4_LLDP(ring(4), Fault.LLDP),
    /** No IPv4 at all. */
    RING4_UNADDRESSED(ring(4).withAddressed(false), Fault.NONE);

    /** What is done before the hosts are asked. */
    enum Fault {
        NONE,
        SMALL_MTU,
        SECOND_PLANE_UNADDRESSED,
        SAME_SUBNETS,
        PORT_DOWN,
        UNPLUGGED,
        RELAYED,
        LLDP
    }

    private static final int SPARK2 = 1;
    private static final int SPARK3 = 2;

    @SuppressWarnings("ImmutableEnumChecker") // a record of values
    private final LabSpec spec;

    private final Fault fault;

    Recording(LabSpec spec, Fault fault) {
        this.spec = spec;
        this.fault = fault;
    }

    private static LabSpec ring(int hosts) {
        return LabSpec.of(Shape.Kind.RING, hosts);
    }

    /** The folder's name. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The recording of a folder's name. */
    public static Optional<Recording> ofWord(String word) {
        return Stream.of(values()).filter(value -> value.word().equals(word)).findFirst();
    }

    public LabSpec spec() {
        return spec;
    }

    Fault fault() {
        return fault;
    }

    /** What a host does to itself, one line of shell each; names and addresses come from the lab's own layout. */
    List<String> planted(LabLayout layout, LabHost host) {
        List<String> lines = new ArrayList<>();
        for (LabPort port : host.ports()) {
            String netdev = port.netdev();
            switch (fault) {
                case SMALL_MTU -> {
                    if (host.index() == SPARK3 && port.port() == 1) {
                        lines.add("ip link set " + netdev + " mtu 1500");
                    }
                }
                case SECOND_PLANE_UNADDRESSED, SAME_SUBNETS -> {
                    if (port.plane() == 1) {
                        lines.add("ip -4 address flush dev " + netdev);
                        host.port(0, port.port())
                                .address()
                                .filter(first -> fault == Fault.SAME_SUBNETS)
                                .ifPresent(first -> lines.add(
                                        "ip address add " + first + "/" + LabPort.PREFIX_LENGTH + " dev " + netdev));
                    }
                }
                case PORT_DOWN -> {
                    if (host.index() == SPARK2 && port.port() == 0) {
                        lines.add("ip link set " + netdev + " down");
                    }
                }
                case NONE, UNPLUGGED, RELAYED, LLDP -> {}
            }
        }
        if (fault == Fault.LLDP) {
            lines.add("mkdir -p /run/lldpd && lldpd");
            lines.add(
                    "for try in 1 2 3 4 5 6 7 8 9 10; do lldpcli configure lldp tx-interval 1 && break; sleep 2; done");
        }
        return lines;
    }

    /** Which folders also have the answers of single commands. */
    boolean hasSingleCommands() {
        return this == RING4_SWAP || this == RING4_RELAY || this == RING4_LLDP;
    }
}
