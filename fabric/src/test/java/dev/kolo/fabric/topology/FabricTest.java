package dev.kolo.fabric.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.StatedCable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FabricTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 8, 11, 16})
    void findsARingOfAnyLengthInCableOrder(int hosts) {
        Fabric fabric = Fabric.of(new RingFacts(hosts, 2).build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        assertThat(fabric.shape().hosts())
                .containsExactlyElementsOf(
                        fabric.inventory().hosts().stream().map(h -> h.host()).toList());
        assertThat(fabric.cables()).hasSize(hosts).allSatisfy(c -> {
            assertThat(c.links()).hasSize(2);
            assertThat(c.a().number()).isNotEqualTo(c.b().number());
        });
    }

    @Test
    void findsTheSameRingByAddressesByMacsByLldpAndByIpv6Neighbours() {
        List<String> byAddress = cablesOf(new RingFacts(4, 2));
        assertThat(byAddress).hasSize(4);
        assertThat(cablesOf(new RingFacts(4, 2).unaddressed().withNeighbours())).isEqualTo(byAddress);
        assertThat(cablesOf(new RingFacts(4, 2).unaddressed().withLldp())).isEqualTo(byAddress);
        assertThat(cablesOf(new RingFacts(4, 2).unaddressed().withIpv6Neighbours()))
                .isEqualTo(byAddress);
        assertThat(cablesOf(new RingFacts(4, 2).unaddressed())).isEmpty();
    }

    @Test
    void believesMacsAgainstAddressesWhenPlugsAreSwapped() {
        Fabric fabric =
                Fabric.of(new RingFacts(4, 2).withNeighbours().swapPlugs(1).build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        assertThat(fabric.cables().stream().map(Cable::toString))
                .containsExactly(
                        "spark1 port 0 - spark2 port 0",
                        "spark1 port 1 - spark4 port 0",
                        "spark2 port 1 - spark3 port 1",
                        "spark3 port 0 - spark4 port 1");
        assertThat(fabric.claims().stream().map(Link::toString)).contains("spark1:enp1s0f0np0 - spark2:enp1s0f1np1");
    }

    @Test
    void keepsSeveralNetworksInsideOne24Apart() {
        Fabric fabric = Fabric.of(new RingFacts(3, 1).prefix(30).build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        assertThat(fabric.cables()).hasSize(3);
    }

    @Test
    void findsAPathWhenOneCableIsUnplugged() {
        Fabric fabric = Fabric.of(new RingFacts(5, 2).unplug(4, 0).build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.PATH);
        assertThat(fabric.shape().hosts()).containsExactly("spark1", "spark2", "spark3", "spark4", "spark5");
        assertThat(fabric.claims()).as("the addresses still claim the cable").hasSize(10);
    }

    @Test
    void givesTheReasonWhenTheHostsFallApart() {
        Shape shape =
                Fabric.of(new RingFacts(4, 1).unplug(0, 0).unplug(2, 0).build()).shape();
        assertThat(shape.kind()).isEqualTo(Shape.Kind.NONE);
        assertThat(shape.reason()).contains("2 groups").contains("{spark1, spark4} {spark2, spark3}");
    }

    @Test
    void takesOneNetworkOfAllHostsForASwitch() {
        Fabric fabric = Fabric.of(new RingFacts(4, 1).allIn("10.60.0.0/24").build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.SWITCHED);
        assertThat(fabric.segments())
                .singleElement()
                .satisfies(s -> assertThat(s.hosts()).hasSize(4));
    }

    @Test
    void seesTheRingBehindOneSharedNetworkWhenEachPortSeesOnePeer() {
        Fabric fabric = Fabric.of(
                new RingFacts(4, 2).allIn("10.60.0.0/24").withNeighbours().build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        assertThat(fabric.cables()).allMatch(Cable::isSeen);
    }

    @Test
    void leavesTheLanAloneAndKnowsPlanesAndPorts() {
        Fabric fabric = Fabric.of(new RingFacts(3, 2).build());
        assertThat(fabric.management())
                .allSatisfy(m -> assertThat(m.role()).isEqualTo(ManagementNetdev.Role.DEFAULT_ROUTE));
        assertThat(fabric.functionsOf("spark1").stream()
                        .map(f -> f.name() + " plane " + f.plane() + " "
                                + f.port().label()))
                .containsExactly(
                        "enp1s0f0np0 plane 0 port 0",
                        "enp1s0f1np1 plane 0 port 1",
                        "enP2p1s0f0np0 plane 1 port 0",
                        "enP2p1s0f1np1 plane 1 port 1");
    }

    @Test
    void findsThePortsByNameWhenRdmaWasNotLookedAt() {
        Fabric fabric = Fabric.of(new RingFacts(3, 2).withoutRdma().build());
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        assertThat(fabric.functionsOf("spark2")).hasSize(4);
    }

    @Test
    void countsACableWhoseEndsDifferInPrefixLength() {
        Fabric fabric = Fabric.of(Inventory.of(List.of(
                host("a", "10.0.0.1", 24).build(), host("b", "10.0.0.2", 30).build())));
        assertThat(fabric.cables()).hasSize(1);
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.PAIR);
    }

    @Test
    void joinsStatedCablesByPortWhereNothingElseSpeaks() {
        List<StatedCable> stated = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            stated.add(new StatedCable(
                    new StatedCable.End("Spark " + (i + 1), OptionalInt.of(0), Optional.empty()),
                    new StatedCable.End("Spark " + ((i + 1) % 3 + 1), OptionalInt.of(1), Optional.empty()),
                    Optional.empty(),
                    Evidence.NONE));
        }
        Inventory known = new RingFacts(3, 2).unaddressed().build();
        Fabric fabric = Fabric.of(new Inventory(known.hosts(), stated, List.of()));
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        assertThat(fabric.links()).hasSize(6).allMatch(l -> l.basis() == Link.Basis.STATED);
        Fabric wordsAlone = Fabric.of(new Inventory(List.of(), stated, List.of()));
        assertThat(wordsAlone.shape().hosts()).containsExactly("Spark 1", "Spark 2", "Spark 3");
    }

    @Test
    void isTheSameWhateverTheOrderOfHosts() {
        Inventory inventory = new RingFacts(7, 2).withNeighbours().build();
        Inventory reversed = Inventory.of(inventory.hosts().reversed());
        assertThat(Fabric.of(reversed)).isEqualTo(Fabric.of(inventory));
    }

    @Test
    void saysWhyNothingWasFound() {
        assertThat(Fabric.of(Inventory.of(List.of())).shape().reason()).contains("no host shows a fabric port");
        assertThat(Fabric.of(Inventory.of(List.of(host("a", "10.0.0.1", 24).build())))
                        .shape()
                        .reason())
                .contains("one host alone");
    }

    private static FactsBuilder host(String name, String address, int prefix) {
        FactsBuilder builder = new FactsBuilder(name);
        builder.netdev("enp1s0f0np0", Evidence.NONE)
                .state(LinkState.UP)
                .address(NetAddress.live(Ipv4Address.parse(address).orElseThrow(), prefix, Evidence.NONE));
        return builder;
    }

    private static List<String> cablesOf(RingFacts facts) {
        return Fabric.of(facts.build()).cables().stream().map(Cable::toString).toList();
    }
}
