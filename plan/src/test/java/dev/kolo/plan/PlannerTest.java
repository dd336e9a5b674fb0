package dev.kolo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.cabling.RankOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlannerTest {
    /** Cabled as a-c-b-d-a, so that the order of names is not the order of cables. */
    private static final List<String> CABLE_ORDER = List.of("a", "c", "b", "d");

    @Test
    void ordersRanksAlongTheCablesNotByName() {
        Plan plan = plan(ring(CABLE_ORDER));
        assertThat(plan.shape()).isEqualTo(Shape.Kind.RING);
        assertThat(plan.order()).containsExactlyElementsOf(CABLE_ORDER);
        assertThat(plan.links()).hasSize(8).allSatisfy(link -> {
            int from = plan.order().indexOf(link.a().host());
            int to = plan.order().indexOf(link.b().host());
            assertThat(to).isEqualTo((from + 1) % 4);
            assertThat(link.subnet()).isPresent();
        });
    }

    @Test
    void saysThatARingOfFourHasLanesBetweenNeighboursOnly() {
        assertThat(plan(ring(CABLE_ORDER)).lanes())
                .isInstanceOfSatisfying(
                        PairingResult.NeighboursOnly.class,
                        only -> assertThat(only.unpaired()).hasSize(2));
        assertThat(plan(ring(List.of("a", "b", "c"))).lanes()).isInstanceOf(PairingResult.EveryPair.class);
    }

    @Test
    void refusesAnotherShapeThanTheWantedOne() {
        RankOrder order = RankOrder.of(ring(CABLE_ORDER), Optional.of(Shape.Kind.PATH));
        assertThat(order).isInstanceOfSatisfying(RankOrder.Refused.class, refused -> {
            assertThat(refused.refusal().code()).isEqualTo(Code.SHAPE_NOT_RING);
            assertThat(refused.refusal().seen()).isEqualTo("ring (a – c – b – d)");
            assertThat(refused.refusal().wanted()).isEqualTo("path");
        });
    }

    @Test
    void refusesHostsThatMakeNoShape() {
        Fabric fabric = Fabric.of(Inventory.of(List.of(host("a", 0, 5), host("b", 9, 11))));
        assertThat(RankOrder.of(fabric, Optional.empty())).isInstanceOf(RankOrder.Refused.class);
    }

    @Test
    void writesTheSameBytesForTheSameFabric() {
        String json = PlanJson.write(plan(ring(CABLE_ORDER)));
        assertThat(json).isEqualTo(PlanJson.write(plan(ring(CABLE_ORDER)))).endsWith("}\n");
        assertThat(JsonReader.read(json)).isNotNull();
        assertThat(json)
                .contains("\"schema\": \"kolo.plan/1\"")
                .contains("\"a\": {\"host\": \"a\", \"netdev\": \"enp1s0f0np0\"}")
                .contains("\"pairing\": \"neighbours only\"");
    }

    private static Plan plan(Fabric fabric) {
        PlanOutcome outcome = Planner.plan(fabric, PlanRequest.DEFAULT);
        assertThat(outcome).isInstanceOf(PlanOutcome.Planned.class);
        return ((PlanOutcome.Planned) outcome).plan();
    }

    private static Fabric ring(List<String> order) {
        List<NodeFacts> hosts = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            hosts.add(host(order.get(i), i, (i + order.size() - 1) % order.size()));
        }
        return Fabric.of(Inventory.of(hosts));
    }

    /** Port 0 lies in the network of one cable, port 1 in that of another; both planes. */
    private static NodeFacts host(String name, int cableOfPort0, int cableOfPort1) {
        FactsBuilder builder = new FactsBuilder(name);
        for (int plane = 0; plane < 2; plane++) {
            String prefix = plane == 0 ? "enp1s0f" : "enP2p1s0f";
            builder.netdev(prefix + "0np0", Evidence.NONE)
                    .state(LinkState.UP)
                    .address(NetAddress.live(Ipv4Address.of(10, 10 + plane, cableOfPort0, 10), 24, Evidence.NONE));
            builder.netdev(prefix + "1np1", Evidence.NONE)
                    .state(LinkState.UP)
                    .address(NetAddress.live(Ipv4Address.of(10, 10 + plane, cableOfPort1, 11), 24, Evidence.NONE));
        }
        return builder.build();
    }
}
