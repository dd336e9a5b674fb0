package dev.kolo.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualRingTest {
    private static Inventory read(VirtualRing ring) {
        return VirtualProbe.read(ring, "facts");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void isASilentRingOfSeenCablesInEverySize(int hosts) {
        Fabric fabric = Fabric.of(read(VirtualRing.healthy(hosts)));

        assertThat(fabric.shape().kind()).isEqualTo(hosts == 2 ? Shape.Kind.PAIR : Shape.Kind.RING);
        assertThat(fabric.cables()).hasSize(hosts == 2 ? 1 : hosts).allSatisfy(c -> {
            assertThat(c.links()).hasSize(2);
            assertThat(c.links()).allMatch(l -> l.basis() == Link.Basis.NEIGHBOUR);
        });
        assertThat(Doctor.examine(fabric, Expectation.AUTO).isHealthy()).isTrue();
    }

    @Test
    void looksLikeSparksToTheReaders() {
        NodeFacts spark1 = read(VirtualRing.healthy(4)).hosts().getFirst();
        RdmaDevice device = spark1.rdmaDevice("roceP2p1s0f1").orElseThrow();

        assertThat(spark1.rdmaDevices())
                .extracting(RdmaDevice::name)
                .containsExactlyInAnyOrder("rocep1s0f0", "rocep1s0f1", "roceP2p1s0f0", "roceP2p1s0f1");
        assertThat(spark1.rdmaDevices()).extracting(RdmaDevice::systemImageGuid).containsOnly(device.systemImageGuid());
        assertThat(device.netdev()).contains("enP2p1s0f1np1");
        assertThat(device.pci()).hasToString("Optional[0002:01:00.1]");
        assertThat(device.pciRoot()).contains("pci0002:00");
        assertThat(device.rateGbps()).hasValue(200);
        assertThat(device.activeMtu()).hasValue(4096);
        assertThat(device.isSoft()).isFalse();
        assertThat(device.gids().stream().filter(GidEntry::isIpv4RoceV2).map(GidEntry::index))
                .containsExactly(3);
        assertThat(spark1.netdev("enp1s0f0np0").orElseThrow().mtu()).hasValue(9000);
        assertThat(spark1.netdev("enp1s0f0np0").orElseThrow().speedMbps()).hasValue(200_000);
        assertThat(spark1.routes())
                .anyMatch(r ->
                        r.isDefault() && r.netdev().filter("enP7s7"::equals).isPresent());
        assertThat(spark1.system().memoryKib()).containsKey("MemTotal");
    }

    /** The tables recorded from real kernels with two plugs of spark2 exchanged; see {@code recorded/ring4-swap}. */
    @Test
    void answersArpAsRealKernelsDoWhenTwoPlugsAreSwapped() {
        VirtualRing swapped = VirtualRing.healthy(4).withPlugsSwapped(1);
        List<NeighbourTables.Entry> spark1 =
                NeighbourTables.of(swapped, swapped.hosts().get(0));
        List<NeighbourTables.Entry> spark2 =
                NeighbourTables.of(swapped, swapped.hosts().get(1));

        assertThat(spark1.stream().filter(e -> e.netdev().equals("enp1s0f0np0")).map(VirtualRingTest::words))
                .containsExactly("10.10.0.11 REACHABLE spark2 port 0");
        assertThat(spark2.stream().filter(e -> e.netdev().equals("enp1s0f0np0")).map(VirtualRingTest::words))
                .containsExactlyInAnyOrder("10.10.1.11 FAILED", "10.10.0.10 STALE spark1 port 0");
        assertThat(spark2.stream()
                        .filter(e -> e.netdev().equals("enP2p1s0f1np1"))
                        .map(VirtualRingTest::words))
                .containsExactlyInAnyOrder("10.11.0.10 FAILED", "10.11.1.11 STALE spark3 port 1");
    }

    private static String words(NeighbourTables.Entry entry) {
        String owner = entry.mac()
                .map(mac -> " spark" + (mac.bits() >> 8 & 0xff) + " port " + (mac.bits() & 1))
                .orElse("");
        return entry.address() + " " + entry.state() + owner;
    }

    @Test
    void leavesNoNeighbourOnAPulledCable() {
        VirtualRing unplugged = Fault.UNPLUGGED.plant(VirtualRing.healthy(4));
        NodeFacts spark2 = read(unplugged).host("spark2").orElseThrow();

        assertThat(spark2.neighbours())
                .filteredOn(n -> n.netdev().equals("enp1s0f0np0"))
                .extracting(Neighbour::state)
                .containsOnly(Neighbour.State.FAILED);
        assertThat(spark2.rdmaDevice("rocep1s0f0").orElseThrow().state()).isEqualTo(RdmaDevice.State.DOWN);
    }

    @Test
    void refusesSizesThatNoRingCanHave() {
        assertThatThrownBy(() -> VirtualRing.healthy(17)).hasMessage("a virtual ring has 2 to 16 hosts, not 17");
        assertThatThrownBy(() -> VirtualRing.healthy(1)).hasMessage("a virtual ring has 2 to 16 hosts, not 1");
    }

    @Test
    void printsTheSameTextEveryTime() {
        VirtualRing ring = VirtualRing.healthy(4);

        assertThat(ProbeText.of(ring, ring.hosts().get(2)))
                .isEqualTo(ProbeText.of(VirtualRing.healthy(4), ring.hosts().get(2)))
                .startsWith("### kolo-probe/1\n")
                .endsWith("### done kolo-probe/1\n");
    }
}
