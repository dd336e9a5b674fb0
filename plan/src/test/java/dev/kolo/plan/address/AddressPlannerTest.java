package dev.kolo.plan.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Boxes;
import dev.kolo.plan.Boxes.Ends;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Plans;
import dev.kolo.plan.wish.Wish;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPlannerTest {
    @Test
    void givesEveryCableAndPlaneANetworkOfItsOwnFromAFreePool() {
        Plan plan = Plans.ring(4, PlanRequest.DEFAULT);
        assertThat(plan.addresses().links().stream().map(l -> l.subnet().toString()))
                .containsExactly(
                        "10.40.0.0/24",
                        "10.41.0.0/24",
                        "10.40.1.0/24",
                        "10.41.1.0/24",
                        "10.40.2.0/24",
                        "10.41.2.0/24",
                        "10.40.3.0/24",
                        "10.41.3.0/24");
        assertThat(plan.addresses().comparedPrefixLength()).isEqualTo(24);
    }

    @Test
    void keepsSoundAddresses() {
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links()).hasSize(8).allMatch(LinkAddress::kept);
        assertThat(plan.addresses().pools()).isEmpty();
        assertThat(plan.notes()).noneMatch(n -> n.contains("new addresses"));
    }

    /** The seed document's template for the second plane reuses the networks of the first one. */
    @Test
    void movesASecondPlaneOutOfTheFirstPlanesNetworksAndSaysSo() {
        Boxes boxes =
                Boxes.ring(4).addresses((cable, plane) -> Optional.of(Ends.in("10.10." + cable + ".0/24", 10, 11)));
        Plan plan = Plans.of(boxes.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links())
                .allSatisfy(link -> assertThat(link.kept()).as("%s", link).isEqualTo(link.plane() == 0));
        assertThat(plan.notes())
                .filteredOn(n -> n.contains("gets new addresses"))
                .hasSize(4)
                .anyMatch(n -> n.equals("The link spark1:enP2p1s0f0np0 - spark2:enP2p1s0f1np1 gets new addresses:"
                        + " 10.10.0.0/24 is the network of spark1:enp1s0f0np0 - spark2:enp1s0f1np1: every cable and plane"
                        + " needs its own."));
    }

    @Test
    void readdressesALinkWhoseEndsDisagreeAndLeavesTheOthers() {
        Boxes boxes = Boxes.ring(4)
                .addresses((cable, plane) -> Optional.of(
                        cable == 2 && plane == 0
                                ? new Ends(Ipv4Address.of(10, 10, 2, 10), 24, Ipv4Address.of(10, 10, 22, 11), 24)
                                : Ends.in("10.1" + plane + "." + cable + ".0/24", 10, 11)));
        Plan plan = Plans.of(boxes.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links()).filteredOn(l -> !l.kept()).hasSize(1);
        assertThat(plan.notes())
                .anyMatch(n -> n.contains("its ends lie in different networks, 10.10.2.10/24 and 10.10.22.11/24"));
    }

    @Test
    void letsGoOfLeasedAddressesNetworkAddressesAndSeveralOnOneFunction() {
        Boxes boxes = Boxes.ring(3)
                .addresses((cable, plane) -> Optional.of(
                        Ends.in("10.1" + plane + "." + cable + ".0/24", cable == 0 && plane == 0 ? 0 : 10, 11)))
                .change(
                        1,
                        facts -> facts.netdev(Boxes.netdev(0, 0), Evidence.NONE)
                                .address(NetAddress.live(Ipv4Address.of(10, 99, 0, 1), 24, Evidence.NONE)))
                .change(
                        2,
                        facts -> facts.netdev(Boxes.netdev(0, 1), Evidence.NONE)
                                .address(NetAddress.live(Ipv4Address.of(169, 254, 7, 7), 16, Evidence.NONE)));
        Plan plan = Plans.of(boxes.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.notes())
                .anyMatch(n -> n.contains("10.10.0.0/24 of spark1 is its network's own or broadcast address"))
                .anyMatch(n -> n.contains("enp1s0f0np0 of spark2 has several addresses"));
        assertThat(plan.addresses().links())
                .as("a link-local address beside a sound one is no reason to move")
                .filteredOn(LinkAddress::kept)
                .hasSize(4);
    }

    @Test
    void choosesAComparedLengthUnderWhichSeveralCablesOfOneBlockDiffer() {
        Boxes boxes = Boxes.ring(3)
                .planes(1)
                .addresses((cable, plane) -> Optional.of(Ends.in("10.0.0." + cable * 4 + "/30", 1, 2)));
        Plan plan = Plans.of(boxes.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links()).allMatch(LinkAddress::kept);
        assertThat(plan.addresses().comparedPrefixLength()).isEqualTo(30);
        assertThat(plan.engine().ranks().getFirst().set())
                .anyMatch(l -> l.name().equals("NCCL_IB_SUBNET_PREFIX_LEN")
                        && l.value().equals("30"));
        Plan compared24 = Plans.of(
                boxes.fabric(),
                PlanRequest.DEFAULT.with().comparedPrefixLength(24).build());
        assertThat(compared24.addresses().links())
                .as("under 24 only the first can stay")
                .filteredOn(LinkAddress::kept)
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 30, 31})
    void plansEachPrefixLengthSoundlyUnderNcclsDefault(int length) {
        Plan plan = Plans.ring(
                4, PlanRequest.DEFAULT.with().linkPrefixLength(length).build());
        assertThat(plan.addresses().links()).allMatch(l -> l.subnet().prefixLength() == length);
        assertThat(plan.addresses().comparedPrefixLength()).isEqualTo(24);
        assertThat(ComparedPrefix.isSound(24, plan.addresses().links())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 31})
    void packsLinksIntoASmallPoolAndHasNcclCompareTheirOwnLength(int length) {
        Plan plan = Plans.ring(
                4,
                PlanRequest.DEFAULT
                        .with()
                        .linkPrefixLength(length)
                        .pools(List.of(Subnet.parse("10.7.7.0/25").orElseThrow()))
                        .build());
        assertThat(plan.addresses().comparedPrefixLength()).isEqualTo(length);
    }

    @Test
    void takesOnePoolAPlane() {
        List<Subnet> pools = List.of(
                Subnet.parse("10.50.0.0/16").orElseThrow(),
                Subnet.parse("172.20.0.0/16").orElseThrow());
        Plan plan = Plans.ring(5, PlanRequest.DEFAULT.with().pools(pools).build());
        assertThat(plan.addresses().links()).allMatch(l -> pools.get(l.plane()).overlaps(l.subnet()));
    }

    /** What a ring of n has been given, it keeps when a host is put in: only the opened cable's ends change. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 8})
    void movesNobodysSoundAddressesWhenAHostIsAdded(int hosts) {
        Plan before = Plans.of(Boxes.ring(hosts).fabric(), PlanRequest.DEFAULT);
        Map<String, LinkAddress> given = new HashMap<>();
        before.addresses().links().forEach(l -> given.put(l.a() + " " + l.b(), l));
        Boxes larger = Boxes.ring(hosts + 1)
                .addresses((cable, plane) -> Optional.ofNullable(
                                given.get(end(cable, 0, plane) + " " + end((cable + 1) % hosts, 1, plane)))
                        .filter(l -> cable + 1 < hosts)
                        .map(l -> new Ends(l.addressA(), 24, l.addressB(), 24)));
        // The plug that leaves the closed cable keeps its address until the plan is applied.
        for (int plane = 0; plane < 2; plane++) {
            String netdev = Boxes.netdev(0, plane);
            LinkAddress closing = Optional.ofNullable(given.get(end(hosts - 1, 0, plane) + " " + end(0, 1, plane)))
                    .orElseThrow();
            larger.change(
                    hosts - 1,
                    facts -> facts.netdev(netdev, Evidence.NONE)
                            .address(NetAddress.live(closing.addressA(), 24, Evidence.NONE)));
        }
        Plan after = Plans.of(larger.fabric(), PlanRequest.DEFAULT);
        for (LinkAddress link : after.addresses().links()) {
            boolean opened =
                    link.a().host().equals("spark" + hosts) || link.a().host().equals("spark" + (hosts + 1));
            assertThat(link.kept()).as("%s", link).isEqualTo(!opened);
            if (!opened) {
                assertThat(given.get(link.a() + " " + link.b()))
                        .satisfies(old -> assertThat(old.addressA()).isEqualTo(link.addressA()));
            } else {
                assertThat(given.values())
                        .as("old and new never mix")
                        .noneMatch(g -> g.subnet().overlaps(link.subnet()));
            }
        }
        assertThat(after.addresses().pools()).isEqualTo(before.addresses().pools());
    }

    private static String end(int host, int port, int plane) {
        return "spark" + (host + 1) + ":" + Boxes.netdev(port, plane);
    }

    @Test
    void aLargerWishGivesTheSameAddressesToTheCablesThatItShares() {
        Plan small = Plans.ring(6, PlanRequest.DEFAULT);
        Plan large = Plans.ring(9, PlanRequest.DEFAULT);
        assertThat(large.addresses().links().subList(0, 10))
                .isEqualTo(small.addresses().links().subList(0, 10));
    }

    /** A pool that may not be is refused before it is needed: a link that is added later must not be the first to find out. */
    @ParameterizedTest
    @CsvSource({
        "198.18.0.0/15, local proxies",
        "198.0.0.0/8, local proxies",
        "127.8.0.0/16, loopback",
        "224.0.0.0/4, multicast",
        "169.254.0.0/16, link-local",
        "192.168.0.0/16, 192.168.1.0/24 (enP7s7"
    })
    void refusesAPoolThatMayNotBeEvenWhenEveryAddressStays(String pool, String user) {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .pools(List.of(Subnet.parse(pool).orElseThrow()))
                .build();
        Fabric fabric = Boxes.ring(4).addressed().fabric();
        assertThat(Plans.of(fabric, PlanRequest.DEFAULT).addresses().links()).allMatch(LinkAddress::kept);
        assertThat(Plans.refused(fabric, request, Code.PLAN_NO_ADDRESSES).seen())
                .contains("pool " + pool + " overlaps", user);
    }

    @ParameterizedTest
    @CsvSource({"8.8.0.0/16, true", "10.0.0.0/7, true", "10.200.0.0/16, false", "100.64.0.0/15, false"})
    void saysThatAPoolOutsideThePrivateRangesHidesItsOwners(String pool, boolean said) {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .pools(List.of(Subnet.parse(pool).orElseThrow()))
                .build();
        assertThat(Plans.of(Boxes.ring(3).fabric(), request).notes().stream()
                        .anyMatch(n -> n.contains("outside the private ranges")))
                .isEqualTo(said);
    }

    @Test
    void avoidsWhateverHostsUseOutsideTheFabric() {
        Boxes vpn = Boxes.ring(3)
                .change(
                        0,
                        facts -> facts.netdev("tun0", Evidence.NONE)
                                .address(NetAddress.live(Ipv4Address.of(10, 8, 0, 2), 8, Evidence.NONE)));
        Plan plan = Plans.of(vpn.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().pools().getFirst().toString()).startsWith("172.16.");
    }

    @Test
    void givesASwitchOneNetworkAPlane() {
        Plan plan = Plans.of(Fabric.of(new Wish(Shape.Kind.SWITCHED, 5).inventory()), PlanRequest.DEFAULT);
        assertThat(plan.links()).isEmpty();
        assertThat(plan.addresses().segments()).hasSize(2).allSatisfy(s -> {
            assertThat(s.members()).hasSize(5);
            assertThat(s.members()).allMatch(m -> s.subnet().contains(m.address()));
        });
        assertThat(plan.wire().lanes().lanesPerPeer()).isEqualTo(2);
        assertThat(plan.wire().groups().getFirst().everyPair()).isTrue();
    }

    @Test
    void keepsTheNetworkOfASwitchAndGivesFreeNumbersToThoseWithoutOne() {
        var inventory = new Wish(Shape.Kind.SWITCHED, 4).inventory();
        var hosts = inventory.hosts().stream()
                .map(facts -> {
                    var builder = new dev.kolo.fabric.facts.FactsBuilder(facts.host()).add(facts);
                    if (!facts.host().equals("spark3")) {
                        int number = facts.host().charAt(5) - '0';
                        builder.netdev("enp1s0f0np0", Evidence.NONE)
                                .address(NetAddress.live(
                                        Ipv4Address.of(10, 77, 0, number == 4 ? 1 : number + 1), 24, Evidence.NONE));
                    }
                    return builder.build();
                })
                .toList();
        Plan plan = Plans.of(Fabric.of(dev.kolo.fabric.facts.Inventory.of(hosts)), PlanRequest.DEFAULT);
        SegmentAddress first = plan.addresses().segments().getFirst();
        assertThat(first.subnet().toString()).isEqualTo("10.77.0.0/24");
        assertThat(first.members().stream().map(m -> m.address() + (m.kept() ? " kept" : " new")))
                .containsExactly("10.77.0.2 kept", "10.77.0.3 kept", "10.77.0.4 new", "10.77.0.1 kept");
        assertThat(plan.addresses().segments().get(1).subnet().overlaps(first.subnet()))
                .isFalse();
    }
}
