package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Verdict.Understood;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people posted, read into facts. */
class CasesTest {
    private static NodeFacts host(ReadResult result, String name) {
        return result.inventory().host(name).orElseThrow(() -> new AssertionError("no host \"" + name + "\""));
    }

    private static List<String> addresses(ReadResult result, String host, String netdev) {
        return host(result, host).netdev(netdev).orElseThrow().addresses().stream()
                .map(NetAddress::toString)
                .toList();
    }

    private static List<String> remarks(NodeFacts host, Remark.Kind kind) {
        return host.remarks().stream()
                .filter(r -> r.kind() == kind)
                .map(Remark::value)
                .toList();
    }

    private static List<String> hosts(ReadResult result) {
        return result.inventory().hosts().stream().map(NodeFacts::host).toList();
    }

    @Test
    void readsThreeHostsUnderHeadingsAndTheCablesBesideThem() {
        ReadResult result = Texts.readCase("01-triangle-same-index-cables");

        assertThat(hosts(result)).containsExactly("", "node1", "node2", "node3");
        assertThat(addresses(result, "node3", "enp1s0f1np1")).containsExactly("10.50.23.3/24");
        assertThat(host(result, "node1").netdev("enp1s0f0np0").orElseThrow().state())
                .isEqualTo(LinkState.UP);
        assertThat(result.inventory().statedCables())
                .extracting(StatedCable::a, StatedCable::b)
                .map(t -> t.toList().toString())
                .first()
                .asString()
                .contains("node1", "node2", "OptionalInt[0]", "enp1s0f0np0");
        assertThat(result.inventory().statedCables())
                .hasSize(3)
                .allMatch(c -> c.subnet().isPresent());
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void readsAPlannedEnvironmentAndTheHostsOfACluster() {
        ReadResult result = Texts.readCase("03-ring-env-not-reaching-workers");
        NodeFacts host = host(result, "");

        assertThat(remarks(host, Remark.Kind.CLUSTER_HOST)).containsExactly("127.0.0.1", "10.0.0.209", "10.0.0.210");
        assertThat(remarks(host, Remark.Kind.JOB_HEAD)).containsExactly("127.0.0.1");
        assertThat(remarks(host, Remark.Kind.PLANNED_SHAPE)).containsExactly("ring");
        assertThat(host.settings()).hasSize(11).allMatch(s -> s.source() == Setting.Source.PLANNED);
        assertThat(result.inventory().statedCables())
                .extracting(c -> c.a().host(), c -> c.a().port(), c -> c.b().host(), c -> c.b().port())
                .contains(org.assertj.core.groups.Tuple.tuple(
                        "Spark 3", OptionalInt.of(0), "Spark 1", OptionalInt.of(1)));
    }

    @Test
    void readsAJobThatCouldNotConnect() {
        ReadResult result = Texts.readCase("04-transfer-uses-unreachable-fabric-address");

        assertThat(hosts(result)).containsExactly("", "n1", "n2", "n3");
        assertThat(remarks(host(result, "n2"), Remark.Kind.HOST_ADDRESS)).containsExactly("10.0.0.134");
        assertThat(remarks(host(result, ""), Remark.Kind.CONNECT_FAILED)).containsExactly("192.168.2.2");
        assertThat(remarks(host(result, ""), Remark.Kind.JOB_WORKER)).containsExactly("10.0.0.134");
        assertThat(addresses(result, "n3", "enP2p1s0f1np1")).containsExactly("192.168.5.2/24");
    }

    @Test
    void readsGidTablesUnderTheirSysfsFolder() {
        ReadResult result = Texts.readCase("06-gid-index-differs-per-node");

        RdmaDevice head = host(result, "head").rdmaDevice("rocep1s0f0").orElseThrow();
        RdmaDevice worker = host(result, "worker").rdmaDevice("rocep1s0f0").orElseThrow();
        assertThat(head.gids().stream().filter(GidEntry::isIpv4RoceV2).map(GidEntry::index))
                .containsExactly(3, 4);
        assertThat(worker.gids().stream().filter(GidEntry::isIpv4RoceV2).map(GidEntry::index))
                .containsExactly(3);
        assertThat(addresses(result, "head", head.netdev().orElseThrow()))
                .containsExactly("169.254.42.7/16", "192.168.100.1/24");
    }

    @Test
    void readsWhatAHealthyLogSaysOfSettingsAndDevices() {
        ReadResult result = Texts.readCase("07-healthy-pair-two-halves");

        assertThat(hosts(result)).containsExactly("", "node-a", "node-b");
        assertThat(remarks(host(result, "node-b"), Remark.Kind.DEVICES_USED))
                .containsExactly("rocep1s0f1,roceP2p1s0f1");
        assertThat(remarks(host(result, "node-b"), Remark.Kind.OOB_NETDEV)).containsExactly("enp1s0f1np1:10.100.216.1");
        assertThat(host(result, "node-a").settings())
                .extracting(Setting::name, Setting::value, Setting::source)
                .contains(org.assertj.core.groups.Tuple.tuple("NCCL_IB_GID_INDEX", "3", Setting.Source.PROCESS));
        assertThat(remarks(host(result, ""), Remark.Kind.GID_INDEX_STATED))
                .containsExactly("rocep1s0f1:3", "roceP2p1s0f1:3");
        assertThat(remarks(host(result, ""), Remark.Kind.ERROR_LINE)).isEmpty();
    }

    @Test
    void readsASecondPlaneThatCarriesNothing() {
        ReadResult result = Texts.readCase("10-second-plane-zero-bytes");
        NodeFacts host = host(result, "");
        Netdev second = host.netdev("enP2p1s0f0np0").orElseThrow();

        assertThat(hosts(result)).containsExactly("");
        assertThat(second.addressesObserved()).isTrue();
        assertThat(second.addresses()).extracting(NetAddress::origin).containsExactly(NetAddress.Origin.CONFIGURED);
        assertThat(second.mtu()).hasValue(1500);
        assertThat(second.features()).containsEntry("netplan.mtu", "9000").containsEntry("gid_index_3", "all-zero");
        assertThat(second.evidence().text()).isEqualTo("enP2p1s0f0np0:");
        assertThat(addresses(result, "", "enp1s0f0np0")).containsExactly("10.10.0.10/24");
        assertThat(remarks(host, Remark.Kind.TRAFFIC)).contains("roceP2p1s0f0 0.00 31.80");
        assertThat(remarks(host, Remark.Kind.DEVICE_OVERRIDE)).containsExactly("3 2 pci0002:00", "2 0", "3 0");
        assertThat(remarks(host, Remark.Kind.LISTENERS_ADVERTISED)).containsExactly("4");
    }

    @Test
    void readsMemoryAndKernelAndTheFailedRegistration() {
        ReadResult result = Texts.readCase("11-kernel-cma-enomem");
        NodeFacts host = host(result, "");

        assertThat(host.system().memoryKib()).containsEntry("CmaFree", 940604L).containsEntry("CmaTotal", 0L);
        assertThat(host.system().kernelRelease()).contains("7.0.0-1019-nvidia");
        assertThat(remarks(host, Remark.Kind.REG_MR_ENOMEM)).containsExactly("ibv_reg_mr_iova2");
    }

    @Test
    void readsTheGrowthOfCounters() {
        ReadResult result = Texts.readCase("13-packet-loss-stall");

        assertThat(remarks(host(result, ""), Remark.Kind.COUNTER_GROWTH))
                .contains("rank1 packet_seq_err 4830", "rank2 req_transport_retries_exceeded 8");
    }

    @Test
    void readsAnAddressBehindATimeline() {
        assertThat(addresses(Texts.readCase("14-netplan-apply-management-blip"), "", "enP7s7"))
                .containsExactly("192.168.50.168/24");
    }

    @Test
    void readsTwoHostsOnOneLine() {
        ReadResult result = Texts.readCase("16-prefix-24-but-cables-are-30");

        assertThat(hosts(result)).containsExactly("", "n0", "n1", "n2");
        assertThat(addresses(result, "n0", "enp1s0f1np1")).containsExactly("10.41.15.2/30", "10.41.13.10/30");
        assertThat(remarks(host(result, ""), Remark.Kind.PATH_MTU)).containsExactly("1024");
    }

    @Test
    void readsTheStateOfPortsAndTheirCard() {
        ReadResult result = Texts.readCase("18-ibstat-one-port-down");
        NodeFacts host = host(result, "");

        assertThat(host.rdmaDevices())
                .extracting(RdmaDevice::name, RdmaDevice::state)
                .map(Object::toString)
                .containsExactly("(\"roceP2p1s0f0\", ACTIVE)", "(\"roceP2p1s0f1\", DOWN)", "(\"rocep1s0f0\", ACTIVE)");
        assertThat(host.rdmaDevices())
                .extracting(RdmaDevice::systemImageGuid)
                .containsOnly(host.rdmaDevices().get(0).systemImageGuid());
        assertThat(host.observed()).containsEntry(Topic.RDMA_PORTS, Observation.PARTIAL);
    }

    @Test
    void readsTheEnvironmentOfAnEngine() {
        assertThat(host(Texts.readCase("20-hairpin-overflow-on-ring"), "").settings())
                .extracting(Setting::name)
                .containsExactly("SGLANG_ROCE_MAX_SIZE", "DSV41_ROCE_GATHER");
    }

    /** Prose about a fault speaks of addresses, devices and variables, and states no facts. */
    @ParameterizedTest
    @ValueSource(strings = {"SOURCE.txt", "expected.txt"})
    void proseIsNoFact(String name) {
        ReadResult result = Texts.readFolder("cases", file -> file.endsWith(name));

        assertThat(result.inventory().hosts()).isEmpty();
        assertThat(result.inventory().statedCables()).isEmpty();
        assertThat(result.understood()).isEmpty();
        assertThat(result.notUnderstood()).hasSize(13).allMatch(n -> n.reason().startsWith("none of its "));
    }

    @Test
    void listsWhatEachFileWasUnderstoodAs() {
        assertThat(Texts.readCase("01-triangle-same-index-cables").understood())
                .contains(
                        new Understood("derived-cables.txt", List.of("cable list")),
                        new Understood("derived-ip-br-addr.txt", List.of("ip -br addr")));
    }
}
