package dev.kolo.fabric.counters;

import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.topology.Function;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one function of the fabric carried between two readings, from the best counters that it shows.
 *
 * @param source where the figures come from
 * @param sentBytes bytes sent; empty when only packets are counted
 * @param receivedBytes bytes received; empty when only packets are counted
 * @param sentPackets packets sent; empty when they are not counted
 * @param receivedPackets packets received; empty when they are not counted
 * @param isExact whether every figure is known to its last digit; otherwise each is the least that it can be
 */
public record Traffic(
        Source source,
        OptionalLong sentBytes,
        OptionalLong receivedBytes,
        OptionalLong sentPackets,
        OptionalLong receivedPackets,
        boolean isExact) {
    /** {@code port_xmit_data} and {@code port_rcv_data} count words of four bytes (IBTA specification, PortCounters). */
    public static final int BYTES_A_WORD = 4;

    /** Where figures come from, the best first. */
    public enum Source {
        /** The RDMA port's own data counters: what RDMA alone carried. */
        RDMA_PORT("port_xmit_data, port_rcv_data"),
        /** The driver's count of RDMA bytes of this function. */
        RDMA_OF_FUNCTION("ethtool -S: rx_vport_rdma_unicast_bytes, tx_vport_rdma_unicast_bytes"),
        /** Soft RoCE counts packets; its bytes pass the netdev, with everything else there. */
        SOFT_RDMA("sent_pkts, rcvd_pkts; bytes of the netdev"),
        /** The physical port, with everything that its functions carry. */
        PHYSICAL_PORT("ethtool -S: rx_bytes_phy, tx_bytes_phy"),
        /** The kernel's own traffic; RDMA of a NIC that bypasses the kernel is not in it. */
        KERNEL("ip -s link");

        private final String words;

        Source(String words) {
            this.words = words;
        }

        /** The counters by name. */
        public String words() {
            return words;
        }

        /** True when RDMA that passes this function moves the figures. */
        public boolean countsRdma() {
            return this != KERNEL;
        }

        /** True when nothing but RDMA of this function moves the figures by which it is judged idle or busy. */
        public boolean isOfRdmaAlone() {
            return this == RDMA_PORT || this == RDMA_OF_FUNCTION || this == SOFT_RDMA;
        }
    }

    /** What a function carried; empty when it shows no traffic counter in both readings. */
    public static Optional<Traffic> of(Function function, HostGrowth growth) {
        Optional<SetGrowth> rdma = function.device().flatMap(d -> growth.set(d.name(), CounterSet.Kind.RDMA));
        Optional<SetGrowth> ethtool = function.netdev().flatMap(n -> growth.set(n.name(), CounterSet.Kind.ETHTOOL));
        Optional<SetGrowth> kernel = function.netdev().flatMap(n -> growth.set(n.name(), CounterSet.Kind.NETDEV));
        return rdma.flatMap(Traffic::ofRdmaPort)
                .or(() -> ethtool.flatMap(s -> ofBytes(
                        Source.RDMA_OF_FUNCTION, s, "tx_vport_rdma_unicast_bytes", "rx_vport_rdma_unicast_bytes")))
                .or(() -> function.device().filter(RdmaDevice::isSoft).isPresent()
                        ? rdma.flatMap(r -> ofSoft(r, kernel))
                        : Optional.empty())
                .or(() -> ethtool.flatMap(s -> ofBytes(Source.PHYSICAL_PORT, s, "tx_bytes_phy", "rx_bytes_phy")))
                .or(() -> kernel.flatMap(s -> ofBytes(Source.KERNEL, s, "tx_bytes", "rx_bytes")));
    }

    private static Optional<Traffic> ofRdmaPort(SetGrowth set) {
        Optional<Growth> sent = told(set, "port_xmit_data");
        Optional<Growth> received = told(set, "port_rcv_data");
        if (sent.isEmpty() && received.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Traffic(
                Source.RDMA_PORT,
                bytes(sent, BYTES_A_WORD),
                bytes(received, BYTES_A_WORD),
                amount(told(set, "port_xmit_packets")),
                amount(told(set, "port_rcv_packets")),
                isExact(sent) && isExact(received)));
    }

    private static Optional<Traffic> ofSoft(SetGrowth rdma, Optional<SetGrowth> kernel) {
        Optional<Growth> sent = told(rdma, "sent_pkts");
        Optional<Growth> received = told(rdma, "rcvd_pkts");
        if (sent.isEmpty() && received.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Traffic(
                Source.SOFT_RDMA,
                bytes(kernel.flatMap(k -> told(k, "tx_bytes")), 1),
                bytes(kernel.flatMap(k -> told(k, "rx_bytes")), 1),
                amount(sent),
                amount(received),
                isExact(sent) && isExact(received)));
    }

    private static Optional<Traffic> ofBytes(Source source, SetGrowth set, String out, String in) {
        Optional<Growth> sent = told(set, out);
        Optional<Growth> received = told(set, in);
        return sent.isEmpty() && received.isEmpty()
                ? Optional.empty()
                : Optional.of(new Traffic(
                        source,
                        bytes(sent, 1),
                        bytes(received, 1),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        isExact(sent) && isExact(received)));
    }

    private static Optional<Growth> told(SetGrowth set, String name) {
        return set.growth(name).filter(g -> !(g instanceof Growth.Untold));
    }

    private static boolean isExact(Optional<Growth> growth) {
        return growth.map(Growth::isExact).orElse(true);
    }

    private static OptionalLong amount(Optional<Growth> growth) {
        return growth.isPresent() ? OptionalLong.of(growth.get().atLeast()) : OptionalLong.empty();
    }

    /** The amount times a unit, at most {@link Long#MAX_VALUE}. */
    private static OptionalLong bytes(Optional<Growth> growth, int unit) {
        if (growth.isEmpty()) {
            return OptionalLong.empty();
        }
        long amount = growth.get().atLeast();
        return OptionalLong.of(amount > Long.MAX_VALUE / unit ? Long.MAX_VALUE : amount * unit);
    }

    /**
     * How much it carried both ways, to compare functions of one host that have the same source: bytes, or packets where RDMA
     * is counted in those alone.
     */
    public double weight() {
        return source == Source.SOFT_RDMA
                ? (double) sentPackets.orElse(0) + receivedPackets.orElse(0)
                : (double) sentBytes.orElse(0) + receivedBytes.orElse(0);
    }

    /** True when it is known to have carried nothing at all. */
    public boolean isIdle() {
        return isExact && weight() == 0;
    }
}
