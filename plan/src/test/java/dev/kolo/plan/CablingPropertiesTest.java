package dev.kolo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Boxes.Ends;
import dev.kolo.plan.PlanRequest.Nccl;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.wish.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over seeded random fabrics: what is cabled wrongly or by half is refused with the plug's name, and all shapes are planned. */
class CablingPropertiesTest {
    private static final int FABRICS_A_SEED = 120;

    private static Boxes boxes(Random random, int hosts) {
        Boxes boxes = random.nextInt(3) == 0 ? Boxes.path(hosts) : Boxes.ring(hosts);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            names.add("box" + (char) ('a' + random.nextInt(26)) + i);
        }
        return boxes.names(names)
                .addresses((cable, plane) -> Optional.of(Ends.in("10.1" + plane + "." + cable + ".0/24", 10, 11)));
    }

    private static String said(Finding refusal) {
        return refusal.host() + " " + refusal.subject() + " " + refusal.seen() + " " + refusal.fix();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void refusesExchangedPlugsAndNamesTheHostAndThePort(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < FABRICS_A_SEED; i++) {
            int hosts = 3 + random.nextInt(10);
            int wrong = random.nextInt(hosts);
            Boxes boxes = boxes(random, hosts).planes(1 + random.nextInt(2)).exchangedAddresses(wrong);
            Fabric fabric = boxes.fabric();
            String host = boxes.names().get(wrong);
            String name = "seed " + seed + ", fabric " + i + ", " + host + " of " + boxes.names();
            PlanOutcome outcome = Planner.plan(fabric, request(random));
            assertThat(outcome).as(name).isInstanceOf(PlanOutcome.Refused.class);
            Finding refusal = ((PlanOutcome.Refused) outcome).refusal();
            assertThat(said(refusal)).as(name).contains(host).containsPattern("port [01]");
            assertThat(Planner.plan(
                            fabric, PlanRequest.DEFAULT.with().readdress(true).build()))
                    .as(name)
                    .isInstanceOf(PlanOutcome.Planned.class);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void namesTheDeadHalfOfACableAndRelaysNothingOverIt(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < FABRICS_A_SEED; i++) {
            int hosts = 4 + random.nextInt(9);
            int cable = random.nextInt(hosts - 1);
            Boxes boxes = boxes(random, hosts).deadHalf(cable, 1);
            String function = Boxes.netdev(0, 1) + " of " + boxes.names().get(cable);
            String name = "seed " + seed + ", fabric " + i + ", " + function;
            Finding refusal = Plans.refused(
                    boxes.fabric(),
                    Plans.KERNEL.withRelays(new Relays.Count(1 + random.nextInt(7))),
                    Code.RELAY_PLANE_MISSING);
            assertThat(refusal.seen()).as(name).contains(function + " is down");
            assertThat(refusal.fix()).as(name).contains("port 0");
            Plan plan = Plans.of(boxes.fabric(), PlanRequest.DEFAULT);
            assertThat(plan.notes()).as(name).anyMatch(n -> n.contains(function + " is down"));
            assertThat(plan.proofs()).as(name).allMatch(Proof::holds);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void plansEveryShapeThatIsWishedForWithinItsLimits(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < FABRICS_A_SEED; i++) {
            Shape.Kind kind = List.of(Shape.Kind.PAIR, Shape.Kind.PATH, Shape.Kind.RING, Shape.Kind.SWITCHED)
                    .get(random.nextInt(4));
            int hosts = kind == Shape.Kind.PAIR ? 2 : 3 + random.nextInt(random.nextInt(10) == 0 ? 60 : 14);
            PlanRequest request = request(random);
            String name = "seed " + seed + ", wish " + i + ", " + kind + " of " + hosts + ", " + request;
            PlanOutcome outcome = Planner.plan(Fabric.of(new Wish(kind, hosts).inventory()), request, true);
            switch (outcome) {
                case PlanOutcome.Planned(Plan plan) -> {
                    assertThat(plan.proofs()).as(name).hasSize(11).allMatch(Proof::holds);
                    assertThat(plan.shape()).as(name).isEqualTo(kind);
                    assertThat(plan.order()).as(name).hasSize(hosts).doesNotHaveDuplicates();
                }
                case PlanOutcome.Refused(Finding refusal) ->
                    assertThat(refusal.code()).as(name).isEqualTo(Code.RELAY_REACH);
            }
        }
    }

    private static PlanRequest request(Random random) {
        int relays = random.nextInt(9);
        return (random.nextBoolean() ? Plans.KERNEL : Plans.HARDWARE)
                .with()
                .relays(relays < 8 ? new Relays.Count(relays) : new Relays.Auto())
                .linkPrefixLength(new int[] {24, 30, 31}[random.nextInt(3)])
                .nccl(random.nextInt(4) == 0 ? Nccl.STOCK : Nccl.PATCHED)
                .build();
    }
}
