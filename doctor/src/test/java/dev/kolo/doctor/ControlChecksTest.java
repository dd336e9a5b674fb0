package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Planes by logs and counters, the control plane, and the hosts. */
class ControlChecksTest {
    @Test
    void findsAHeadThatWorkersLookForOnThemselves() {
        Diagnosis diagnosis = judge(loose(f -> {
            for (String host : List.of("127.0.0.1", "10.0.0.209", "10.0.0.210")) {
                f.remark(new Remark(Remark.Kind.CLUSTER_HOST, host, new Evidence("cluster.txt", 7, host)));
            }
        }));
        assertThat(only(diagnosis, Code.HEAD_IS_LOOPBACK).seen())
                .isEqualTo("127.0.0.1, while the other hosts are 10.0.0.209 and 10.0.0.210");
        assertThat(codes(judge(loose(f -> f.remark(new Remark(Remark.Kind.JOB_HEAD, "127.0.0.1", Evidence.NONE))))))
                .isEmpty();
        RingFacts facts = RingFacts.of(3).also(0, f -> f.setting(process("MASTER_ADDR", "127.0.0.1:20000")));
        assertThat(troubles(judge(facts))).containsExactly(Code.HEAD_IS_LOOPBACK);
    }

    @Test
    void warnsOfFabricNetdevsInTheBootstrapListOfARing() {
        RingFacts ring = RingFacts.of(4).also(0, f -> f.setting(process("NCCL_SOCKET_IFNAME", "enP7s7,enp1s0f0np0")));
        Finding finding = only(judge(ring), Code.SOCKET_IFNAME_LISTS_FABRIC);
        assertThat(finding.wanted()).isEqualTo("the management netdev only: NCCL_SOCKET_IFNAME=enP7s7");
        assertSilent(judge(RingFacts.of(4).also(0, f -> f.setting(process("NCCL_SOCKET_IFNAME", "enP7s7")))));
        assertSilent(judge(RingFacts.of(4).also(0, f -> f.setting(process("NCCL_SOCKET_IFNAME", "^enp1s0f0np0")))));
        assertSilent(judge(RingFacts.pair().also(0, f -> f.setting(process("NCCL_SOCKET_IFNAME", "enp1s0f0np0")))));
    }

    @Test
    void knowsFabricNetdevsByTheDeviceListWhereNoNetdevWasShown() {
        Diagnosis diagnosis = judge(loose(f -> {
            f.remark(new Remark(Remark.Kind.PLANNED_SHAPE, "ring", Evidence.NONE));
            f.setting(planned("NCCL_IB_HCA", "rocep5s0f0,rocep5s0f1"));
            f.setting(planned("NCCL_SOCKET_IFNAME", "enP7s7,enp5s0f0,enp9s0f0"));
        }));
        assertThat(only(diagnosis, Code.SOCKET_IFNAME_LISTS_FABRIC).consequence())
                .contains("enp5s0f0")
                .doesNotContain("enp9s0f0");
    }

    @Test
    void warnsOfBootstrapOverWifiAndTunnels() {
        RingFacts wifi = RingFacts.of(3).also(0, f -> f.setting(process("NCCL_SOCKET_IFNAME", "wlP9s9")));
        assertThat(only(judge(wifi), Code.BOOTSTRAP_ON_VPN_OR_WIFI).consequence())
                .contains("wlP9s9 is Wi-Fi");
        Remark oob = new Remark(Remark.Kind.OOB_NETDEV, "tailscale0:100.64.0.3", new Evidence("log", 1, "OOB"));
        RingFacts tunnel = RingFacts.of(3).also(0, f -> f.remark(oob));
        assertThat(troubles(judge(tunnel))).containsExactly(Code.BOOTSTRAP_ON_VPN_OR_WIFI);
        Remark lan = new Remark(Remark.Kind.OOB_NETDEV, "enP7s7:10.0.0.3", new Evidence("log", 1, "OOB"));
        assertSilent(judge(RingFacts.of(3).also(0, f -> f.remark(lan))));
    }

