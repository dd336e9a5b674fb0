package dev.kolo.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever the facts, the doctor answers: no check falls over, every finding can be acted on, and the answer depends on
 * the facts alone. Thousands of fabrics spoiled by a seed; a failure names the seed.
 */
class AnyFactsTest {
    private static final int SEEDS = 1500;
    private static final List<String> VARIABLES = List.of(
            "NCCL_IB_HCA",
            "NCCL_IB_GID_INDEX",
            "NCCL_IB_SUBNET_PREFIX_LEN",
            "NCCL_SOCKET_IFNAME",
            "NCCL_IB_MERGE_NICS",
            "MASTER_ADDR",
            "SGLANG_HOST_IP",
            "SGLANG_ROCE_ALLREDUCE",
            "clock.offsetSeconds",
            "container.memlock",
            "firewall.FORWARD.policy",
            "net.ipv4.ip_local_port_range");
    private static final List<String> VALUES = List.of(
            "",
            "-1",
            "0",
            "3",
            "31",
            "=roce",
            "^rocep1s0f0",
            "roceP2",
            "enP7s7,enp1s0f0np0",
            "127.0.0.1",
            "x'y;$z",
            ",,:");

    @Test
    void answersWhateverTheFacts() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Inventory inventory = spoiled(seed);
            Expectation expectation = Expectation.AUTO.withShape(shape(seed));
            Diagnosis diagnosis = Doctor.examine(inventory, expectation);
            for (Finding finding : diagnosis.findings()) {
                assertThat(List.of(
                                finding.subject(),
                                finding.seen(),
                                finding.wanted(),
                                finding.consequence(),
                                finding.fix()))
                        .as("seed %d, %s", seed, finding.code())
                        .allSatisfy(text -> assertThat(text)
                                .isNotBlank()
                                .doesNotContain("null")
                                .doesNotContain("Optional"));
            }
            assertThat(Doctor.examine(inventory, expectation).findings())
                    .as("seed %d, judged again", seed)
                    .isEqualTo(diagnosis.findings());
        }
    }

    @Test
    void answersTheSameInWhateverOrderTheHostsAreShown() {
        for (long seed = 0; seed < 200; seed++) {
            Inventory inventory = spoiled(seed);
            List<NodeFacts> hosts = new ArrayList<>(inventory.hosts());
            Collections.shuffle(hosts, new Random(seed));
            assertThat(Verdicts.judge(Inventory.of(hosts))).as("seed %d", seed).isEqualTo(Verdicts.judge(inventory));
        }
    }

    private static Optional<Shape.Kind> shape(long seed) {
        Shape.Kind kind = List.of(Shape.Kind.values()).get((int) (seed % 5));
        return kind == Shape.Kind.NONE ? Optional.empty() : Optional.of(kind);
    }

    private static Inventory spoiled(long seed) {
        Random random = new Random(seed);
        int hosts = 1 + random.nextInt(6);
        RingFacts facts =
                hosts == 1 ? RingFacts.of(2) : random.nextInt(5) == 0 ? RingFacts.pair() : RingFacts.of(hosts);
        if (random.nextInt(3) == 0) {
            facts.withoutNeighbours();
        }
        int changes = random.nextInt(8);
        List<RingFacts.End> ends = facts.all();
        for (int i = 0; i < changes; i++) {
            RingFacts.End end = ends.get(random.nextInt(ends.size()));
            RingFacts.End other = ends.get(random.nextInt(ends.size()));
            spoil(facts, end, other, random);
        }
        int lines = random.nextInt(4);
        for (int i = 0; i < lines; i++) {
            facts.also(random.nextInt(2), f -> say(f, random));
        }
        List<NodeFacts> shown = facts.inventory().hosts();
        return Inventory.of(hosts == 1 ? shown.subList(0, 1) : shown);
    }

    private static void spoil(RingFacts facts, RingFacts.End end, RingFacts.End other, Random random) {
        switch (random.nextInt(12)) {
            case 0 -> end.addresses.clear();
            case 1 ->
                end.addresses.add(
                        "10.10." + random.nextInt(4) + "." + random.nextInt(12) + "/" + (16 + random.nextInt(17)));
            case 2 -> end.addresses.addFirst("169.254." + random.nextInt(3) + ".1/16");
            case 3 -> end.state = LinkState.DOWN;
            case 4 -> end.mtu = 256 + random.nextInt(9000);
            case 5 -> end.hasDevice = false;
            case 6 -> end.gids = List.of();
            case 7 -> end.rdmaState = RdmaDevice.State.INIT;
            case 8 -> end.hide();
            case 9 -> facts.unplug(end);
            case 10 -> end.speedMbps = 100_000;
            default -> {
                if (end.host != other.host) {
                    facts.unplug(end);
                    facts.unplug(other);
                    facts.join(end, other);
                }
            }
        }
    }

    private static void say(FactsBuilder facts, Random random) {
        Evidence evidence = new Evidence("any.txt", 1 + random.nextInt(9), "a line");
        String value = anyOf(VALUES, random);
        if (random.nextBoolean()) {
            Setting.Source source = anyOf(List.of(Setting.Source.values()), random);
            facts.setting(new Setting(anyOf(VARIABLES, random), value, source, evidence));
        } else {
            Remark.Kind kind = anyOf(List.of(Remark.Kind.values()), random);
            facts.remark(new Remark(kind, random.nextBoolean() ? value : value + " 0 " + value, evidence));
        }
    }

    private static <T> T anyOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
