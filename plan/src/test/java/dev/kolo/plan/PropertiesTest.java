package dev.kolo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.Boxes.Ends;
import dev.kolo.plan.PlanRequest.Nccl;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.address.ComparedPrefix;
import dev.kolo.plan.proof.Proof;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every plan, over thousands of seeded random fabrics and requests. */
class PropertiesTest {
    private static final int FABRICS_A_SEED = 250;

    /** Every so many fabrics: planned twice, written, read back. */
    private static final int CLOSER_LOOK_EVERY = 10;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyPlanIsSoundAndTheSameEachTime(long seed) {
        Random random = new Random(seed);
        int planned = 0;
        for (int i = 0; i < FABRICS_A_SEED; i++) {
            Boxes boxes = boxes(random);
            PlanRequest request = request(random);
            Fabric fabric = boxes.fabric();
            String name = "seed " + seed + ", fabric " + i + ", " + request;
            PlanOutcome outcome = Planner.plan(fabric, request);
            if (i % CLOSER_LOOK_EVERY == 0) {
                assertThat(Planner.plan(boxes.fabric(), request)).as(name).isEqualTo(outcome);
            }
            if (outcome instanceof PlanOutcome.Planned(Plan plan)) {
                planned++;
                isSound(plan, name);
                if (i % CLOSER_LOOK_EVERY == 0) {
                    String json = PlanJson.write(plan);
                    assertThat(PlanJson.read(json)).as(name).isEqualTo(new Decoded.Whole<>(plan));
                    keepsWhatWasSound(fabric, plan, request, name);
                }
            } else if (outcome instanceof PlanOutcome.Refused refused) {
                assertThat(refused.refusal().seen()).as(name).doesNotContain("frame");
            }
        }
        assertThat(planned).as("most requests of seed %d are granted", seed).isGreaterThan(FABRICS_A_SEED / 2);
    }

    private static void isSound(Plan plan, String name) {
        assertThat(plan.proofs()).as(name).hasSize(11).allMatch(Proof::holds);
        Set<Ipv4Address> seen = new HashSet<>();
        for (PlannedHost host : plan.hosts()) {
            for (PlannedFunction function : host.functions()) {
                if (function.linked()) {
                    assertThat(seen.add(function.address().orElseThrow()))
                            .as(name)
                            .isTrue();
                }
            }
        }
        int length = plan.addresses().comparedPrefixLength();
        assertThat(ComparedPrefix.isSound(length, plan.addresses().links()))
                .as(name)
                .isTrue();
    }

    /** A second plan over the first one's addresses changes none of them. */
    private static void keepsWhatWasSound(Fabric fabric, Plan plan, PlanRequest request, String name) {
        if (!request.comparedPrefixLength().isEmpty() || request.readdress()) {
            return;
        }
        boolean allKept = plan.addresses().links().stream().allMatch(l -> l.kept());
        if (allKept) {
            PlanOutcome again =
                    Planner.plan(fabric, request.with().linkPrefixLength(30).build());
            assertThat(again)
                    .as(name)
                    .isInstanceOfSatisfying(
                            PlanOutcome.Planned.class,
                            p -> assertThat(p.plan().addresses().links())
                                    .isEqualTo(plan.addresses().links()));
        }
    }

    private static Boxes boxes(Random random) {
        int hosts = 3 + random.nextInt(random.nextInt(10) == 0 ? 30 : 8);
        Boxes boxes = random.nextInt(4) == 0 ? Boxes.path(hosts) : Boxes.ring(hosts);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            names.add((random.nextBoolean() ? "box-" : "s") + i);
        }
        Collections.shuffle(names, random);
        boxes.names(names).planes(1 + random.nextInt(2));
        for (int host = 0; host < hosts; host++) {
            boxes.upPort(host, random.nextInt(8) == 0 ? 1 : 0);
        }
        int style = random.nextInt(6);
        int length = random.nextInt(2) == 0 ? 24 : 30;
        long salt = random.nextLong();
        boxes.addresses((cable, plane) -> address(style, length, cable, plane, new Random(salt + cable * 31L + plane)));
        if (random.nextInt(4) == 0) {
            boxes.change(
                    random.nextInt(hosts),
                    facts -> facts.netdev("docker0", Evidence.NONE)
                            .kind("bridge")
                            .address(NetAddress.live(Ipv4Address.of(10, 40, 3, 1), 16, Evidence.NONE)));
        }
        return boxes;
    }

    private static Optional<Ends> address(int style, int length, int cable, int plane, Random random) {
        String own = "10." + (100 + plane) + "." + cable + ".0/" + length;
        return switch (style) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(Ends.in(own, 1, 2));
            case 2 -> random.nextInt(3) == 0 ? Optional.empty() : Optional.of(Ends.in(own, 1, 2));
            case 3 -> Optional.of(Ends.in("10.9.9." + (cable * 2 + plane) * 4 % 256 + "/30", 1, 2));
            case 4 -> Optional.of(Ends.in("10.77." + cable + ".0/24", 1, 2));
            default ->
                random.nextInt(3) == 0
                        ? Optional.of(new Ends(
                                Ipv4Address.of(10, 101, cable, 1), 24, Ipv4Address.of(10, 102 + plane, cable, 1), 24))
                        : Optional.of(Ends.in("10.8" + plane + "." + cable + ".0/24", 1, 2));
        };
    }

    private static PlanRequest request(Random random) {
        PlanRequest.Builder request = (random.nextBoolean() ? Plans.KERNEL : Plans.HARDWARE).with();
        int relays = random.nextInt(10);
        request.relays(relays < 8 ? new Relays.Count(relays) : new Relays.Auto());
        request.linkPrefixLength(new int[] {24, 30, 31}[random.nextInt(3)]);
        request.nccl(random.nextInt(3) == 0 ? Nccl.STOCK : Nccl.PATCHED);
        request.keepApart(random.nextInt(8) == 0);
        request.transitRoutes(random.nextInt(8) == 0);
        request.readdress(random.nextInt(8) == 0);
        if (random.nextInt(6) == 0) {
            request.pools(List.of(Subnet.parse("10.200.0.0/14").orElseThrow()));
        }
        if (random.nextInt(8) == 0) {
            request.comparedPrefixLength(20 + random.nextInt(12));
        }
        if (random.nextInt(5) == 0) {
            request.groups(List.of(new RankRange(0, 1 + random.nextInt(2))));
        }
        return request.build();
    }
}
