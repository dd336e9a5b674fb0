package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.drift.SameHosts;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.counters.Moment;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What changed between two observations of the same hosts, each change told once; equal observations are silent. */
class DriftChecksTest {
    private static final Set<Code> DRIFT = Set.of(
            Code.HOST_RESTARTED,
            Code.DRIVER_RELOADED,
            Code.FIRMWARE_CHANGED,
            Code.DEVICE_GONE,
            Code.CABLE_MOVED,
            Code.LINK_DRIFT,
            Code.ADDRESS_DRIFT,
            Code.MTU_DRIFT,
            Code.GID_DRIFT,
            Code.RULES_GONE,
            Code.NIC_SETTING_DRIFT,
            Code.DRIFT_APPEARED);

    private static Diagnosis since(RingFacts before, RingFacts after) {
        return Doctor.examine(Fabric.of(after.inventory()), Expectation.AUTO, Comparison.with(before.inventory()));
    }

    private static Set<Code> drift(Diagnosis diagnosis) {
        Set<Code> codes = new TreeSet<>(Verdicts.codes(diagnosis));
        codes.retainAll(DRIFT);
        return codes;
    }

    @Test
    void equalObservationsAreSilent() {
        assertThat(drift(since(full(RingFacts.of(4)), full(RingFacts.of(4))))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring3-healthy", "ring4-relay", "ring4-plane2-unaddressed", "pair", "ring4-lldp"})
    void recordedMachinesComparedWithThemselvesAreSilent(String ring) {
        Inventory inventory = Shown.folder("recorded/" + ring).inventory();
        Diagnosis diagnosis = Doctor.examine(Fabric.of(inventory), Expectation.AUTO, Comparison.with(inventory));

        assertThat(drift(diagnosis)).isEmpty();
        assertThat(diagnosis.findings()).isEqualTo(Verdicts.judge(inventory).findings());
    }

    @Test
    void aRecordedRingAgainstItsSwappedSelfTellsTheMovedPlugs() {
        Inventory before = Shown.folder("recorded/ring4-healthy").inventory();
        Inventory after = Shown.folder("recorded/ring4-swap").inventory();
        Diagnosis diagnosis = Doctor.examine(Fabric.of(after), Expectation.AUTO, Comparison.with(before));

        assertThat(only(diagnosis, Code.CABLE_MOVED).seen()).contains("spark2 port 0");
        assertThat(drift(diagnosis))
                .contains(Code.CABLE_MOVED, Code.HOST_RESTARTED)
                .doesNotContain(Code.MTU_DRIFT);
    }

    @Test
    void aRecordedRingAgainstOneWithASmallMtuTellsWhereItWasReset() {
        Inventory before = Shown.folder("recorded/ring4-healthy").inventory();
        Inventory after = Shown.folder("recorded/ring4-mtu").inventory();
        Finding finding =
                only(Doctor.examine(Fabric.of(after), Expectation.AUTO, Comparison.with(before)), Code.MTU_DRIFT);

        assertThat(finding.host()).isEqualTo("spark3");
        assertThat(finding.seen()).contains("enp1s0f1np1 MTU 9000 before, 1500 now");
    }

    @Test
    void tellsAResetMtu() {
        Finding finding =
                only(since(RingFacts.of(3), RingFacts.of(3).change(1, 0, 0, e -> e.mtu = 1500)), Code.MTU_DRIFT);

        assertThat(finding.host()).isEqualTo("spark2");
        assertThat(finding.seen()).isEqualTo("enp1s0f0np0 MTU 9000 before, 1500 now");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(only(since(RingFacts.of(3).change(1, 0, 0, e -> e.mtu = 1500), RingFacts.of(3)), Code.MTU_DRIFT)
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void tellsAnAddressThatIsGoneAndOneThatChanged() {
        Finding gone = only(
                since(RingFacts.of(3), RingFacts.of(3).change(0, 1, 0, e -> e.addresses.clear())), Code.ADDRESS_DRIFT);
        assertThat(gone.seen()).isEqualTo("enP2p1s0f0np0 had 10.11.0.10/24 and has it no more");
        assertThat(gone.fix()).contains("ip addr add 10.11.0.10/24 dev enP2p1s0f0np0");

        RingFacts other = RingFacts.of(3).change(0, 1, 0, e -> e.addresses.set(0, "10.11.0.77/24"));
        Diagnosis diagnosis = since(RingFacts.of(3), other);
        assertThat(only(diagnosis, Code.ADDRESS_DRIFT).seen()).contains("and has 10.11.0.77/24 now");
        assertThat(drift(diagnosis)).containsExactly(Code.ADDRESS_DRIFT);
    }

    @Test
    void tellsAGidThatMoved() {
        RingFacts after = RingFacts.of(3).change(2, 0, 1, e -> e.addresses.addFirst("169.254.9.1/16"));
        Diagnosis diagnosis = since(RingFacts.of(3), after);
        Finding finding = only(diagnosis, Code.GID_DRIFT);

        assertThat(finding.host()).isEqualTo("spark3");
        assertThat(finding.seen()).contains("at GID index 3 and has it at 5 now");
        assertThat(only(diagnosis, Code.DRIFT_APPEARED).seen())
                .contains("the address 169.254.9.1/16 on enp1s0f1np1 is new");
        after.also(2, f -> f.setting(setting("NCCL_IB_GID_INDEX", "3")));
        assertThat(only(since(RingFacts.of(3), after), Code.GID_DRIFT).consequence())
                .contains("NCCL_IB_GID_INDEX=3 is pinned");
    }

    @Test
    void tellsALinkThatCameBackSlowerOrNotAtAll() {
        assertThat(only(
                                since(RingFacts.of(3), RingFacts.of(3).change(0, 0, 0, e -> e.speedMbps = 100_000)),
                                Code.LINK_DRIFT)
                        .seen())
                .isEqualTo("enp1s0f0np0 speed in Mb/s 200000 before, 100000 now");
        assertThat(only(
                                since(RingFacts.of(3), RingFacts.of(3).change(0, 0, 0, e -> e.state = LinkState.DOWN)),
                                Code.LINK_DRIFT)
                        .seen())
                .contains("enp1s0f0np0 state up before, down now");
    }

    @Test
    void tellsALinkThatWentDownInBetween() {
        RingFacts before = RingFacts.of(3)
                .also(0, f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE).counter("link_downed", 1));
        RingFacts after = RingFacts.of(3)
                .also(0, f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE).counter("link_downed", 4));

        assertThat(only(since(before, after), Code.LINK_DRIFT).seen())
                .isEqualTo("the link of enp1s0f0np0 went down 3 times in between");
    }

    @Test
    void tellsARestartWithTheNewKernel() {
        RingFacts before = RingFacts.of(3)
                .also(1, f -> f.setting(setting(Moment.BOOT_SETTING, "a")).kernelRelease("6.11.0"));
        RingFacts after = RingFacts.of(3)
                .also(1, f -> f.setting(setting(Moment.BOOT_SETTING, "b")).kernelRelease("6.17.0"));
        Finding finding = only(since(before, after), Code.HOST_RESTARTED);

        assertThat(finding.seen()).contains("kernel 6.11.0 before, 6.17.0 now");
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(drift(since(before, before))).isEmpty();
    }

    @Test
    void tellsADriverThatWasLoadedAgain() {
        RingFacts before = RingFacts.of(3)
                .also(
                        1,
                        f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE)
                                .counter("port_xmit_data", 9_000)
                                .counter("port_rcv_data", 8_000));
        RingFacts after = RingFacts.of(3)
                .also(
                        1,
                        f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE)
                                .counter("port_xmit_data", 10)
                                .counter("port_rcv_data", 20));

        assertThat(drift(since(before, after))).containsExactly(Code.DRIVER_RELOADED);
        assertThat(only(since(before, after), Code.DRIVER_RELOADED).seen()).contains("rocep1s0f0");
    }