    @Test
    void warnsOfAnUnpinnedEngineOnlyWithGrounds() {
        Consumer<FactsBuilder> lures = f -> {
            f.observe(Topic.ENVIRONMENT, Observation.OBSERVED).setting(process("NCCL_DEBUG", "INFO"));
            f.netdev("wlP9s9", Evidence.NONE).state(LinkState.UP).address(address("192.168.7.2"));
            f.netdev("enP7s7", Evidence.NONE).state(LinkState.UP).address(address("192.168.8.2"));
        };
        assertThat(troubles(judge(RingFacts.of(3).also(0, lures))))
                .containsExactly(Code.CONTROL_PLANE_ADDRESS_NOT_PINNED);
        assertSilent(judge(
                RingFacts.of(3).also(0, lures).also(0, f -> f.setting(process("SGLANG_HOST_IP", "192.168.8.2")))));
        assertSilent(judge(RingFacts.of(3).also(0, f -> f.setting(process("NCCL_DEBUG", "INFO")))));
    }

    @Test
    void comparesThePlannedEnvironmentWithEachProcess() {
        Diagnosis plan = judge(loose(f -> f.setting(planned("NCCL_IB_MERGE_NICS", "0"))));
        assertThat(codes(plan)).isEmpty();
        assertThat(plan.notObserved()).anyMatch(n -> n.askFor().contains("docker inspect"));
        RingFacts facts = RingFacts.of(3)
                .also(0, f -> f.setting(planned("NCCL_IB_MERGE_NICS", "0")))
                .also(0, f -> f.setting(process("NCCL_IB_MERGE_NICS", "1")))
                .also(0, f -> f.setting(planned("NCCL_ALGO", "Ring")));
        assertThat(only(judge(facts), Code.ENV_PLAN_VS_PROCESS_MISMATCH).seen())
                .isEqualTo("NCCL_IB_MERGE_NICS: planned 0, actual 1");
        facts.also(0, f -> f.observe(Topic.ENVIRONMENT, Observation.OBSERVED));
        assertThat(only(judge(facts), Code.ENV_PLAN_VS_PROCESS_MISMATCH).seen())
                .contains("NCCL_ALGO: planned Ring, actual not set");
    }

