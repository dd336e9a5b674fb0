package dev.kolo.fabric.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.NaturalOrder;
import dev.kolo.fabric.names.DeviceName;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.04", "1..2.3", "a.b.c.d", "1.2.3.4 ", "1.2.3.-4"})
    void refusesWhatIsNoIpv4Address(String text) {
        assertThat(Ipv4Address.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "::, ::",
        "::1, ::1",
        "fe80::4ebb:47ff:fe00:0, fe80::4ebb:47ff:fe00:0",
        "0000:0000:0000:0000:0000:ffff:0a0a:000a, ::ffff:a0a:a",
        "::ffff:10.10.0.10, ::ffff:a0a:a",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "fe80::1%enp1s0f0np0, fe80::1"
    })
    void readsIpv6AndPrintsTheCanonicalForm(String text, String canonical) {
        assertThat(Ipv6Address.parse(text)).get().hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:2:3", ":::", "1::2::3", "12345::", "g::", "1:2:3:4:5:6:7:8:9", ":1:2:3:4:5:6:7:8", "1:"})
    void refusesWhatIsNoIpv6Address(String text) {
        assertThat(Ipv6Address.parse(text)).isEmpty();
    }

    @Test
    void readsBackWhatItPrints() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            Ipv6Address v6 = new Ipv6Address(
                    random.nextLong() & (random.nextBoolean() ? -1L : 0xffffL), random.nextInt() & 0xffff_ffffL);
            assertThat(Ipv6Address.parse(v6.toString())).contains(v6);
            Ipv4Address v4 = new Ipv4Address(random.nextInt());
            assertThat(Ipv4Address.parse(v4.toString())).contains(v4);
            MacAddress mac = new MacAddress(random.nextLong() & 0xffff_ffff_ffffL);
            assertThat(MacAddress.parse(mac.toString())).contains(mac);
            assertThat(Ipv6Address.linkLocalOf(mac).embeddedMac()).contains(mac);
            Gid gid = new Gid(random.nextLong(), random.nextLong());
            assertThat(Gid.parse(gid.toString())).contains(gid);
        }
    }

    @Test
    void comparesNetworksUnderTheirOwnPrefix() {
        Subnet wide = Subnet.parse("10.41.13.6/24").orElseThrow();
        Subnet narrow = Subnet.parse("10.41.13.6/30").orElseThrow();
        assertThat(wide).hasToString("10.41.13.0/24");
        assertThat(narrow).hasToString("10.41.13.4/30");
        assertThat(wide.overlaps(narrow)).isTrue();
        assertThat(narrow.overlaps(Subnet.parse("10.41.13.8/30").orElseThrow())).isFalse();
        assertThat(narrow.contains(Ipv4Address.of(10, 41, 13, 7))).isTrue();
        assertThat(Subnet.parse("10.0.0.1/33")).isEmpty();
        assertThat(Subnet.parse("10.0.0.1/")).isEmpty();
        assertThat(new Subnet(Ipv4Address.of(1, 2, 3, 4), 0)).hasToString("0.0.0.0/0");
    }

    @Test
    void tellsSoftGuidsFromThoseOfCards() {
        assertThat(Guid.parse("4ebb:47ff:fe00:0101").orElseThrow().isMadeFromMac())
                .isTrue();
        assertThat(Guid.parse("0xfc4cea0300000030").orElseThrow().isMadeFromMac())
                .isFalse();
        assertThat(Guid.parse("not a guid")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "enp1s0f0np0, 0, 1, 0, 0",
        "enP2p1s0f1np1, 2, 1, 1, 1",
        "enp193s0f1, 0, 193, 1, 1",
        "enp3s0np1, 0, 3, 0, 1"
    })
    void readsPciAndPortFromNetdevNames(String name, int domain, int bus, int function, int port) {
        DeviceName read = DeviceName.ofNetdev(name).orElseThrow();
        assertThat(read.domain()).isEqualTo(domain);
        assertThat(read.bus()).hasValue(bus);
        assertThat(read.function().orElse(0)).isEqualTo(function);
        assertThat(read.portNumber()).isEqualTo(port);
        assertThat(read.hasPort()).isTrue();
    }

    @Test
    void matchesRdmaNamesWithNetdevNamesOfOneFunction() {
        DeviceName netdev = DeviceName.ofNetdev("enP2p1s0f1np1").orElseThrow();
        assertThat(DeviceName.ofRdmaDevice("roceP2p1s0f1").orElseThrow().isSameFunction(netdev))
                .isTrue();
        assertThat(DeviceName.ofRdmaDevice("rocep1s0f1").orElseThrow().isSameFunction(netdev))
                .isFalse();
        assertThat(DeviceName.ofRdmaDevice("mlx5_0")).isEmpty();
    }

    @Test
    void doesNotTakeALanPortForAFabricPort() {
        assertThat(DeviceName.ofNetdev("enP7s7").orElseThrow().hasPort()).isFalse();
        assertThat(DeviceName.ofNetdev("eno1")).isEmpty();
        assertThat(DeviceName.ofNetdev("wlP9s9").orElseThrow().hasPort()).isFalse();
        assertThat(DeviceName.ofNetdev("enp1s0f0np0.100")).isEmpty();
    }

    @Test
    void ordersNamesAsPeopleReadThem() {
        assertThat(List.of("spark10", "spark9", "spark1", "Spark2", "spark01").stream()
                        .sorted(NaturalOrder::compare)
                        .toList())
                .containsExactly("Spark2", "spark01", "spark1", "spark9", "spark10");
    }

    @Test
    void readsPciAddresses() {
        assertThat(PciAddress.parse("0002:01:00.1")).get().hasToString("0002:01:00.1");
        assertThat(PciAddress.parse("c1:00.0")).get().hasToString("0000:c1:00.0");
        assertThat(PciAddress.parse("virtio3")).isEmpty();
    }
}
