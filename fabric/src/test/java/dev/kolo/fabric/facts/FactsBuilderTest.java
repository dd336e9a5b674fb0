package dev.kolo.fabric.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Several readings of one host become one. */
class FactsBuilderTest {
    private static final Evidence LINE = new Evidence("a.txt", 1, "x");

    private static FactsBuilder addresses() {
        FactsBuilder facts = new FactsBuilder("spark1");
        facts.observe(Topic.ADDRESSES, Observation.OBSERVED)
                .netdev("enp1s0f0np0", LINE)
                .mac(MacAddress.parse("4c:bb:47:00:00:00").orElseThrow())
                .address(NetAddress.live(Ipv4Address.of(10, 10, 0, 10), 24, LINE))
                .addressesObserved();
        return facts;
    }

    private static FactsBuilder ports() {
        FactsBuilder facts = new FactsBuilder("spark1");
        facts.netdev("enp1s0f0np0", LINE).state(LinkState.UP);
        facts.rdmaDevice("rocep1s0f0", LINE)
                .netdev("enp1s0f0np0")
                .gid(new GidEntry(
                        3, Gid.of(Ipv4Address.of(10, 10, 0, 10)), GidEntry.Type.ROCE_V2, Optional.empty(), LINE))
                .counter("out_of_sequence", 4);
        facts.memoryKib("CmaTotal", 0).kernelRelease("6.17.0");
        return facts;
    }

    @Test
    void joinsTwoReadingsOfOneHost() {
        NodeFacts joined = addresses().add(ports().build()).build();

        Netdev netdev = joined.netdev("enp1s0f0np0").orElseThrow();
        assertThat(netdev.state()).isEqualTo(LinkState.UP);
        assertThat(netdev.mac()).isPresent();
        assertThat(netdev.addressesObserved()).isTrue();
        assertThat(joined.hasObserved(Topic.ADDRESSES)).isTrue();
        assertThat(joined.rdmaDevice("rocep1s0f0").orElseThrow().counters()).containsEntry("out_of_sequence", 4L);
        assertThat(joined.system().kernelRelease()).contains("6.17.0");
    }

    @Test
    void addingAReadingTwiceChangesNothing() {
        NodeFacts once = addresses().add(ports().build()).build();

        assertThat(addresses()
                        .add(ports().build())
                        .add(ports().build())
                        .add(once)
                        .build())
                .isEqualTo(once);
    }
}
