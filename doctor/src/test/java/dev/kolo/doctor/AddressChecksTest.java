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
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses: each code with a sick fabric, its healthy twin, and the look-alikes that must stay apart. */
class AddressChecksTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6})
    void warnsOfASecondPlaneWithoutAddresses(int hosts) {
        RingFacts facts = RingFacts.of(hosts).changeAll(e -> {
            if (e.plane == 1) {
                e.addresses.clear();
            }
        });
        Diagnosis diagnosis = judge(facts);
        Finding finding = only(diagnosis, Code.UNADDRESSED);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.subject()).startsWith("enP2p1s0f0np0, enP2p1s0f1np1 on spark1");
        assertThat(finding.fix()).contains("10.41.0.1/24");
        assertThat(only(diagnosis, Code.DEVICES_CARRY_NOTHING).confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(troubles(diagnosis)).containsExactly(Code.UNADDRESSED, Code.DEVICES_CARRY_NOTHING);
    }

    @Test
    void callsAFabricWithoutAnyAddressAnError() {
        Diagnosis diagnosis = judge(RingFacts.of(4).changeAll(e -> e.addresses.clear()));
        assertThat(only(diagnosis, Code.UNADDRESSED).severity()).isEqualTo(Severity.ERROR);
        assertThat(troubles(diagnosis)).containsExactly(Code.UNADDRESSED);
    }

    @Test
    void callsACableWithoutAddressesAnError() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.change(1, plane, 0, e -> e.addresses.clear());
            facts.change(2, plane, 1, e -> e.addresses.clear());
        }
        Finding finding = only(judge(facts), Code.UNADDRESSED);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.subject()).contains("spark2").contains("spark3").doesNotContain("spark1");
        assertThat(only(judge(facts.withoutNeighbours()), Code.UNADDRESSED).severity())
                .isEqualTo(Severity.ERROR);
    }

    @Test
    void doesNotJudgeAddressesThatNobodyShowed() {
        FactsBuilder facts = new FactsBuilder("n1");
        facts.netdev("enp1s0f0np0", Evidence.NONE).state(LinkState.UP);
        Diagnosis diagnosis = judge(dev.kolo.fabric.facts.Inventory.of(java.util.List.of(facts.build())));
        assertThat(codes(diagnosis)).isEmpty();
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.askFor().equals("ip addr"));
    }

    @Test
    void namesOneAddressOnTwoNetdevs() {
        RingFacts facts = RingFacts.of(4).change(2, 0, 0, e -> e.addresses.set(0, "10.10.0.10/24"));
        Finding finding = only(judge(facts), Code.DUPLICATE_ADDRESS);
        assertThat(finding.subject()).isEqualTo("10.10.0.10");
        assertThat(finding.seen()).isEqualTo("10.10.0.10 on spark1:enp1s0f0np0 and spark3:enp1s0f0np0");
    }

    @Test
    void ignoresContainerBridgesOfEqualAddresses() {
        RingFacts facts = RingFacts.of(3);
        for (int host = 0; host < 3; host++) {
            facts.also(host, f -> f.netdev("docker0", Evidence.NONE).address(live("172.17.0.1", 16)));
        }
        assertSilent(judge(facts));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void namesSubnetsThatBothPlanesShare(int hosts) {
        RingFacts facts = RingFacts.of(hosts).mergePlanes();
        Diagnosis diagnosis = judge(facts);
        assertThat(troubles(diagnosis))
                .containsExactly(Code.DUPLICATE_ADDRESS, Code.DUPLICATE_SUBNET, Code.TWINS_IN_ONE_SUBNET);
        assertThat(only(diagnosis, Code.DUPLICATE_SUBNET).fix()).contains("enP2p1s0f0np0 10.41.0.1/24");
        assertThat(troubles(judge(facts.withoutNeighbours())))
                .containsExactly(Code.DUPLICATE_ADDRESS, Code.DUPLICATE_SUBNET, Code.TWINS_IN_ONE_SUBNET);
    }

    @Test
    void findsOneSubnetOnTwoCablesWithAndWithoutNeighbours() {
        RingFacts facts = RingFacts.of(6);
        facts.change(3, 0, 0, e -> e.addresses.set(0, "10.10.0.20/24"));
        facts.change(4, 0, 1, e -> e.addresses.set(0, "10.10.0.21/24"));
        Diagnosis seen = judge(facts);
        assertThat(troubles(seen)).containsExactly(Code.DUPLICATE_SUBNET);
        assertThat(only(seen, Code.DUPLICATE_SUBNET).confidence()).isEqualTo(Finding.Confidence.CERTAIN);
        Finding guessed = only(judge(facts.withoutNeighbours()), Code.DUPLICATE_SUBNET);
        assertThat(guessed.confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(guessed.seen()).contains("spark1:enp1s0f0np0").contains("spark5:enp1s0f1np1");
    }

    @Test
    void findsOneSubnetOnTwoOfFourCablesThoughItLooksLikeASwitch() {
        RingFacts facts = RingFacts.ofOnePlane(4).withoutNeighbours();
        facts.change(2, 0, 0, e -> e.addresses.set(0, "10.10.0.20/24"));
        facts.change(3, 0, 1, e -> e.addresses.set(0, "10.10.0.21/24"));
        assertThat(codes(judge(facts))).contains(Code.DUPLICATE_SUBNET);
    }

    @Test
    void staysSilentOnASwitch() {
        RingFacts facts = RingFacts.of(4).withoutNeighbours();
        facts.changeAll(e -> {
            e.addresses.clear();
            e.state = e.port == 0 ? LinkState.UP : LinkState.DOWN;
            if (e.port == 0) {
                e.addresses.add("10.2" + e.plane + ".0." + (e.host + 1) + "/24");
            }
        });
        Diagnosis diagnosis = judge(facts);
        assertThat(diagnosis.fabric().shape().kind().word()).isEqualTo("switched");
        assertSilent(diagnosis);
    }

    @Test
    void warnsOfTwinsOnAPairAndRefusesThemOnARing() {
        RingFacts pair = RingFacts.pair().changeAll(e -> {
            if (e.port == 0) {
                e.addresses.set(0, "192.168.100." + (e.host + 1 + 10 * e.plane) + "/24");
            }
        });
        assertThat(troubles(judge(pair))).containsExactly(Code.TWINS_IN_ONE_SUBNET);
        assertThat(only(judge(pair), Code.TWINS_IN_ONE_SUBNET).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void comparesWhatNetplanAsksForWithWhatTheKernelHas() {
        FactsBuilder facts = new FactsBuilder("");
        facts.netdev("enp1s0f0np0", Evidence.NONE).address(live("10.20.0.10", 24));
        facts.netdev("enP2p1s0f0np0", Evidence.NONE)
                .state(LinkState.UP)
                .addressesObserved()
                .address(configured("10.20.0.10", 24));
        Diagnosis diagnosis = judge(dev.kolo.fabric.facts.Inventory.of(java.util.List.of(facts.build())));
        assertThat(codes(diagnosis))
                .contains(Code.UNADDRESSED, Code.DUPLICATE_ADDRESS, Code.DUPLICATE_SUBNET, Code.TWINS_IN_ONE_SUBNET);
        assertThat(only(diagnosis, Code.DUPLICATE_SUBNET).seen()).contains("configured");
        assertThat(only(diagnosis, Code.UNADDRESSED).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void tellsWhichPrefixLengthKeepsCablesApart() {
        RingFacts facts = RingFacts.ofOnePlane(3).withoutNeighbours();
        for (int host = 0; host < 3; host++) {
            int block = host * 4;
            facts.change(host, 0, 0, e -> e.addresses.set(0, "10.41.13." + (block + 1) + "/30"));
            facts.change((host + 1) % 3, 0, 1, e -> e.addresses.set(0, "10.41.13." + (block + 2) + "/30"));
        }
        Finding finding = only(judge(facts), Code.PREFIX_LEN_MERGES_CABLES);
        assertThat(finding.subject()).isEqualTo("NCCL_IB_SUBNET_PREFIX_LEN=24");
        assertThat(finding.fix()).startsWith("set NCCL_IB_SUBNET_PREFIX_LEN=30 on every rank");
        assertThat(troubles(judge(facts))).containsExactly(Code.PREFIX_LEN_MERGES_CABLES);
        assertSilent(judge(facts.also(0, f -> f.setting(setting("NCCL_IB_SUBNET_PREFIX_LEN", "30")))));
    }

    @Test
    void acceptsSlashThirtiesThatEachHaveASlashTwentyFour() {
        RingFacts facts = RingFacts.ofOnePlane(3);
        for (int host = 0; host < 3; host++) {
            int cable = host;
            facts.change(host, 0, 0, e -> e.addresses.set(0, "10.41." + cable + ".1/30"));
            facts.change((host + 1) % 3, 0, 1, e -> e.addresses.set(0, "10.41." + cable + ".2/30"));
        }
        assertSilent(judge(facts));
        assertSilent(Doctor.examine(facts.inventory(), Expectation.AUTO.withComparedPrefixLength(30)));
    }

    @Test
    void tellsWhenALongPrefixSplitsACable() {
        RingFacts facts = RingFacts.ofOnePlane(4);
        for (int host = 0; host < 4; host++) {
            int cable = host;
            facts.change(host, 0, 0, e -> e.addresses.set(0, "10.10." + cable + ".11/24"));
            facts.change((host + 1) % 4, 0, 1, e -> e.addresses.set(0, "10.10." + cable + ".12/24"));
        }
        assertSilent(judge(facts));
        facts.also(0, f -> f.setting(setting("NCCL_IB_SUBNET_PREFIX_LEN", "30")));
        Finding finding = only(judge(facts), Code.PREFIX_LEN_SPLITS_CABLE);
        assertThat(finding.seen()).contains("10.10.0.11 and 10.10.0.12");
        assertThat(finding.fix()).contains("NCCL_IB_SUBNET_PREFIX_LEN=24");
    }

    @Test
    void warnsOfDifferentPrefixLengthsAtTheEndsOfOneLink() {
        RingFacts facts = RingFacts.of(4).change(1, 0, 1, e -> e.addresses.set(0, "10.10.0.11/28"));
        Finding finding = only(judge(facts), Code.ENDS_IN_DIFFERENT_SUBNETS);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.seen()).isEqualTo("10.10.0.10/24 at one end, 10.10.0.11/28 at the other");
    }

    @Test
    void guessesNoWrongAddressWhereTheNeighbourWasNotRead() {
        Inventory all = RingFacts.of(3).withoutNeighbours().inventory();
        Inventory.Unreachable silent = new Inventory.Unreachable("spark1", "no answer within 10 s");
        Inventory two = new Inventory(all.hosts().subList(1, 3), List.of(), List.of(silent));
        assertThat(codes(judge(two))).containsExactly(Code.HOST_UNREACHABLE);
    }

    @Test
    void guessesNoWrongAddressWhereAMachineThatWasNotShownAnswered() {
        Inventory all = RingFacts.of(4).inventory();
        assertThat(codes(judge(Inventory.of(all.hosts().subList(0, 3)))))
                .doesNotContain(Code.ENDS_IN_DIFFERENT_SUBNETS);
    }

    @Test
    void guessesTheWrongAddressWithoutNeighbours() {
        RingFacts facts =
                RingFacts.ofOnePlane(4).withoutNeighbours().change(1, 0, 1, e -> e.addresses.set(0, "10.99.0.11/24"));
        Finding finding = only(judge(facts), Code.ENDS_IN_DIFFERENT_SUBNETS);
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(finding.subject()).isEqualTo("spark1 port 0 to spark2 port 1");
        RingFacts oneHalf =
                RingFacts.of(4).withoutNeighbours().change(1, 1, 1, e -> e.addresses.set(0, "10.99.0.11/24"));
        assertThat(only(judge(oneHalf), Code.ENDS_IN_DIFFERENT_SUBNETS).seen())
                .contains("10.11.0.10/24 and spark2:enP2p1s0f1np1 10.99.0.11/24");
    }

    @Test
    void warnsOfLinkLocalAddresses() {
        RingFacts beside = RingFacts.pair().change(0, 0, 0, e -> e.addresses.add("169.254.42.7/16"));
        assertThat(troubles(judge(beside))).containsExactly(Code.LINK_LOCAL_FABRIC);
        RingFacts alone = RingFacts.of(3)
                .changeAll(e -> e.addresses.set(0, "169.254." + e.host + "." + (e.plane * 2 + e.port + 1) + "/16"));
        assertThat(only(judge(alone), Code.LINK_LOCAL_FABRIC).severity()).isEqualTo(Severity.ERROR);
    }

    @Test
    void namesAManagementNetworkThatOverlapsTheFabric() {
        RingFacts facts = RingFacts.of(3);
        facts.also(0, f -> f.netdev("enP7s7", Evidence.NONE).state(LinkState.UP).address(live("10.10.1.77", 24)));
        Finding finding = only(judge(facts), Code.MANAGEMENT_IN_FABRIC_SUBNET);
        assertThat(finding.host()).isEqualTo("spark1");
        assertThat(finding.seen()).contains("spark1:enP7s7 10.10.1.77/24").contains("spark2:enp1s0f0np0 10.10.1.10/24");
        RingFacts apart = RingFacts.of(3);
        apart.also(0, f -> f.netdev("enP7s7", Evidence.NONE).state(LinkState.UP).address(live("10.0.0.77", 24)));
        assertSilent(judge(apart));
    }

    @Test
    void saysWhichAddressANeighbourHas() {
        RingFacts facts = RingFacts.of(3);
        job(facts, "10.10.1.11");
        Finding finding = only(judge(facts), Code.PEER_FABRIC_ADDRESS_WRONG);
        assertThat(finding.seen()).contains("10.10.1.11 belongs to spark3:enp1s0f1np1, on its cable to spark2");
        assertThat(finding.fix()).startsWith("use 10.10.0.11 (spark2, as seen from spark1)");
        assertThat(troubles(judge(facts))).containsExactly(Code.PEER_FABRIC_ADDRESS_WRONG);
        RingFacts reachable = RingFacts.of(3);
        job(reachable, "10.10.0.11");
        assertSilent(judge(reachable));
    }

    /** A job on spark1 and spark2 that could not connect to an address. */
    private static void job(RingFacts facts, String failed) {
        facts.also(
                0,
                f -> f.remark(new Remark(Remark.Kind.JOB_HEAD, "spark1", Evidence.NONE))
                        .remark(new Remark(Remark.Kind.JOB_WORKER, "spark2", Evidence.NONE))
                        .remark(new Remark(Remark.Kind.CONNECT_FAILED, failed, new Evidence("run.txt", 5, failed))));
    }

    @Test
    void warnsOfAddressesThatTheNextBootLoses() {
        RingFacts facts = RingFacts.of(3)
                .also(
                        1,
                        f -> f.netdev("enp1s0f0np0", Evidence.NONE)
                                .address(new NetAddress(
                                        IpAddress.parse("10.10.1.10").orElseThrow(),
                                        OptionalInt.of(24),
                                        NetAddress.Origin.LIVE,
                                        Optional.of(true),
                                        Evidence.NONE)));
        assertThat(only(judge(facts), Code.ADDRESS_VOLATILE).host()).isEqualTo("spark2");
        RingFacts unwritten = RingFacts.of(3).also(1, f -> {
            f.observe(Topic.NETWORK_CONFIG, Observation.OBSERVED);
            f.netdev("enp1s0f0np0", Evidence.NONE).address(configured("10.10.1.10", 24));
        });
        assertThat(only(judge(unwritten), Code.ADDRESS_VOLATILE).subject())
                .contains("enp1s0f1np1")
                .doesNotContain("enp1s0f0np0");
    }

    @Test
    void judgesAProfileByThePlaceWhereNetworkManagerKeepsIt() {
        RingFacts run = RingFacts.of(3)
                .also(
                        0,
                        f -> f.netdev("enp1s0f0np0", Evidence.NONE)
                                .feature(
                                        "nmcli.filename",
                                        "/run/NetworkManager/system-connections/fabric.nmconnection"));
        assertThat(troubles(judge(run))).containsExactly(Code.ADDRESS_VOLATILE);
        for (String lasting : java.util.List.of(
                "/run/NetworkManager/system-connections/netplan-enp1s0f0np0.nmconnection",
                "/etc/NetworkManager/system-connections/fabric.nmconnection")) {
            assertSilent(judge(RingFacts.of(3)
                    .also(0, f -> f.netdev("enp1s0f0np0", Evidence.NONE).feature("nmcli.filename", lasting))));
        }
    }

    @Test
    void warnsOfAStanzaThatBringsAnAddressBack() {
        Evidence file = new Evidence("/etc/netplan/90-NM-1234.yaml", 7, "addresses: [10.99.0.1/24]");
        RingFacts facts = RingFacts.of(3)
                .also(
                        0,
                        f -> f.netdev("enp1s0f0np0", Evidence.NONE)
                                .address(new NetAddress(
                                        IpAddress.parse("10.99.0.1").orElseThrow(),
                                        OptionalInt.of(24),
                                        NetAddress.Origin.CONFIGURED,
                                        Optional.empty(),
                                        file)));
        assertThat(only(judge(facts), Code.NETWORKMANAGER_STANZA_REVIVES).seen())
                .contains("90-NM-1234.yaml");
    }

    private static NetAddress live(String address, int length) {
        return NetAddress.live(IpAddress.parse(address).orElseThrow(), length, new Evidence("ip", 1, address));
    }

    private static NetAddress configured(String address, int length) {
        return new NetAddress(
                IpAddress.parse(address).orElseThrow(),
                OptionalInt.of(length),
                NetAddress.Origin.CONFIGURED,
                Optional.empty(),
                new Evidence("netplan.yaml", 1, address));
    }

    private static Setting setting(String name, String value) {
        return new Setting(name, value, Setting.Source.PROCESS, new Evidence("env", 1, name + "=" + value));
    }
}
