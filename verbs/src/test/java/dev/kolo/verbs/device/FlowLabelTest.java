package dev.kolo.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Labels that keep out of the way of relays. */
class FlowLabelTest {
    @Test
    void noPairOfQueuePairsGetsTheRelaysSourcePort() {
        int spared = 0;
        for (int own = 1; own < 3000; own++) {
            for (int peer = 1; peer < 300; peer++) {
                int label = FlowLabel.of(own, peer);
                assertThat(label).isBetween(1, (1 << 20) - 1);
                if (FlowLabel.udpSourcePort(label) == FlowLabel.RELAY_PORT) {
                    spared++;
                }
            }
        }
        assertThat(spared).isZero();
    }

    @Test
    void someLabelsWouldMapToTheRelaysPort() {
        assertThat(FlowLabel.udpSourcePort(0x3fff)).isEqualTo(FlowLabel.RELAY_PORT);
        assertThat(FlowLabel.udpSourcePort(0x3ffe | 1 << 14)).isEqualTo(FlowLabel.RELAY_PORT);
        assertThat(FlowLabel.udpSourcePort(0)).isEqualTo(0xc000);
    }

    @Test
    void neighbouringQueuePairsGetDifferentPorts() {
        Set<Integer> ports = new HashSet<>();
        for (int own = 17; own < 17 + 64; own++) {
            ports.add(FlowLabel.udpSourcePort(FlowLabel.of(own, 17)));
        }
        assertThat(ports).hasSizeGreaterThan(50);
    }
}
