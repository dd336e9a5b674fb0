package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.plan.relay.RelayObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relayed paths: a ring that has all of its plan is silent, and whatever is missing or astray is named with its host. */
class RelayChecksTest {
    private static Diagnosis judged(RelayedRing ring) {
        return Doctor.examine(ring.inventory(), Expectation.AUTO.withPlan(ring.plan));
    }

    private static Code codeOf(RelayObject object) {
        return switch (object) {
            case RelayObject.Route _ -> Code.ROUTE_MISSING;
            case RelayObject.Neighbour _ -> Code.NEIGHBOUR_WRONG;
            case RelayObject.Filter _, RelayObject.PairFilter _ -> Code.RELAY_MISSING;
            case RelayObject.Marker _, RelayObject.PortMarker _ -> Code.MARKER_DEAD;
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 8})
    void staysSilentOnARingThatHasItsPlan(int hosts) {
        assertSilent(judged(RelayedRing.of(hosts)));
        assertSilent(judge(RelayedRing.of(hosts).inventory()));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void namesEverySingleObjectThatAHostLacks(int hosts) {
        RelayedRing whole = RelayedRing.of(hosts);
        for (RelayObject gone : whole.objects()) {
            RelayedRing ring = whole.again().keeping(o -> !o.equals(gone));
            Finding finding = only(judged(ring), codeOf(gone));

            assertThat(finding.host()).as("%s", gone).isEqualTo(gone.host());
            assertThat(finding.fix()).contains(gone.host());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void seesWithoutAPlanThatAnObjectIsGone(int hosts) {
        Set<Code> any = Set.of(Code.ROUTE_MISSING, Code.NEIGHBOUR_WRONG, Code.RELAY_MISSING, Code.MARKER_DEAD);
        RelayedRing whole = RelayedRing.of(hosts);
        for (RelayObject gone : whole.objects()) {
            Diagnosis diagnosis =
                    judge(whole.again().keeping(o -> !o.equals(gone)).inventory());

            assertThat(troubles(diagnosis)).as("without %s", gone).hasSize(1).allMatch(any::contains);
            assertThat(diagnosis.findings().getFirst().host())
                    .as("without %s", gone)
                    .isEqualTo(gone.host());
        }
    }

    @Test
    void foldsWhatIsGoneAfterAReboot() {
        RelayedRing ring = RelayedRing.of(4).keeping(o -> !o.host().equals("spark2"));
        Diagnosis diagnosis = judged(ring);

        assertThat(troubles(diagnosis))
                .contains(Code.RELAY_MISSING, Code.ROUTE_MISSING, Code.NEIGHBOUR_WRONG, Code.MARKER_DEAD);
        assertThat(diagnosis.chains().getFirst().root().code()).isEqualTo(Code.RELAY_MISSING);
        assertThat(diagnosis.chains().stream().filter(c -> !c.consequences().isEmpty()))
                .hasSize(1);
    }

    @Test
    void namesTheCommandThatSetsTheRoute() {
        RelayObject.Route gone = (RelayObject.Route) RelayedRing.of(4).objects().stream()
                .filter(o -> o instanceof RelayObject.Route)
                .findFirst()
                .orElseThrow();
        Finding finding = only(judged(RelayedRing.of(4).keeping(o -> !o.equals(gone))), Code.ROUTE_MISSING);

        assertThat(finding.fix())
                .contains("sudo ip route replace " + gone.destination() + "/32 dev " + gone.netdev() + " src "
                        + gone.source());
    }

    @Test
    void namesARuleThatSendsFramesToAnotherMac() {
        RelayObject.Filter right = firstFilter();
        RelayObject.Filter wrong = new RelayObject.Filter(
                right.host(),
                right.ingress(),
                right.relaysLeft(),
                right.egress(),
                new MacAddress(0x02_00_00_00_00_01L));
        for (boolean planned : new boolean[] {true, false}) {
            RelayedRing ring = RelayedRing.of(4).keeping(o -> !o.equals(right));
            on(
                    ring,
                    right.host(),
                    f -> f.filter(RelayedRing.filter(wrong, Map.of("skip_sw", "true", "in_hw", "true"))));
            Diagnosis diagnosis = planned ? judged(ring) : judge(ring.inventory());

            assertThat(troubles(diagnosis)).containsExactly(Code.RELAY_WRONG);
            assertThat(only(diagnosis, Code.RELAY_WRONG).seen()).contains("02:00:00:00:00:01");
        }
    }

    @Test
    void namesARuleThatIsNotInHardware() {
        RelayObject.Filter right = firstFilter();
        for (boolean planned : new boolean[] {true, false}) {
            RelayedRing ring = RelayedRing.of(4).keeping(o -> !o.equals(right));
            on(ring, right.host(), f -> f.filter(RelayedRing.filter(right, Map.of("not_in_hw", "true"))));

            assertThat(troubles(planned ? judged(ring) : judge(ring.inventory())))
                    .containsExactly(Code.RELAY_IN_SOFTWARE);
        }
    }

    @Test
    void leavesRulesOfTheKernelAloneOnSoftNics() {
        assertSilent(judge(Shown.folder("recorded/ring4-relay").inventory()));
    }

    @Test
    void namesSomebodyElsesFilterInThePlaceOfThePlan() {
        RelayObject.Filter right = firstFilter();
        RelayedRing ring = RelayedRing.of(4).keeping(o -> !o.equals(right));
        on(
                ring,
                right.host(),
                f -> f.filter(new dev.kolo.fabric.facts.TcFilter(
                        right.ingress(),
                        "ingress",
                        "all",
                        11,
                        "matchall",
                        "0x1",
                        Map.of(),
                        List.of(),
                        RelayedRing.line("filter matchall"))));

        assertThat(troubles(judged(ring))).containsExactly(Code.RELAY_FOREIGN);
    }

    @Test
    void namesWhatAnOlderPlanLeft() {
        RelayObject.Filter right = firstFilter();
        RelayObject.Filter old =
                new RelayObject.Filter(right.host(), right.ingress(), 3, right.egress(), right.nextHop());
        RelayedRing ring = RelayedRing.of(4);
        on(ring, right.host(), f -> f.filter(RelayedRing.filter(old, Map.of("skip_sw", "true", "in_hw", "true"))));
        assertThat(only(judged(ring), Code.ORPHANED_RULES).fix()).contains("down.sh");

        RelayedRing alone = RelayedRing.of(4).keeping(o -> o instanceof RelayObject.Filter);
        assertThat(troubles(judge(alone.inventory()))).containsExactly(Code.ORPHANED_RULES);
    }

    @Test
    void namesSettingsUnderWhichNoNicRelays() {
        for (boolean planned : new boolean[] {true, false}) {
            RelayedRing ring = RelayedRing.of(4);
            ring.inventory();
            on(
                    ring,
                    "spark3",
                    f -> f.netdev("enp1s0f0np0", RelayedRing.line("")).feature("hw-tc-offload", "off"));
            Inventory inventory = ring.facts().inventory();
            Diagnosis diagnosis =
                    planned ? Doctor.examine(inventory, Expectation.AUTO.withPlan(ring.plan)) : judge(inventory);

            Finding finding = only(diagnosis, Code.RELAY_NIC_PROFILE);
            assertThat(finding.host()).isEqualTo("spark3");
            assertThat(finding.fix()).contains("ethtool -K enp1s0f0np0 hw-tc-offload on");
        }
    }

    @Test
    void namesAMarkerThatFailed() {
        RelayedRing ring = RelayedRing.of(4);
        on(
                ring,
                "spark1",
                f -> f.remark(new Remark(
                        Remark.Kind.MARKER_FAILED,
                        "rocep1s0f0",
                        RelayedRing.line("kolo-fabric-marker@rocep1s0f0 failed"))));

        assertThat(only(judge(ring.inventory()), Code.MARKER_DEAD).fix()).contains("kolo-fabric-marker@rocep1s0f0");
    }

    @Test
    void asksForProcessesInsteadOfCallingMarkersDead() {
        RelayedRing ring = RelayedRing.of(4).keeping(o -> !(o instanceof RelayObject.Marker));
        Inventory unseen = Inventory.of(ring.inventory().hosts().stream()
                .map(h -> {
                    Map<Topic, Observation> topics = new java.util.TreeMap<>(h.observed());
                    topics.remove(Topic.PROCESSES);
                    return new dev.kolo.fabric.facts.NodeFacts(
                            h.host(),
                            topics,
                            h.netdevs(),
                            h.rdmaDevices(),
                            h.routes(),
                            h.neighbours(),
                            h.lldp(),
                            h.filters(),
                            h.settings(),
                            h.remarks(),
                            h.system());
                })
                .toList());
        Diagnosis diagnosis = Doctor.examine(unseen, Expectation.AUTO.withPlan(ring.plan));

        assertThat(codes(diagnosis)).doesNotContain(Code.MARKER_DEAD);
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.askFor().contains("pgrep -af"));
    }

    @Test
    void refusesOneShotCollectivesWithoutRelaysAndOnlyThere() {
        Consumer<FactsBuilder> oneShot = f -> f.setting(new Setting(
                "SGLANG_ROCE_ALLREDUCE", "1", Setting.Source.PROCESS, RelayedRing.line("SGLANG_ROCE_ALLREDUCE=1")));
        RingFacts four = RingFacts.of(4);
        for (int host = 0; host < 4; host++) {
            four.also(host, f -> f.observe(Topic.FILTERS, Observation.OBSERVED)).also(host, oneShot);
        }
        assertThat(only(judge(four), Code.ONE_SHOT_WITHOUT_RELAYS).fix()).contains("SGLANG_ROCE_ALLREDUCE=0");

        RingFacts three = RingFacts.of(3);
        RelayedRing relayed = RelayedRing.of(4);
        for (int host = 0; host < 3; host++) {
            three.also(host, f -> f.observe(Topic.FILTERS, Observation.OBSERVED))
                    .also(host, oneShot);
            relayed.facts().also(host, oneShot);
        }
        assertSilent(judge(three));
        assertSilent(judge(relayed.inventory()));

        Diagnosis unknown = judge(RingFacts.of(4).also(0, oneShot));
        assertSilent(unknown);
        assertThat(unknown.notObserved()).anyMatch(n -> n.askFor().contains("tc -s filter"));
    }

    @Test
    void keepsThePortThatMarksToItself() {
        Remark old = new Remark(Remark.Kind.MARKER_PROCESS, "rocep1s0f0 port=65535", RelayedRing.line("rewrite"));
        Setting range = new Setting(
                "net.ipv4.ip_local_port_range", "1024 65535", Setting.Source.KERNEL, RelayedRing.line("range"));
        RingFacts facts = RingFacts.of(4).also(0, f -> f.remark(old).setting(range));
        assertThat(only(judge(facts), Code.MARK_PORT_NOT_RESERVED).fix()).contains("ip_local_reserved_ports=65535");

        facts.also(
                0,
                f -> f.setting(new Setting(
                        "net.ipv4.ip_local_reserved_ports",
                        "65535",
                        Setting.Source.KERNEL,
                        RelayedRing.line("reserved"))));
        assertThat(codes(judge(facts))).doesNotContain(Code.MARK_PORT_NOT_RESERVED);
        assertThat(codes(judge(RingFacts.of(4).also(0, f -> f.setting(range)))))
                .doesNotContain(Code.MARK_PORT_NOT_RESERVED);
    }

    @Test
    void minesTheFirewallOnlyWhereOthersRouteThroughIt() {
        Setting drop = new Setting(
                "firewall.FORWARD.policy", "DROP", Setting.Source.KERNEL, RelayedRing.line("-P FORWARD DROP"));
        Route through = new Route(
                "10.10.1.0/24",
                Optional.of("enp1s0f0np0"),
                dev.kolo.fabric.address.IpAddress.parse("10.10.0.11"),
                Optional.empty(),
                Optional.of("static"),
                Optional.empty(),
                OptionalInt.empty(),
                RelayedRing.line("10.10.1.0/24 via 10.10.0.11"));
        RingFacts quiet = RingFacts.of(4).also(1, f -> f.setting(drop));
        assertSilent(judge(quiet));

        RingFacts routed = RingFacts.of(4).also(0, f -> f.route(through)).also(1, f -> f.setting(drop));
        assertThat(only(judge(routed), Code.FORWARD_DROP).host()).isEqualTo("spark2");

        routed.also(
                1,
                f -> f.setting(new Setting(
                        "firewall.DOCKER-USER.rule",
                        "-A DOCKER-USER -i enp1s0f1np1 -o enp1s0f0np0 -j ACCEPT",
                        Setting.Source.KERNEL,
                        RelayedRing.line("accept"))));
        assertSilent(judge(routed));
    }

    @Test
    void comparesEachRanksEnvironmentWithThePlan() {
        RelayedRing ring = RelayedRing.of(4);
        ring.facts()
                .also(
                        2,
                        f -> f.observe(Topic.ENVIRONMENT, Observation.OBSERVED)
                                .setting(new Setting(
                                        "NCCL_ALGO",
                                        "Tree",
                                        Setting.Source.PROCESS,
                                        RelayedRing.line("NCCL_ALGO=Tree"))));
        Finding finding = only(judged(ring), Code.ENV_PLAN_VS_PROCESS_MISMATCH);

        assertThat(finding.host()).isEqualTo("spark3");
        assertThat(finding.subject()).startsWith("rank 2: ");
        assertThat(finding.seen())
                .contains("NCCL_ALGO: planned Ring, actual Tree")
                .contains("NCCL_IB_HCA: planned");
    }

    @Test
    void namesAnEnginesAddressThatIsNotItsOwnOnTheLan() {
        for (String value : List.of("10.10.0.10", "10.10.0.11")) {
            RingFacts ring = RingFacts.of(4)
                    .also(
                            0,
                            f -> f.setting(new Setting(
                                    "SGLANG_HOST_IP",
                                    value,
                                    Setting.Source.PROCESS,
                                    RelayedRing.line("SGLANG_HOST_IP=" + value))));
            assertThat(only(judge(ring), Code.CONTROL_PLANE_ADDRESS_NOT_PINNED).seen())
                    .contains(value.endsWith("0") ? "the fabric port enp1s0f0np0" : "an address of spark2");
        }
        assertSilent(judge(RingFacts.of(4)
                .also(
                        0,
                        f -> f.setting(new Setting(
                                "SGLANG_HOST_IP", "192.168.50.11", Setting.Source.PROCESS, RelayedRing.line("own"))))));
    }

    @Test
    void namesAddressesThatThePlanDoesNotHave() {
        RelayedRing ring = RelayedRing.of(4);
        ring.facts().change(0, 0, 0, e -> e.addresses.add("10.99.0.1/24"));

        assertThat(only(judged(ring), Code.ADDRESS_NOT_PLANNED).fix())
                .contains("sudo ip addr del 10.99.0.1/24 dev enp1s0f0np0");
    }

    private static RelayObject.Filter firstFilter() {
        return (RelayObject.Filter) RelayedRing.of(4).objects().stream()
                .filter(o -> o instanceof RelayObject.Filter)
                .findFirst()
                .orElseThrow();
    }

    private static void on(RelayedRing ring, String host, Consumer<FactsBuilder> what) {
        for (int i = 0; i < ring.facts().hostCount(); i++) {
            if (ring.facts().host(i).equals(host)) {
                ring.facts().also(i, what);
            }
        }
    }
}
