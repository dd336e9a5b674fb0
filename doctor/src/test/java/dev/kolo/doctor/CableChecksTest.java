package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cables and shape: each code with a sick fabric, and its healthy twin that stays silent. */
class CableChecksTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 8, 16})
    void staysSilentOnHealthyRings(int hosts) {
        assertSilent(judge(RingFacts.of(hosts)));
        assertSilent(judge(RingFacts.of(hosts).withoutNeighbours()));
        assertSilent(judge(RingFacts.ofOnePlane(hosts)));
    }

    @Test
    void staysSilentOnAPairWithOneCableAndAnIdlePort() {
        assertThat(judge(RingFacts.pair()).findings()).isEmpty();
        assertThat(judge(RingFacts.pair(), Shape.Kind.PAIR).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6, 8})
    void namesThePlugsToExchangeWhenTwoAreSwapped(int hosts) {
        for (int host = 0; host < hosts; host++) {
            Diagnosis diagnosis = judge(RingFacts.of(hosts).swapPlugs(host));
            Finding finding = only(diagnosis, Code.ENDS_IN_DIFFERENT_SUBNETS);
            String name = "spark" + (host + 1);
            assertThat(finding.host()).isEqualTo(name);
            assertThat(finding.fix())
                    .startsWith("on " + name + " exchange the plugs of port 0 and port 1; then every cable fits");
            assertThat(only(diagnosis, Code.CABLE_SAME_INDEX).fix())
                    .startsWith("on " + name + " exchange the plugs of port 0 and port 1;")
                    .doesNotContain("addresses");
            assertThat(diagnosis.findings().getFirst()).isEqualTo(finding);
            assertThat(troubles(diagnosis)).containsExactly(Code.ENDS_IN_DIFFERENT_SUBNETS, Code.CABLE_SAME_INDEX);
        }
    }

    @Test
    void namesBothExchangesWhenTwoHostsAreSwapped() {
        Finding finding = only(judge(RingFacts.of(6).swapPlugs(1).swapPlugs(2)), Code.ENDS_IN_DIFFERENT_SUBNETS);
        assertThat(finding.fix())
                .startsWith(
                        "on spark2 exchange the plugs of port 0 and port 1; on spark3 exchange the plugs of port 0 and port 1;");
    }

    @Test
    void namesExchangesThatHealTheRingWhenSomebodyMakesThem() {
        Pattern exchange = Pattern.compile("on spark(\\d+) exchange the plugs of port 0 and port 1");
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            RingFacts facts = RingFacts.of(3 + random.nextInt(8));
            int swaps = 1 + random.nextInt(3);
            for (int i = 0; i < swaps; i++) {
                facts.swapPlugs(random.nextInt(facts.hostCount()));
            }
            for (Finding finding : judge(facts).findings()) {
                if (finding.code() == Code.ENDS_IN_DIFFERENT_SUBNETS) {
                    Matcher named = exchange.matcher(finding.fix());
                    assertThat(named.find())
                            .as("seed %d: %s", seed, finding.fix())
                            .isTrue();
                    do {
                        facts.swapPlugs(Integer.parseInt(named.group(1)) - 1);
                    } while (named.find());
                }
            }
            assertThat(troubles(judge(facts)))
                    .as("seed %d, after the fix", seed)
                    .isEmpty();
        }
    }

    @Test
    void namesAnExchangeBetweenTwoHosts() {
        RingFacts facts = RingFacts.of(6);
        for (int plane = 0; plane < 2; plane++) {
            RingFacts.End oneEnd = facts.at(1, plane, 1);
            RingFacts.End otherEnd = facts.at(4, plane, 1);
            facts.unplug(oneEnd);
            facts.unplug(otherEnd);
            facts.join(facts.at(0, plane, 0), otherEnd);
            facts.join(facts.at(3, plane, 0), oneEnd);
        }
        assertThat(only(judge(facts), Code.ENDS_IN_DIFFERENT_SUBNETS).fix())
                .startsWith("exchange the plug in spark1 port 0 with the plug in spark4 port 0");
    }

    @Test
    void saysWhichAddressToChangeWhenNoPlugHelps() {
        RingFacts facts = RingFacts.of(4).change(1, 0, 1, e -> e.addresses.set(0, "10.99.0.11/24"));
        Finding finding = only(judge(facts), Code.ENDS_IN_DIFFERENT_SUBNETS);
        assertThat(finding.fix())
                .isEqualTo("on spark2 give enp1s0f1np1 the address 10.10.0.11/24 instead of 10.99.0.11/24");
        assertThat(finding.seen())
                .contains("10.10.0.10/24")
                .contains("10.99.0.11/24")
                .doesNotContain("enP2");
    }

    @Test
    void findsCablesOfEqualPortNumbersFromAddressesAlone() {
        RingFacts facts = RingFacts.ofOnePlane(3).withoutNeighbours();
        facts.at(1, 0, 0).addresses.set(0, "10.10.0.11/24");
        facts.at(1, 0, 1).addresses.set(0, "10.10.1.10/24");
        Finding finding = only(judge(facts), Code.CABLE_SAME_INDEX);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(finding.fix())
                .startsWith(
                        "on spark2 exchange the plugs of port 0 and port 1; with them exchange the addresses on spark2: "
                                + "enp1s0f0np0 takes 10.10.1.10/24 and enp1s0f1np1 takes 10.10.0.11/24");
        assertThat(codes(judge(facts))).containsExactly(Code.CABLE_SAME_INDEX);
    }

    @Test
    void callsEqualPortNumbersHarmlessWhereNcclMergesPortsOrAdvertisesAll() {
        Setting merge = new Setting("NCCL_IB_MERGE_NICS", "1", Setting.Source.PROCESS, Evidence.NONE);
        Setting apart = new Setting("NCCL_IB_MERGE_NICS", "0", Setting.Source.PROCESS, Evidence.NONE);
        Remark patched = new Remark(Remark.Kind.LISTENERS_ADVERTISED, "4", Evidence.NONE);
        assertThat(sameIndexWith(f -> f.setting(merge)).severity()).isEqualTo(Severity.INFO);
        assertThat(sameIndexWith(f -> f.remark(patched)).severity()).isEqualTo(Severity.INFO);
        assertThat(sameIndexWith(f -> f.setting(apart)).severity()).isEqualTo(Severity.ERROR);
    }

    private static Finding sameIndexWith(java.util.function.Consumer<dev.kolo.fabric.facts.FactsBuilder> what) {
        RingFacts facts = RingFacts.ofOnePlane(3).withoutNeighbours().also(0, what);
        facts.at(1, 0, 0).addresses.set(0, "10.10.0.11/24");
        facts.at(1, 0, 1).addresses.set(0, "10.10.1.10/24");
        return only(judge(facts), Code.CABLE_SAME_INDEX);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void findsAPortThatNobodySetUp(int hosts) {
        RingFacts facts = RingFacts.of(hosts);
        for (int plane = 0; plane < 2; plane++) {
            facts.change(1, plane, 0, e -> {
                e.state = LinkState.DOWN;
                e.adminUp = false;
            });
        }
        Diagnosis diagnosis = judge(facts);
        Finding finding = only(diagnosis, Code.PORT_NO_LINK);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.host()).isEqualTo("spark2");
        assertThat(finding.subject()).startsWith("port 0");
        assertThat(finding.wanted()).isEqualTo("a link to spark3 port 1");
        assertThat(finding.fix())
                .startsWith(
                        "on spark2 run: sudo ip link set dev enp1s0f0np0 up && sudo ip link set dev enP2p1s0f0np0 up");
        assertThat(troubles(diagnosis)).containsExactly(Code.PORT_NO_LINK);
    }

    @Test
    void namesTheCableWhenBothEndsAreDark() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.change(1, plane, 0, e -> e.state = LinkState.DOWN);
            facts.change(2, plane, 1, e -> e.state = LinkState.DOWN);
        }
        Diagnosis diagnosis = judge(facts);
        assertThat(only(diagnosis, Code.PORT_NO_LINK).fix())
                .isEqualTo("seat or replace the cable from spark2 port 0 to spark3 port 1");
        assertThat(troubles(diagnosis)).containsExactly(Code.PORT_NO_LINK);
    }

    @Test
    void warnsWhenOneHalfOfACableIsDown() {
        Finding finding =
                only(judge(RingFacts.of(4).change(1, 1, 0, e -> e.state = LinkState.DOWN)), Code.PORT_NO_LINK);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.subject()).contains("enP2p1s0f0np0").doesNotContain("enp1s0f0np0");
    }

    @Test
    void asksForTheSecondPortOnlyWhenARingIsWanted() {
        Diagnosis ring = judge(RingFacts.pair(), Shape.Kind.RING);
        assertThat(codes(ring)).contains(Code.PORT_NO_LINK);
        assertThat(codes(judge(RingFacts.pair(), Shape.Kind.PAIR))).isEmpty();
        assertThat(codes(judge(RingFacts.pair(), Shape.Kind.PATH))).isEmpty();
    }

    @Test
    void namesTheCableThatClosesTheRing() {
        RingFacts facts = openRing();
        Finding finding = only(judge(facts, Shape.Kind.RING), Code.CABLE_MISSING);
        assertThat(finding.fix()).startsWith("plug a cable from spark4 port 0 to spark1 port 1");
        assertSilent(judge(openRing()));
        assertSilent(judge(openRing(), Shape.Kind.PATH));
    }

    private static RingFacts openRing() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.unplug(facts.at(3, plane, 0));
            facts.at(3, plane, 0).addresses.clear();
            facts.at(0, plane, 1).addresses.clear();
            facts.at(3, plane, 0).hide();
            facts.at(0, plane, 1).hide();
        }
        return facts;
    }

    @Test
    void namesOneCableForTheTwoDarkPortsOfAnOpenRing() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.unplug(facts.at(3, plane, 0));
            for (RingFacts.End end : List.of(facts.at(3, plane, 0), facts.at(0, plane, 1))) {
                end.addresses.clear();
                end.state = LinkState.DOWN;
            }
        }
        assertSilent(judge(facts));
        assertThat(only(judge(facts, Shape.Kind.RING), Code.PORT_NO_LINK).fix())
                .isEqualTo("plug a cable from spark1 port 1 to spark4 port 0");
    }

    @Test
    void doubtsACableWhoseNeighbourDoesNotAnswer() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.unplug(facts.at(1, plane, 0));
        }
        assertSilent(judge(facts));
        facts.also(
                1,
                f -> f.neighbour(new Neighbour(
                        IpAddress.parse("10.10.1.11").orElseThrow(),
                        "enp1s0f0np0",
                        Optional.empty(),
                        Neighbour.State.FAILED,
                        Optional.empty(),
                        new Evidence("ip neigh", 3, "10.10.1.11 dev enp1s0f0np0 FAILED"))));
        Finding finding = only(judge(facts), Code.CABLE_MISSING);
        assertThat(finding.subject()).isEqualTo("spark2 port 0 to spark3 port 1");
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
    }

    @Test
    void asksForNeighboursWhereAddressesAloneShowTheCables() {
        assertThat(judge(RingFacts.of(4)).notObserved()).isEmpty();
        assertThat(judge(RingFacts.of(4).withoutNeighbours()).notObserved())
                .extracting(n -> n.check() + ": " + n.askFor())
                .containsExactly("whether the plugs sit where the addresses say (spark1, spark2, spark3 and spark4): "
                        + "ping -c1 NEIGHBOUR, then ip neigh");
        assertThat(judge(RingFacts.pair().withoutNeighbours()).notObserved()).isEmpty();
    }

    @Test
    void warnsOfADarkPortWithAnAddressThoughItsNeighbourWasNotShown() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.change(1, plane, 0, e -> e.state = LinkState.DOWN);
        }
        Inventory all = facts.inventory();
        Inventory some = Inventory.of(
                all.hosts().stream().filter(h -> !h.host().equals("spark3")).toList());
        assertThat(only(judge(some), Code.PORT_NO_LINK).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void saysWhyAShapeIsNoRing() {
        RingFacts facts = RingFacts.of(4);
        Finding finding = only(judge(facts, Shape.Kind.SWITCHED), Code.SHAPE_NOT_WANTED);
        assertThat(finding.seen()).isEqualTo("a ring: spark1 - spark2 - spark3 - spark4");
        assertThat(only(judge(twoPairs(), Shape.Kind.RING), Code.SHAPE_NOT_RING).seen())
                .contains("{spark1, spark2} {spark3, spark4}");
        assertThat(only(judge(twoPairs()), Code.SHAPE_NOT_RING).severity()).isEqualTo(Severity.WARNING);
    }

    private static RingFacts twoPairs() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            for (int host : new int[] {1, 3}) {
                RingFacts.End end = facts.at(host, plane, 0);
                RingFacts.End peer = facts.at((host + 1) % 4, plane, 1);
                facts.unplug(end);
                end.addresses.clear();
                peer.addresses.clear();
                end.hide();
                peer.hide();
            }
        }
        return facts;
    }

    @Test
    void warnsOfASecondCableBetweenTwoHostsOfARing() {
        RingFacts facts = RingFacts.of(3);
        for (int plane = 0; plane < 2; plane++) {
            facts.unplug(facts.at(0, plane, 1));
            facts.unplug(facts.at(1, plane, 0));
            facts.join(facts.at(0, plane, 1), facts.at(1, plane, 0));
            facts.at(0, plane, 1).addresses.set(0, "10." + (10 + plane) + ".1.11/24");
            facts.at(2, plane, 1).addresses.clear();
        }
        assertThat(only(judge(facts), Code.CABLE_DOUBLED).severity()).isEqualTo(Severity.WARNING);
        assertThat(only(judge(RingFacts.of(2)), Code.CABLE_DOUBLED).severity()).isEqualTo(Severity.INFO);
        assertThat(codes(judge(RingFacts.of(3)))).doesNotContain(Code.CABLE_DOUBLED);
    }

    @Test
    void warnsOfMixedSpeedsButNotOfPortsThatAreDown() {
        Finding finding = only(
                judge(RingFacts.of(4)
                        .change(0, 0, 0, e -> e.speedMbps = 100_000)
                        .change(1, 0, 1, e -> e.speedMbps = 100_000)),
                Code.LINK_SPEED_MIXED);
        assertThat(finding.seen()).isEqualTo("14 functions at 200 Gb/s and 2 functions at 100 Gb/s");
        assertThat(finding.subject()).contains("enp1s0f0np0 on spark1").contains("enp1s0f1np1 on spark2");
        assertThat(codes(judge(RingFacts.of(4).changeAll(e -> e.speedMbps = 100_000))))
                .isEmpty();
    }

    @Test
    void countsDevicesOfOneSystemImageAsOneCard() {
        RingFacts facts = RingFacts.pair();
        for (int host = 0; host < 2; host++) {
            Guid image = new Guid(0xfc4cea0300000030L + host * 16L);
            for (String device : List.of("rocep1s0f0", "roceP2p1s0f0", "rocep1s0f1", "roceP2p1s0f1")) {
                facts.also(host, f -> f.rdmaDevice(device, Evidence.NONE).systemImageGuid(image));
            }
        }
        Finding finding = only(judge(facts), Code.ONE_CABLE_TWO_FUNCTIONS);
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.wanted()).startsWith("one card with 2 ports");
        assertThat(codes(judge(RingFacts.pair()))).doesNotContain(Code.ONE_CABLE_TWO_FUNCTIONS);
    }

    @Test
    void refusesARankOrderThatIsNotTheCableOrder() {
        Expectation crossed = Expectation.AUTO.withRankOrder(List.of("spark1", "spark3", "spark2", "spark4"));
        Expectation turned = Expectation.AUTO.withRankOrder(List.of("spark3", "spark2", "spark1", "spark4"));
        Finding finding = only(Doctor.examine(RingFacts.of(4).inventory(), crossed), Code.RANK_ORDER_NOT_CABLE_ORDER);
        assertThat(finding.seen()).contains("no cable joins spark1 and spark3, spark2 and spark4");
        assertSilent(Doctor.examine(RingFacts.of(4).inventory(), turned));
        RingFacts stated = RingFacts.of(4);
        for (String host : List.of("spark1", "spark3", "spark2", "spark4")) {
            stated.also(0, f -> f.remark(new Remark(Remark.Kind.CLUSTER_HOST, host, new Evidence("c.txt", 1, host))));
        }
        assertThat(troubles(judge(stated))).containsExactly(Code.RANK_ORDER_NOT_CABLE_ORDER);
    }

    @Test
    void comparesADescriptionOfCablesWithTheMachines() {
        RingFacts facts = RingFacts.of(4);
        StatedCable right = stated("Spark 1", 0, "spark2", 1);
        StatedCable wrong = stated("spark2", 0, "spark3", 0);
        Inventory inventory = facts.inventory();
        Finding finding =
                only(judge(new Inventory(inventory.hosts(), List.of(right, wrong), List.of())), Code.CABLES_DISAGREE);
        assertThat(finding.subject()).contains("spark2 port 0 to spark3 port 0");
        assertThat(finding.seen()).contains("spark2 port 0 to spark3 port 1 (seen on the wire)");
    }

    private static StatedCable stated(String a, int portA, String b, int portB) {
        return new StatedCable(
                new StatedCable.End(a, OptionalInt.of(portA), Optional.empty()),
                new StatedCable.End(b, OptionalInt.of(portB), Optional.empty()),
                Optional.empty(),
                new Evidence("cables.txt", 1, a + " to " + b));
    }
}
