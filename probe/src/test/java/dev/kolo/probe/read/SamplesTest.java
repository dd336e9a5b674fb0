package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recorded ring of four, a folder a host, every format that its guests could print. */
class SamplesTest {
    private static ReadResult ring(String name) {
        return Texts.readFolder("recorded/samples/" + name, file -> true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring4-two-planes", "ring4-second-plane-unaddressed"})
    void understandsEveryFileWithoutTrouble(String name) {
        ReadResult result = ring(name);

        assertThat(result.notUnderstood()).isEmpty();
        assertThat(result.problems()).isEmpty();
        assertThat(result.understood()).hasSize(72);
        assertThat(result.inventory().hosts())
                .extracting(NodeFacts::host)
                .containsExactly("spark1", "spark2", "spark3", "spark4");
    }

    @Test
    void joinsTheFilesOfAHost() {
        NodeFacts host = ring("ring4-two-planes").inventory().host("spark1").orElseThrow();
        Netdev netdev = host.netdev("enP2p1s0f0np0").orElseThrow();
        RdmaDevice device = host.rdmaDevice("roceP2p1s0f0").orElseThrow();

        assertThat(host.netdevs()).hasSize(5);
        assertThat(netdev.mtu()).hasValue(9000);
        assertThat(netdev.addresses())
                .extracting(NetAddress::toString)
                .containsExactly("10.11.0.10/24", "fe80::4ebb:47ff:fe00:1/64");
        assertThat(netdev.addresses())
                .extracting(NetAddress::dynamic)
                .allMatch(d -> d.filter(v -> !v).isPresent());
        assertThat(netdev.speedMbps()).isEmpty();
        assertThat(netdev.statistics()).isPresent();
        assertThat(device.netdev()).contains("enP2p1s0f0np0");
        assertThat(device.activeMtu()).hasValue(4096);
        assertThat(device.gidsObserved()).isTrue();
        assertThat(device.gids().get(1).type()).isEqualTo(GidEntry.Type.ROCE_V2);
        assertThat(device.gids().get(1).netdev()).contains("enP2p1s0f0np0");
        assertThat(device.counters()).containsEntry("out_of_seq_request", 0L);
        assertThat(host.routes()).hasSize(4);
        assertThat(host.neighbours()).hasSize(4).allMatch(n -> n.mac().isPresent());
        assertThat(host.system().kernelRelease()).contains("6.1.0-57-amd64");
        assertThat(host.hasObserved(Topic.ADDRESSES)).isTrue();
        assertThat(host.hasObserved(Topic.RDMA_PORTS)).isTrue();
    }

    @Test
    void showsThatTheSecondPlaneHasNoIpv4() {
        NodeFacts host = ring("ring4-second-plane-unaddressed")
                .inventory()
                .host("spark3")
                .orElseThrow();

        assertThat(host.netdev("enP2p1s0f1np1").orElseThrow().addresses())
                .allMatch(a -> a.ipv4().isEmpty());
        assertThat(host.netdev("enP2p1s0f1np1").orElseThrow().addressesObserved())
                .isTrue();
    }

    @Test
    void recognisesNcclLogs() {
        ReadResult result = Texts.readFolder("nccl", file -> true);

        assertThat(result.notUnderstood()).isEmpty();
        assertThat(result.understood()).hasSize(6).allMatch(u -> u.kinds().contains("NCCL log"));
        assertThat(result.problems()).isEmpty();
    }
}
