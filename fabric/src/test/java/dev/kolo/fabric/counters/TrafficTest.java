package dev.kolo.fabric.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkStatistics;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which counters tell what a function carried, in which unit, and which functions only repeat each other. */
class TrafficTest {
    private static FactsBuilder host(Map<String, Map<String, Long>> counters) {
        FactsBuilder facts = new FactsBuilder("spark1").observe(Topic.RDMA_PORTS, Observation.OBSERVED);
        for (String half : List.of("", "P2")) {
            for (int port = 0; port < 2; port++) {
                String device = "roce" + half + "p1s0f" + port;
                var rdma = facts.rdmaDevice(device, Evidence.NONE)
                        .netdev("en" + half + "p1s0f" + port + "np" + port)
                        .state(RdmaDevice.State.ACTIVE);
                counters.getOrDefault(device, Map.of()).forEach(rdma::counter);
                facts.netdev("en" + half + "p1s0f" + port + "np" + port, Evidence.NONE);
            }
        }
        return facts;
    }

    private static HostGrowth growth(FactsBuilder before, FactsBuilder after) {
        return HostGrowth.between(CounterReading.of(before.build()), CounterReading.of(after.build()));
    }

    private static List<Function> functions(NodeFacts facts) {
        return Fabric.of(Inventory.of(List.of(facts))).functions();
    }

    private static Function function(FactsBuilder facts, String device) {
        return functions(facts.build()).stream()
                .filter(f -> f.device().orElseThrow().name().equals(device))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Long> data(long words, long packets) {
        return Map.of(
                "port_xmit_data",
                words,
                "port_rcv_data",
                words + 1,
                "port_xmit_packets",
                packets,
                "port_rcv_packets",
                packets);
    }

    @Test
    void portDataIsInWordsOfFourBytes() {
        FactsBuilder before = host(Map.of("rocep1s0f0", Map.of("port_xmit_data", 100L, "port_rcv_data", 0L)));
        FactsBuilder after = host(Map.of("rocep1s0f0", Map.of("port_xmit_data", 350L, "port_rcv_data", 10L)));
        Traffic traffic =
                Traffic.of(function(after, "rocep1s0f0"), growth(before, after)).orElseThrow();

        assertThat(traffic.source()).isEqualTo(Traffic.Source.RDMA_PORT);
        assertThat(traffic.sentBytes()).isEqualTo(OptionalLong.of(1_000));
        assertThat(traffic.receivedBytes()).isEqualTo(OptionalLong.of(40));
        assertThat(traffic.isExact()).isTrue();
    }

    @Test
    void softRoceHasPacketsOfItsOwnAndTheBytesOfItsNetdev() {
        FactsBuilder before = soft(5, 1_000);
        FactsBuilder after = soft(25, 81_000);
        Traffic traffic =
                Traffic.of(function(after, "rocep1s0f0"), growth(before, after)).orElseThrow();

        assertThat(traffic.source()).isEqualTo(Traffic.Source.SOFT_RDMA);
        assertThat(traffic.sentPackets()).isEqualTo(OptionalLong.of(20));
        assertThat(traffic.sentBytes()).isEqualTo(OptionalLong.of(80_000));
        assertThat(traffic.weight()).isEqualTo(20);
    }

    private static FactsBuilder soft(long packets, long bytes) {
        FactsBuilder facts = host(Map.of("rocep1s0f0", Map.of("sent_pkts", packets, "rcvd_pkts", 0L, "lifespan", 12L)));
        facts.rdmaDevice("rocep1s0f0", Evidence.NONE).driver("rdma_rxe");
        facts.netdev("enp1s0f0np0", Evidence.NONE).statistics(new LinkStatistics(0, 0, 0, bytes, 0, 0));
        return facts;
    }

    @Test
    void kernelBytesDoNotCountRdma() {
        FactsBuilder before = host(Map.of());
        before.netdev("enp1s0f0np0", Evidence.NONE).statistics(new LinkStatistics(0, 0, 0, 0, 0, 0));
        FactsBuilder after = host(Map.of());
        after.netdev("enp1s0f0np0", Evidence.NONE).statistics(new LinkStatistics(7, 0, 0, 9, 0, 0));
        Traffic traffic =
                Traffic.of(function(after, "rocep1s0f0"), growth(before, after)).orElseThrow();

        assertThat(traffic.source().countsRdma()).isFalse();
        assertThat(traffic.sentBytes()).isEqualTo(OptionalLong.of(9));
    }

    @Test
    void aDeviceWhoseCountersWereSetBackIsNotKnownToBeIdle() {
        FactsBuilder before = host(Map.of("rocep1s0f0", Map.of("port_xmit_data", 900L, "port_rcv_data", 900L)));
        FactsBuilder after = host(Map.of("rocep1s0f0", Map.of("port_xmit_data", 0L, "port_rcv_data", 0L)));
        Traffic traffic =
                Traffic.of(function(after, "rocep1s0f0"), growth(before, after)).orElseThrow();

        assertThat(traffic.isExact()).isFalse();
        assertThat(traffic.isIdle()).isFalse();
    }

    @Test
    void findsTheHalfThatRepeatsTheOther() {
        FactsBuilder before =
                host(Map.of("rocep1s0f0", data(5_000_000, 4_000), "roceP2p1s0f0", data(5_000_000, 4_000)));
        FactsBuilder after = host(Map.of("rocep1s0f0", data(5_100_000, 4_100), "roceP2p1s0f0", data(5_100_090, 4_101)));

        assertThat(Mirrors.of(functions(after.build()), growth(before, after)))
                .containsExactly(Map.entry("enP2p1s0f0np0", "enp1s0f0np0"));
    }

    @Test
    void doesNotTakeAnEvenSplitForARepetition() {
        FactsBuilder before = host(Map.of("rocep1s0f0", data(1_000, 10), "roceP2p1s0f0", data(1_040, 11)));
        FactsBuilder after = host(Map.of("rocep1s0f0", data(8_050_000, 2_000), "roceP2p1s0f0", data(7_950_000, 1_980)));

        assertThat(Mirrors.of(functions(after.build()), growth(before, after))).isEmpty();
    }

    @Test
    void doesNotCompareFunctionsOfDifferentPorts() {
        Map<String, Long> same = data(9_000_000, 5_000);
        FactsBuilder before = host(Map.of("rocep1s0f0", same, "rocep1s0f1", same));
        FactsBuilder after = host(Map.of("rocep1s0f0", same, "rocep1s0f1", same));

        assertThat(Mirrors.of(functions(after.build()), growth(before, after))).isEmpty();
    }

    @Test
    void knowsWhichGrowthIsTrouble() {
        assertThat(CounterMeaning.of("out_of_sequence")).contains(CounterMeaning.LOSS);
        assertThat(CounterMeaning.of("completer_retry_err")).contains(CounterMeaning.RETRY);
        assertThat(CounterMeaning.of("rx_prio3_discards")).contains(CounterMeaning.DISCARD);
        assertThat(CounterMeaning.of("tx_prio0_pause_duration")).contains(CounterMeaning.CONGESTION);
        assertThat(CounterMeaning.of("port_xmit_data")).isEmpty();
        assertThat(CounterMeaning.NOT_READY.isTrouble()).isFalse();
        assertThat(CounterMeaning.isOfPhysicalPort("rx_discards_phy")).isTrue();
    }
}
