package dev.kolo.lab.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordingTest {
    private static List<String> planted(Recording recording) {
        LabLayout layout = LabLayout.of(recording.spec());
        return layout.hosts().stream()
                .flatMap(host -> recording.planted(layout, host).stream().map(line -> host.name() + ": " + line))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsFoldersName(Recording recording) {
        assertThat(Recording.ofWord(recording.word())).hasValue(recording);
        assertThat(recording.spec().problem()).isEmpty();
    }

    @Test
    void plantsItsFaultWhereItsDescriptionSays() {
        assertThat(planted(Recording.RING4_MTU))
                .containsExactly(
                        "spark3: ip link set enp1s0f1np1 mtu 1500", "spark3: ip link set enP2p1s0f1np1 mtu 1500");
        assertThat(planted(Recording.RING4_PORT_DOWN))
                .containsExactly("spark2: ip link set enp1s0f0np0 down", "spark2: ip link set enP2p1s0f0np0 down");
        assertThat(planted(Recording.RING4_DUPLICATE_SUBNETS))
                .hasSize(16)
                .contains("spark1: ip address add 10.10.0.10/24 dev enP2p1s0f0np0");
        assertThat(planted(Recording.RING4_HEALTHY)).isEmpty();
    }

    @Test
    void exchangesThePlugsOfSpark2() {
        assertThat(Stream.of(Recording.RING3_SWAP, Recording.RING4_SWAP)
                        .map(recording -> LabLayout.of(recording.spec()))
                        .map(layout ->
                                layout.hosts().get(layout.spec().swapped().orElseThrow()))
                        .map(LabHost::name))
                .containsOnly("spark2");
    }
}
