package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.LldpNeighbour;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The probe's own output, recorded on rings of real kernels. */
class RecordedRingsTest {
    private static ReadResult probes(String ring) {
        return Texts.readFolder("recorded/" + ring, file -> file.endsWith(".probe.txt"));
    }

    private static NodeFacts host(String ring, String name) {
        return probes(ring).inventory().host(name).orElseThrow();
    }

    static List<String> rings() {
        Path root = Texts.resource("recorded");
        return Texts.files(root).stream()
                .map(file -> root.relativize(file).toString())
                .filter(file -> file.endsWith("/spark1.probe.txt"))
                .map(file -> file.substring(0, file.indexOf('/')))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rings")
    void understandsEachProbeOutputWithoutTrouble(String ring) {
        ReadResult result = probes(ring);

        assertThat(result.problems()).isEmpty();
        assertThat(result.notUnderstood()).isEmpty();
        assertThat(result.inventory().hosts()).allSatisfy(host -> {
            assertThat(host.netdevs()).hasSize(5).allMatch(Netdev::addressesObserved);
            assertThat(host.rdmaDevices()).hasSize(4).allMatch(RdmaDevice::gidsObserved);
            assertThat(host.hasObserved(Topic.GIDS)).isTrue();
            assertThat(host.system().kernelRelease()).isPresent();
            assertThat(host.system().memlockKib()).hasValue(8192);
        });
        assertThat(result.inventory().hosts())
                .extracting(NodeFacts::host)
                .contains("spark1", "spark2")
                .doesNotContain("");
    }

    /** The answers of single commands, pasted, say the same as the probe. */
    @ParameterizedTest
    @MethodSource("rings")
    void pastedCommandsAgreeWithTheProbe(String ring) {
        ReadResult pasted = Texts.readFolder("recorded/" + ring, file -> !file.endsWith(".probe.txt"));
        ReadResult probed = probes(ring);

        for (NodeFacts host : pasted.inventory().hosts()) {
            NodeFacts same = probed.inventory().host(host.host()).orElseThrow();
            for (Netdev netdev : host.netdevs()) {
                Netdev other = same.netdev(netdev.name()).orElseThrow();
                assertThat(netdev.mac()).isEqualTo(other.mac());
                assertThat(netdev.mtu()).isEqualTo(other.mtu());
                assertThat(netdev.addresses().toString())
                        .isEqualTo(other.addresses().toString());
            }
        }
    }

    @Test
    void readsWhereAFunctionSits() {
        Netdev netdev = host("ring4-healthy", "spark2").netdev("enp1s0f1np1").orElseThrow();

        assertThat(netdev.pci().map(Object::toString)).contains("0000:00:06.0");
        assertThat(netdev.pciRoot()).contains("pci0000:00");
        assertThat(netdev.driver()).contains("virtio_net");
        assertThat(netdev.features()).containsEntry("hw-tc-offload", "off");
    }

    @Test
    void readsTheFarEndsByLldp() {
        NodeFacts host = host("ring4-lldp", "spark1");

        assertThat(host.lldp()).hasSize(4);
        LldpNeighbour first = host.lldp().get(0);
        assertThat(first.systemName()).contains("spark2");
        assertThat(first.portName()).contains("enp1s0f1np1");
        assertThat(first.portMac().map(Object::toString)).contains("4c:bb:47:01:01:00");
        assertThat(host.observed()).containsEntry(Topic.LLDP, Observation.OBSERVED);
        assertThat(host("ring4-healthy", "spark1").observed()).containsEntry(Topic.LLDP, Observation.FAILED);
    }

    @Test
    void readsRelaysAsTcPrintsThem() {
        NodeFacts host = host("ring4-relay", "spark2");
        TcFilter relay = host.filters().stream()
                .filter(f -> f.netdev().equals("enp1s0f0np0") && f.hook().equals("ingress"))
                .findFirst()
                .orElseThrow();

        assertThat(host.filters()).hasSize(8);
        assertThat(relay.protocol()).isEqualTo("0x88b5");
        assertThat(relay.preference()).isEqualTo(11);
        assertThat(relay.keys()).containsEntry("skip_hw", "true").containsEntry("not_in_hw", "true");
        assertThat(relay.actions()).extracting(TcFilter.Action::kind).containsExactly("pedit", "pedit", "mirred");
        assertThat(relay.actions().get(0).attributes())
                .containsEntry("key1.offset", "4")
                .containsKey("key1.val");
        assertThat(relay.actions().get(2).attributes()).containsEntry("to_dev", "enp1s0f1np1");
        assertThat(host.routes())
                .filteredOn(r -> r.protocol().filter("82"::equals).isPresent())
                .hasSize(4);
    }

    @Test
    void plainAndJsonFiltersReadAlike() {
        List<TcFilter> plain = Texts.readFolder(
                        "recorded/ring4-relay", file -> file.equals("spark2/tc-s-filter-ingress.txt"))
                .inventory()
                .hosts()
                .get(0)
                .filters();
        List<TcFilter> json = host("ring4-relay", "spark2").filters().stream()
                .filter(f -> f.hook().equals("ingress"))
                .toList();

        assertThat(plain).hasSize(4);
        assertThat(plain)
                .extracting(f -> f.protocol() + f.preference() + f.kind() + f.handle() + f.keys())
                .containsExactlyInAnyOrderElementsOf(json.stream()
                        .map(f -> f.protocol() + f.preference() + f.kind() + f.handle() + f.keys())
                        .toList());
        assertThat(plain)
                .extracting(f ->
                        f.actions().stream().map(TcFilter.Action::attributes).toList())
                .containsExactlyInAnyOrderElementsOf(json.stream()
                        .map(f -> f.actions().stream()
                                .map(TcFilter.Action::attributes)
                                .toList())
                        .toList());
    }
}
