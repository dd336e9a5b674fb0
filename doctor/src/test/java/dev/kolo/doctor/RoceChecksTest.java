package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MTU, GIDs, RDMA ports, containers and PCIe links: sick, healthy, and odd but healthy. */
class RoceChecksTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void namesTheEndWithTheSmallerMtu(int hosts) {
        RingFacts facts = RingFacts.of(hosts);
        facts.change(2, 0, 1, e -> e.mtu = 1500).change(2, 1, 1, e -> e.mtu = 1500);
        Diagnosis diagnosis = judge(facts);
        Finding finding = only(diagnosis, Code.MTU_MISMATCH);
        assertThat(finding.host()).isEqualTo("spark3");
        assertThat(finding.subject()).isEqualTo("enP2p1s0f1np1, enp1s0f1np1 on spark3");
        assertThat(finding.fix())
                .startsWith(
                        "on spark3 run: sudo ip link set dev enp1s0f1np1 mtu 9000 && sudo ip link set dev enP2p1s0f1np1");
        assertThat(troubles(diagnosis)).containsExactly(Code.MTU_MISMATCH);
    }

    @ParameterizedTest
    @CsvSource({"1500, WARNING", "2300, WARNING", "4200, INFO", "8000, INFO"})
    void judgesASmallMtuByThePathMtuThatItLeaves(int mtu, Severity severity) {
        Diagnosis diagnosis = judge(RingFacts.of(4).changeAll(e -> e.mtu = mtu));
        assertThat(only(diagnosis, Code.MTU_SMALL).severity()).isEqualTo(severity);
        assertThat(codes(diagnosis)).containsExactly(Code.MTU_SMALL);
    }

    @Test
    void takesTheMtuThatTheClusterFileWants() {
        Expectation small = Expectation.AUTO.withPolicy(OptionalInt.empty(), OptionalInt.of(1500));
        assertSilent(Doctor.examine(RingFacts.of(4).changeAll(e -> e.mtu = 1500).inventory(), small));
        Finding finding =
                only(Doctor.examine(RingFacts.of(4).changeAll(e -> e.mtu = 1400).inventory(), small), Code.MTU_SMALL);
        assertThat(finding.wanted()).isEqualTo("MTU 1500, which gives a RoCE path MTU of 1024");
    }

    @Test
    void leavesTheMtuOfIdlePortsAlone() {
        RingFacts facts = RingFacts.pair().changeAll(e -> e.mtu = e.port == 1 ? 1500 : 9000);
        assertThat(judge(facts).findings()).isEmpty();
    }

    @Test
    void mentionsASmallPathMtuOfALog() {
        RingFacts facts = RingFacts.of(3)
                .also(0, f -> f.remark(new Remark(Remark.Kind.PATH_MTU, "1024", new Evidence("log", 1, "MTU enum 3"))));
        Finding finding = only(judge(facts), Code.MTU_SMALL);
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.evidence()).hasSize(1);
    }

    @Test
    void findsAnInactiveRdmaPort() {
        RingFacts facts = RingFacts.of(3).change(1, 0, 0, e -> e.rdmaState = RdmaDevice.State.INIT);
        assertThat(only(judge(facts), Code.RDMA_PORT_DOWN).subject()).isEqualTo("rocep1s0f0");
        RingFacts absent = RingFacts.of(3).change(1, 0, 0, e -> e.hasDevice = false);
        assertThat(only(judge(absent), Code.RDMA_PORT_DOWN).subject()).isEqualTo("enp1s0f0np0");
        RingFacts down = RingFacts.pair();
        assertThat(codes(judge(down))).doesNotContain(Code.RDMA_PORT_DOWN);
    }

    @Test
    void findsAnAddressWithoutItsGid() {
        RingFacts facts = RingFacts.of(3).change(1, 0, 0, e -> e.gids = List.of());
        assertThat(only(judge(facts), Code.GID_MISSING).seen()).isEqualTo("no GID for 10.10.1.10");
    }

    @Test
    void findsAnAddressWithRoceV1GidsOnly() {
        RingFacts facts = RingFacts.of(3).change(1, 0, 0, e -> e.gids = List.of(entry(e, 2, "10.10.1.10", 1)));
        assertThat(troubles(judge(facts))).containsExactly(Code.GID_WRONG_TYPE);
    }

    @Test
    void findsThatNoIndexIsRightEverywhere() {
        RingFacts facts = extraLinkLocal();
        Finding finding = only(judge(facts), Code.GID_INDEX_DIFFERS);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.seen())
                .contains("spark1:rocep1s0f0: 4")
                .contains("spark2:rocep1s0f0: 3")
                .contains("169.254.42.7");
        assertThat(finding.consequence()).contains("leaving it unset is not enough");
        assertThat(troubles(judge(facts))).containsExactly(Code.GID_INDEX_DIFFERS, Code.LINK_LOCAL_FABRIC);
    }

    /** As in a known case: the extra address takes slots 2 and 3, the real one has 4. */
    private static RingFacts extraLinkLocal() {
        return RingFacts.pair().change(0, 0, 0, e -> {
            e.addresses.addFirst("169.254.42.7/16");
            e.gids = new ArrayList<>(List.of(
                    entry(e, 2, "169.254.42.7", 1),
                    entry(e, 3, "169.254.42.7", 2),
                    entry(e, 4, "192.168.100.1", 2),
                    entry(e, 5, "192.168.100.1", 1)));
        });
    }

    @Test
    void leavesDifferentIndexesAloneWhereNcclFindsThemItself() {
        RingFacts facts = RingFacts.pair().change(0, 0, 0, e -> e.gids = List.of(entry(e, 1, "192.168.100.1", 2)));
        Diagnosis diagnosis = judge(facts);
        assertThat(only(diagnosis, Code.GID_INDEX_DIFFERS).severity()).isEqualTo(Severity.INFO);
        assertSilent(diagnosis);
        Diagnosis pinned = judge(facts.also(0, f -> f.setting(pin("3"))).also(1, f -> f.setting(pin("3"))));
        assertThat(only(pinned, Code.GID_INDEX_DIFFERS).severity()).isEqualTo(Severity.ERROR);
    }

    @Test
    void acceptsGidTablesThatStartAnywhere() {
        RingFacts soft = RingFacts.of(4)
                .changeAll(e ->
                        e.gids = List.of(entry(e, 1, e.addresses.getFirst().replaceAll("/.*", ""), 2)));
        assertThat(judge(soft).findings()).isEmpty();
        assertThat(judge(soft.also(0, f -> f.setting(pin("1")))).findings()).isEmpty();
    }

    @Test
    void findsAPinnedIndexThatIsEmptyOrOfAnotherType() {
        assertThat(only(judge(RingFacts.of(3).also(1, f -> f.setting(pin("7")))), Code.GID_INDEX_INVALID)
                        .host())
                .isEqualTo("spark2");
        assertThat(troubles(judge(RingFacts.of(3).also(1, f -> f.setting(pin("2"))))))
                .containsExactly(Code.GID_WRONG_TYPE);
        assertSilent(judge(RingFacts.of(3).also(1, f -> f.setting(pin("3")))));
        assertSilent(judge(RingFacts.of(3).also(1, f -> f.setting(pin("-1")))));
    }

    @Test
    void findsAStaleAddressThatNcclWouldTake() {
        RingFacts facts = RingFacts.of(3)
                .changeAll(e -> e.addresses.addFirst("172.31." + e.host + "." + (e.plane * 2 + e.port + 1) + "/32"));
        Finding finding = only(judge(facts), Code.GID_PICKED_WRONG);
        assertThat(finding.fix()).contains("NCCL_IB_GID_INDEX=5");
        assertSilent(judge(RingFacts.of(3)
                .changeAll(e -> e.addresses.add("172.31." + e.host + "." + (e.plane * 2 + e.port + 1) + "/32"))));
    }

    @Test
    void noticesThatANotedIndexMoved() {
        Remark noted = new Remark(Remark.Kind.GID_INDEX_STATED, "rocep1s0f0:5", new Evidence("resolver", 1, "5"));
        Remark right = new Remark(Remark.Kind.GID_INDEX_STATED, "rocep1s0f0:3", new Evidence("resolver", 1, "3"));
        assertThat(troubles(judge(RingFacts.of(3).also(0, f -> f.remark(noted)))))
                .containsExactly(Code.GID_DRIFT);
        assertSilent(judge(RingFacts.of(3).also(0, f -> f.remark(right))));
    }

    @Test
    void findsGidsOfANetdevThatTheContainerCannotSee() {
        RingFacts facts = RingFacts.of(3).also(0, f -> {
            f.inContainer(true);
            f.rdmaDevice("rocep9s0", Evidence.NONE)
                    .gid(new GidEntry(
                            3,
                            Gid.of(Ipv4Address.of(10, 9, 9, 9)),
                            GidEntry.Type.ROCE_V2,
                            java.util.Optional.of("enp9s0np0"),
                            Evidence.NONE));
        });
        assertThat(only(judge(facts), Code.RDMA_NAMESPACE).subject()).isEqualTo("enp9s0np0");
    }

    @Test
    void judgesTheMemlockLimitByWhoseItIs() {
        assertThat(only(judge(RingFacts.of(3).also(0, f -> f.memlockKib(64))), Code.MEMLOCK_LOW)
                        .severity())
                .isEqualTo(Severity.INFO);
        assertThat(only(judge(RingFacts.of(3).also(0, f -> f.memlockKib(64).inContainer(true))), Code.MEMLOCK_LOW)
                        .severity())
                .isEqualTo(Severity.ERROR);
        assertThat(codes(judge(RingFacts.of(3)
                        .also(0, f -> f.memlockKib(Long.MAX_VALUE).inContainer(true)))))
                .isEmpty();
    }

    @Test
    void takesTheKernelsDefaultMemlockLimitForNoFault() {
        assertThat(judge(RingFacts.of(3).also(0, f -> f.memlockKib(8192))).findings())
                .isEmpty();
    }

    @Test
    void findsANarrowOrSlowPcieLink() {
        RingFacts facts = RingFacts.of(3);
        for (int host = 0; host < 3; host++) {
            for (String device : List.of("rocep1s0f0", "rocep1s0f1", "roceP2p1s0f0", "roceP2p1s0f1")) {
                facts.also(
                        host,
                        f -> f.rdmaDevice(device, Evidence.NONE)
                                .parameter("pci.current_link_width", "4")
                                .parameter("pci.max_link_width", "16")
                                .parameter("pci.current_link_speed", "32.0 GT/s PCIe")
                                .parameter("pci.max_link_speed", "32.0 GT/s PCIe"));
            }
        }
        assertThat(judge(facts).findings()).isEmpty();
        facts.also(1, f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE).parameter("pci.current_link_width", "1"));
        assertThat(only(judge(facts), Code.LINK_DEGRADED).seen()).isEqualTo("PCIe link at x1");
        facts.also(
                1,
                f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE)
                        .parameter("pci.current_link_width", "4")
                        .parameter("pci.current_link_speed", "16.0 GT/s PCIe"));
        assertThat(only(judge(facts), Code.LINK_DEGRADED).wanted()).startsWith("32.0 GT/s");
    }

    @Test
    void staysSilentAboutADownPortOfAPair() {
        RingFacts facts = RingFacts.pair();
        facts.changeAll(e -> {
            if (e.port == 1) {
                e.state = LinkState.DOWN;
                e.rdmaState = RdmaDevice.State.DOWN;
            }
        });
        assertThat(judge(facts).findings()).isEmpty();
    }

    private static Setting pin(String value) {
        return new Setting("NCCL_IB_GID_INDEX", value, Setting.Source.PROCESS, new Evidence("env", 1, value));
    }

    private static GidEntry entry(RingFacts.End end, int index, String address, int version) {
        return end.gid(
                index,
                Gid.of(Ipv4Address.parse(address).orElseThrow()),
                version == 1 ? GidEntry.Type.ROCE_V1 : GidEntry.Type.ROCE_V2);
    }

    @Test
    void saysThatLargePacketsAreBlockedWhereBothEndsAllowThem() {
        Diagnosis diagnosis = judge(pinged("10.10.0.11 9000 100", "10.10.0.11 1428 0"));
        Finding finding = only(diagnosis, Code.JUMBO_BLOCKED);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.CERTAIN);
        assertThat(finding.seen()).contains("9000 bytes to 10.10.0.11");
        assertThat(troubles(diagnosis)).containsExactly(Code.JUMBO_BLOCKED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.10.0.11 9000 0", "10.10.0.11 1428 100", "10.10.0.11 9000 33"})
    void isSilentAboutPingsThatPassOrAreNoQuestionOfSize(String ping) {
        assertSilent(judge(pinged(ping)));
    }

    @Test
    void blamesTheSmallMtuOrTheDeafPeerRatherThanTheWayBetween() {
        RingFacts small = pinged("10.10.0.11 9000 100").changeAll(e -> e.mtu = 1500);
        assertThat(codes(judge(small))).containsExactly(Code.MTU_SMALL);
        assertSilent(judge(pinged("10.10.0.11 9000 100", "10.10.0.11 84 100")));
    }

    private static RingFacts pinged(String... pings) {
        return RingFacts.of(4).also(0, facts -> {
            for (String ping : pings) {
                facts.remark(new Remark(Remark.Kind.PING, ping, new Evidence("ping.txt", 4, "100% packet loss")));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"13.42, CERTAIN", "25.00, CERTAIN", "59.00, LIKELY"})
    void saysThatALinkCarriesFarLessThanAHalfShould(String gbps, Finding.Confidence confidence) {
        Finding finding = only(judge(measured(0, gbps)), Code.LINK_DEGRADED);
        assertThat(finding.confidence()).isEqualTo(confidence);
        assertThat(finding.seen()).endsWith("Gb/s measured on a link of 200 Gb/s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"98.10", "111.00", "70.00"})
    void isSilentAboutAHalfThatCarriesItsShare(String gbps) {
        assertSilent(judge(measured(0, gbps)));
    }

    @Test
    void asksForTheRateOfALinkThatOnlyATestNames() {
        Diagnosis diagnosis = judge(RingFacts.of(3)
                .also(
                        0,
                        facts -> facts.remark(new Remark(
                                Remark.Kind.MEASURED_GBPS, "mlx5_9 13.42", new Evidence("bw.txt", 9, "65536 5000")))));
        assertSilent(diagnosis);
        assertThat(diagnosis.notObserved())
                .anySatisfy(n -> assertThat(n.check()).contains("whether 13.4 Gb/s is little for mlx5_9"));
    }

    private static RingFacts measured(int host, String gbps) {
        return RingFacts.of(3)
                .also(
                        host,
                        facts -> facts.remark(new Remark(
                                Remark.Kind.MEASURED_GBPS,
                                "rocep1s0f0 " + gbps,
                                new Evidence("bw.txt", 9, "65536 5000"))));
    }
}