    @Test
    void tellsOtherFirmware() {
        RingFacts before = RingFacts.of(3)
                .also(1, f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE).firmware("28.45.4028"));
        RingFacts after = RingFacts.of(3)
                .also(1, f -> f.rdmaDevice("rocep1s0f0", Evidence.NONE).firmware("28.46.1006"));

        assertThat(only(since(before, after), Code.FIRMWARE_CHANGED).seen())
                .isEqualTo("rocep1s0f0 firmware 28.45.4028 before, 28.46.1006 now");
    }

    @Test
    void tellsADeviceThatIsGoneOnlyFromAWholeList() {
        RingFacts after = RingFacts.of(3).change(0, 1, 1, e -> e.hasDevice = false);
        assertThat(only(since(RingFacts.of(3), after), Code.DEVICE_GONE).seen())
                .isEqualTo("the RDMA device roceP2p1s0f1 is not there any more");
        assertThat(only(since(after, RingFacts.of(3)), Code.DRIFT_APPEARED).seen())
                .isEqualTo("the RDMA device roceP2p1s0f1 is new");
    }

    @Test
    void tellsAMovedPlug() {
        assertThat(only(since(RingFacts.of(4), RingFacts.of(4).swapPlugs(1)), Code.CABLE_MOVED)
                        .seen())
                .contains("spark1 port 0 led to spark2 port 1 and leads to spark2 port 0 now");
    }

    @Test
    void tellsRulesRoutesAndNeighboursThatVanished() {
        RingFacts bare = RingFacts.of(4);
        for (int host = 0; host < 4; host++) {
            bare.also(host, f -> f.observe(Topic.FILTERS, Observation.OBSERVED));
        }
        Diagnosis diagnosis = since(full(RingFacts.of(4)), bare);
        Finding finding = diagnosis.findings().stream()
                .filter(f -> f.code() == Code.RULES_GONE && f.host().equals("spark1"))
                .findFirst()
                .orElseThrow();

        assertThat(finding.seen())
                .contains("the ingress rule 0x88b5 pref 11 on enp1s0f0np0 is gone")
                .contains("the route to 10.20.0.9 by enp1s0f0np0 is gone")
                .contains("the fixed neighbour 10.20.0.9 on enp1s0f0np0 is gone");
        assertThat(drift(since(bare, full(RingFacts.of(4)))))
                .contains(Code.DRIFT_APPEARED)
                .doesNotContain(Code.RULES_GONE);
    }

    @Test
    void saysNothingOfRulesThatWereNotLookedFor() {
        assertThat(drift(since(full(RingFacts.of(4)), RingFacts.of(4)))).doesNotContain(Code.DEVICE_GONE);
        RingFacts unseen = RingFacts.of(4);
        assertThat(only2(since(full(RingFacts.of(4)), unseen))).doesNotContain("ingress rule");
    }

    private static String only2(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .filter(f -> f.code() == Code.RULES_GONE)
                .map(Finding::seen)
                .reduce("", String::concat);
    }

    @Test
    void tellsSettingsOfTheNicThatChanged() {
        RingFacts before = RingFacts.of(4).also(0, f -> {
            f.rdmaDevice("rocep1s0f0", Evidence.NONE).parameter("hairpin_queue_size", "8192");
            f.netdev("enp1s0f0np0", Evidence.NONE).feature("hw-tc-offload", "on");
            f.setting(setting("net.ipv4.ip_forward", "0"));
        });
        RingFacts after = RingFacts.of(4).also(0, f -> {
            f.rdmaDevice("rocep1s0f0", Evidence.NONE).parameter("hairpin_queue_size", "1024");
            f.netdev("enp1s0f0np0", Evidence.NONE).feature("hw-tc-offload", "off");
            f.setting(setting("net.ipv4.ip_forward", "1"));
        });

        assertThat(only(since(before, after), Code.NIC_SETTING_DRIFT).seen())
                .contains("rocep1s0f0 hairpin_queue_size 8192 before, 1024 now")
                .contains("enp1s0f0np0 hw-tc-offload on before, off now")
                .contains("net.ipv4.ip_forward is 0 before, 1 now");
    }

    @Test
    void refusesObservationsOfOtherHosts() {
        SameHosts.Match match = SameHosts.align(
                RingFacts.of(3).named("alpha").inventory(),
                hardware(RingFacts.of(3).named("beta"), "02").inventory());
        assertThat(match)
                .isInstanceOfSatisfying(
                        SameHosts.Match.Refused.class,
                        r -> assertThat(r.reason())
                                .contains("no host in common")
                                .contains("alpha1, alpha2, alpha3")
                                .contains("beta1"));

        SameHosts.Match other = SameHosts.align(
                RingFacts.of(3).inventory(), hardware(RingFacts.of(3), "02").inventory());
        assertThat(other)
                .isInstanceOfSatisfying(
                        SameHosts.Match.Refused.class,
                        r -> assertThat(r.reason()).contains("different machines under the name \"spark1\""));
    }

    /** Other MAC addresses under the same names: the netdevs are renamed away and others take their place. */
    private static RingFacts hardware(RingFacts facts, String first) {
        for (int host = 0; host < facts.hostCount(); host++) {
            int index = host;
            facts.also(
                    host,
                    f -> facts.all().stream()
                            .filter(e -> e.host == index)
                            .forEach(e -> f.netdev(e.netdev(), Evidence.NONE)
                                    .mac(MacAddress.parse(first + ":"
                                                    + e.mac().toString().substring(3))
                                            .orElseThrow())));
        }
        return facts;
    }

    @Test
    void matchesRenamedHostsByTheirHardwareAndAsksForThoseMissing() {
        Inventory before = RingFacts.of(3).named("old").inventory();
        Inventory after =
                Inventory.of(RingFacts.of(3).named("new").inventory().hosts().subList(0, 2));
        SameHosts.Match match = SameHosts.align(before, after);

        assertThat(match).isInstanceOfSatisfying(SameHosts.Match.Aligned.class, aligned -> {
            assertThat(aligned.earlier().hosts()).extracting(h -> h.host()).containsExactly("new1", "new2");
            assertThat(aligned.open())
                    .singleElement()
                    .satisfies(o -> assertThat(o.check()).contains("old3"));
        });
    }

    /** A ring with a relay rule, a route and a neighbour of Kolo's on each host. */
    private static RingFacts full(RingFacts facts) {
        for (int host = 0; host < facts.hostCount(); host++) {
            facts.also(host, f -> {
                f.observe(Topic.FILTERS, Observation.OBSERVED);
                Ipv4Address far = Ipv4Address.parse("10.20.0.9").orElseThrow();
                f.filter(new TcFilter(
                        "enp1s0f0np0",
                        "ingress",
                        "0x88b5",
                        11,
                        "flower",
                        "0x1",
                        Map.of("skip_sw", "true", "in_hw", "true"),
                        List.of(new TcFilter.Action("mirred", Map.of("to_dev", "enp1s0f1np1"), 0, 0)),
                        new Evidence("tc", 1, "rule")));
                f.route(new Route(
                        "10.20.0.9",
                        Optional.of("enp1s0f0np0"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("82"),
                        Optional.empty(),
                        OptionalInt.empty(),
                        new Evidence("route", 1, "route")));
                f.neighbour(new Neighbour(
                        far,
                        "enp1s0f0np0",
                        MacAddress.parse("4c:bb:00:00:00:00"),
                        Neighbour.State.PERMANENT,
                        Optional.of("82"),
                        new Evidence("neigh", 1, "neighbour")));
            });
        }
        return facts;
    }

    private static Setting setting(String name, String value) {
        return new Setting(name, value, Setting.Source.KERNEL, new Evidence("facts", 1, name + "=" + value));
    }
}