    @Test
    void mentionsALooseDeviceListAndGivesTheExactOne() {
        Diagnosis diagnosis = judge(RingFacts.pair().also(0, f -> f.setting(process("NCCL_IB_HCA", "roce"))));
        Finding finding = only(diagnosis, Code.HCA_SELECTOR_LOOSE);
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.fix()).isEqualTo("write the exact form: NCCL_IB_HCA==rocep1s0f0,roceP2p1s0f0");
        assertSilent(diagnosis);
        assertThat(codes(judge(RingFacts.pair().also(0, f -> f.setting(process("NCCL_IB_HCA", "=rocep1s0f0"))))))
                .isEmpty();
    }

    @Test
    void findsADeviceListThatMatchesNothing() {
        RingFacts facts = RingFacts.of(3).also(1, f -> f.setting(process("NCCL_IB_HCA", "=mlx5_0,mlx5_1")));
        Finding finding = only(judge(facts), Code.NET_IB_NO_DEVICE);
        assertThat(finding.host()).isEqualTo("spark2");
        assertThat(finding.fix()).contains("NCCL_IB_HCA==rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1");
        assertSilent(judge(RingFacts.of(3).also(1, f -> f.setting(process("NCCL_IB_HCA", "=rocep1s0f0:1")))));
    }

    @Test
    void findsADeviceListThatReachesForeignPorts() {
        Consumer<FactsBuilder> storage = f -> f.rdmaDevice("rocep9s0", Evidence.NONE)
                .state(RdmaDevice.State.ACTIVE)
                .netdev("enp9s0np0");
        Consumer<FactsBuilder> netdev = f -> f.netdev("enp9s0np0", Evidence.NONE)
                .state(LinkState.UP)
                .mtu(9000)
                .addressesObserved()
                .address(address("192.168.77.2"));
        RingFacts facts = RingFacts.of(3).also(0, storage).also(0, netdev);
        assertThat(codes(judge(facts))).doesNotContain(Code.HCA_LISTS_FOREIGN_PORTS);
        Finding finding = only(
                judge(facts.also(0, f -> f.setting(process("NCCL_IB_HCA", "roce")))), Code.HCA_LISTS_FOREIGN_PORTS);
        assertThat(finding.seen()).contains("rocep9s0");
        assertThat(finding.fix()).doesNotContain("rocep9s0");
    }

    @Test
    void quotesCountersAndOverridesOfDevicesThatCarryNothing() {
        Diagnosis diagnosis = judge(loose(f -> {
            before(f);
            traffic(f);
        }));
        Finding finding = only(diagnosis, Code.DEVICES_CARRY_NOTHING);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.CERTAIN);
        assertThat(finding.subject()).isEqualTo("roceP5p1s0f0, roceP5p1s0f1");
        assertThat(finding.evidence())
                .extracting(Evidence::text)
                .anyMatch(t -> t.contains("overriding dev 2 with dev 0"));
        assertThat(only(diagnosis, Code.LISTENER_CAP).confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.askFor().contains("ListenerRouting"));
    }

    @Test
    void callsOverridesAcrossRootsACollapseWithoutCounters() {
        assertThat(codes(judge(loose(ControlChecksTest::before))))
                .containsExactly(Code.LISTENER_CAP, Code.DEVICE_COLLAPSE);
    }

    @Test
    void staysSilentOnOverridesWithinOneRootAndBalancedCounters() {
        Diagnosis diagnosis = judge(loose(f -> {
            f.remark(used("after.log")).remark(advertised("4", "after.log"));
            f.remark(new Remark(
                    Remark.Kind.DEVICE_OVERRIDE, "3 2 pci0005:00", new Evidence("after.log", 2, "3 with 2")));
            for (String device : List.of("rocep1s0f0", "roceP5p1s0f0")) {
                f.remark(new Remark(Remark.Kind.TRAFFIC, device + " 32.20 31.80", Evidence.NONE));
            }
        }));
        assertThat(codes(diagnosis)).isEmpty();
    }

    @Test
    void knowsTheListenersCapWhenTheLogSaysIt() {
        Diagnosis diagnosis = judge(loose(f -> f.remark(used("run.log")).remark(advertised("2", "run.log"))));
        assertThat(only(diagnosis, Code.LISTENER_CAP).confidence()).isEqualTo(Finding.Confidence.CERTAIN);
    }

    private static void before(FactsBuilder f) {
        f.remark(used("before.log"));
        f.remark(new Remark(
                Remark.Kind.DEVICE_OVERRIDE, "2 0", new Evidence("before.log", 3, "overriding dev 2 with dev 0")));
        f.remark(new Remark(
                Remark.Kind.DEVICE_OVERRIDE, "3 0", new Evidence("before.log", 4, "overriding dev 3 with dev 0")));
    }

    private static void traffic(FactsBuilder f) {
        for (String row : List.of(
                "rocep1s0f0 65.45 32.20",
                "rocep1s0f1 65.45 32.19",
                "roceP5p1s0f0 0.00 31.80",
                "roceP5p1s0f1 0.00 31.80")) {
            f.remark(new Remark(Remark.Kind.TRAFFIC, row, new Evidence("counters.txt", 3, row)));
        }
    }

    private static Remark used(String file) {
        return new Remark(
                Remark.Kind.DEVICES_USED,
                "rocep1s0f0,rocep1s0f1,roceP5p1s0f0,roceP5p1s0f1",
                new Evidence(file, 1, "Using"));
    }

    private static Remark advertised(String count, String file) {
        return new Remark(Remark.Kind.LISTENERS_ADVERTISED, count, new Evidence(file, 1, "advertised=" + count));
    }

    @Test
    void seesInTheCountersThatARingRunsOneWayRound() {
        RingFacts facts = RingFacts.of(4);
        for (int host = 0; host < 4; host++) {
            for (String device : List.of("rocep1s0f0", "roceP2p1s0f0")) {
                counters(facts, host, device, 66_000_000_000L, 580_000_000L);
            }
            for (String device : List.of("rocep1s0f1", "roceP2p1s0f1")) {
                counters(facts, host, device, 580_000_000L, 66_000_000_000L);
            }
        }
        assertThat(troubles(judge(facts))).containsExactly(Code.ONE_ORIENTATION);
        RingFacts balanced = RingFacts.of(4);
        for (int host = 0; host < 4; host++) {
            for (String device : List.of("rocep1s0f0", "roceP2p1s0f0", "rocep1s0f1", "roceP2p1s0f1")) {
                counters(balanced, host, device, 33_000_000_000L, 33_000_000_000L);
            }
        }
        assertSilent(judge(balanced));
    }

    @Test
    void seesInTheCountersThatAPlaneCarriesNothing() {
        RingFacts facts = RingFacts.of(3);
        for (int host = 0; host < 3; host++) {
            counters(facts, host, "rocep1s0f0", 16_000_000_000L, 16_000_000_000L);
            counters(facts, host, "rocep1s0f1", 16_000_000_000L, 16_000_000_000L);
            counters(facts, host, "roceP2p1s0f0", 120, 120);
            counters(facts, host, "roceP2p1s0f1", 120, 120);
            facts.also(host, f -> f.setting(process("NCCL_IB_HCA", "=rocep1s0f0,rocep1s0f1")));
        }
        Finding finding = only(judge(facts), Code.DEVICES_CARRY_NOTHING);
        assertThat(finding.consequence()).contains("NCCL_IB_HCA does not name it");
    }

    private static void counters(RingFacts facts, int host, String device, long sent, long received) {
        facts.also(
                host,
                f -> f.rdmaDevice(device, Evidence.NONE)
                        .counter("port_xmit_data", sent)
                        .counter("port_rcv_data", received));
    }

    @Test
    void findsTheKernelThatBreaksPinning() {
        Diagnosis bad = judge(loose(f -> f.memoryKib("CmaTotal", 0).memoryKib("CmaFree", 940_604)));
        assertThat(only(bad, Code.KERNEL_CMA).seen()).isEqualTo("CmaTotal 0 kB, CmaFree 940604 kB");
        assertThat(codes(judge(loose(f -> f.memoryKib("CmaTotal", 0).memoryKib("CmaFree", 0)))))
                .isEmpty();
        assertThat(codes(judge(loose(f -> f.memoryKib("CmaTotal", 65536).memoryKib("CmaFree", 1024)))))
                .isEmpty();
    }

    @Test
    void suspectsAKernel7OnlyBesideAFailedRegistrationAndWithoutKhoOff() {
        Consumer<FactsBuilder> kernel7 =
                f -> f.kernelRelease("7.0.0-1019-nvidia").memoryKib("CmaTotal", 0);
        Consumer<FactsBuilder> failed = f -> f.remark(new Remark(
                Remark.Kind.REG_MR_ENOMEM, "ibv_reg_mr_iova2", new Evidence("log", 1, "Cannot allocate memory")));
        assertThat(codes(judge(loose(kernel7)))).isEmpty();
        assertThat(codes(judge(loose(kernel7.andThen(failed))))).containsExactly(Code.KERNEL_CMA);
        Setting off = new Setting("cmdline.kho", "off", Setting.Source.KERNEL, Evidence.NONE);
        assertThat(codes(judge(loose(kernel7.andThen(failed).andThen(f -> f.setting(off))))))
                .containsExactly(Code.REG_MR_ENOMEM);
        Consumer<FactsBuilder> kernel6 =
                f -> f.kernelRelease("6.17.0-1032-nvidia").memoryKib("CmaTotal", 0);
        assertThat(codes(judge(loose(kernel6.andThen(failed))))).containsExactly(Code.REG_MR_ENOMEM);
    }

    @Test
    void reportsAHostThatDidNotAnswerAndJudgesTheOthers() {
        Inventory answered = RingFacts.of(3).change(0, 0, 0, e -> e.mtu = 1500).inventory();
        Diagnosis diagnosis = judge(new Inventory(
                answered.hosts(), List.of(), List.of(new Inventory.Unreachable("spark9", "no answer within 10 s"))));
        assertThat(only(diagnosis, Code.HOST_UNREACHABLE).host()).isEqualTo("spark9");
        assertThat(codes(diagnosis)).contains(Code.MTU_MISMATCH);
    }

    private static Inventory loose(Consumer<FactsBuilder> what) {
        FactsBuilder facts = new FactsBuilder("");
        what.accept(facts);
        return Inventory.of(List.of(facts.build()));
    }

    private static NetAddress address(String text) {
        return NetAddress.live(IpAddress.parse(text).orElseThrow(), 24, new Evidence("ip addr", 1, text));
    }

    private static Setting process(String name, String value) {
        return new Setting(name, value, Setting.Source.PROCESS, new Evidence("environ", 1, name + "=" + value));
    }

    private static Setting planned(String name, String value) {
        return new Setting(name, value, Setting.Source.PLANNED, new Evidence("plan", 1, name + "=" + value));
    }
}
