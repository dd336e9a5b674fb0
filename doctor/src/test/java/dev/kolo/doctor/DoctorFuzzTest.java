package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Real inputs, cut, mixed and spoiled by a seed: the doctor always answers, each of its findings can be acted on, and a sick
 * input never becomes "all fine" while the lines that showed the trouble are still there. A failure names its seed.
 */
class DoctorFuzzTest {
    private static final int CASE_SEEDS = 2400;
    private static final int RING_SEEDS = 160;

    private static final List<String> CASES = List.of(
            "cases/01-triangle-same-index-cables",
            "cases/03-ring-env-not-reaching-workers",
            "cases/04-transfer-uses-unreachable-fabric-address",
            "cases/06-gid-index-differs-per-node",
            "cases/07-healthy-pair-two-halves",
            "cases/09-four-ring-tree-connect",
            "cases/10-second-plane-zero-bytes",
            "cases/11-kernel-cma-enomem",
            "cases/13-packet-loss-stall",
            "cases/14-netplan-apply-management-blip",
            "cases/16-prefix-24-but-cables-are-30",
            "cases/18-ibstat-one-port-down",
            "cases/20-hairpin-overflow-on-ring");

    private static final List<String> RINGS = List.of(
            "recorded/ring3-swap",
            "recorded/ring4-mtu",
            "recorded/ring4-port-down",
            "recorded/ring4-relay",
            "recorded/ring4-duplicate-subnets",
            "recorded/ring4-plane2-unaddressed",
            "recorded/samples/ring4-second-plane-unaddressed");

    private static final List<String> NOISE = List.of(
            "",
            "lorem ipsum dolor",
            "{\"a\": [1, 2",
            "]]}}",
            "### section x y",
            "### end x rc=0",
            "== otherhost",
            "root@box:~# ls",
            "\u001b[31mred\u001b[0m",
            "2: enp9s0f0np0: <BROADCAST> mtu 1500 state UP",
            "    inet 10.10.0.10/24 scope global enp9s0f0np0",
            "spark9:1:1 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE",
            "-A FORWARD -j ACCEPT",
            "filter protocol 0x88b5 pref 11 flower handle 0x1");

    @Test
    void answersWhateverBecomesOfTheCases() {
        spoil(CASES, CASE_SEEDS);
    }

    @Test
    void answersWhateverBecomesOfRecordedRings() {
        spoil(RINGS, RING_SEEDS);
    }

    /** What is added around a text hides nothing in it. */
    @Test
    void seesTheSameThroughWhatIsWrittenAroundIt() {
        for (String folder : CASES) {
            Shown shown = Shown.folder(folder);
            Set<Object> expected = new HashSet<>(troubles(judge(shown)));
            for (long seed = 0; seed < 24; seed++) {
                Random random = new Random(seed);
                UnaryOperator<String> wrapped = text -> "Hello all,\n" + " ".repeat(random.nextInt(3))
                        + "see below.\n\n" + text + "\n\nThanks, " + random.nextInt(1000) + "\n";
                assertThat(new HashSet<Object>(troubles(judge(shown.rewritten(wrapped)))))
                        .as("%s, seed %d", folder, seed)
                        .isEqualTo(expected);
            }
        }
    }

    private static void spoil(List<String> folders, int seeds) {
        Map<String, Shown> originals = new LinkedHashMap<>();
        Map<String, List<Finding>> sick = new LinkedHashMap<>();
        for (String folder : folders) {
            Shown shown = Shown.folder(folder);
            originals.put(folder, shown);
            sick.put(
                    folder,
                    judge(shown).findings().stream()
                            .filter(f -> f.severity() != Severity.INFO)
                            .toList());
        }
        for (long seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            String folder = folders.get(random.nextInt(folders.size()));
            Shown spoiled = originals.getOrDefault(folder, Shown.text("", ""));
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                spoiled = spoiled(spoiled, random);
            }
            Diagnosis diagnosis = judge(spoiled);
            String where = folder + ", seed " + seed;
            usable(diagnosis, where);
            boolean allFine = diagnosis.isHealthy()
                    && diagnosis.notObserved().isEmpty()
                    && !diagnosis.fabric().functions().isEmpty();
            if (allFine) {
                Shown seen = spoiled;
                assertThat(sick.getOrDefault(folder, List.of()))
                        .as("findings of %s whose lines are all still there, while everything is called fine", where)
                        .noneMatch(f -> isStillShown(f, seen));
            }
        }
    }

    private static void usable(Diagnosis diagnosis, String where) {
        assertThat(Chain.flat(diagnosis.chains())).as(where).containsExactlyInAnyOrderElementsOf(diagnosis.findings());
        for (Finding finding : diagnosis.findings()) {
            assertThat(List.of(
                            finding.subject(), finding.seen(), finding.wanted(), finding.consequence(), finding.fix()))
                    .as("%s, %s", where, finding.code())
                    .noneMatch(String::isBlank);
        }
    }

    private static boolean isStillShown(Finding finding, Shown shown) {
        String all = String.join("\n", shown.files().values());
        return !finding.evidence().isEmpty()
                && finding.evidence().stream().map(Evidence::text).allMatch(text -> all.contains(text.strip()));
    }

    private static Shown spoiled(Shown shown, Random random) {
        List<String> names = new ArrayList<>(shown.files().keySet());
        if (names.isEmpty()) {
            return shown;
        }
        String victim = names.get(random.nextInt(names.size()));
        String other = shown.files().getOrDefault(names.get(random.nextInt(names.size())), "");
        Map<String, String> files = new LinkedHashMap<>(shown.files());
        if (random.nextInt(12) == 0) {
            files.remove(victim);
        } else {
            files.computeIfPresent(victim, (name, text) -> changed(text, other, random));
        }
        return new Shown(files);
    }

    private static String changed(String text, String other, Random random) {
        if (text.isEmpty()) {
            return NOISE.get(random.nextInt(NOISE.size()));
        }
        int at = random.nextInt(text.length());
        int line = text.lastIndexOf('\n', at) + 1;
        int next = text.indexOf('\n', at) < 0 ? text.length() : text.indexOf('\n', at) + 1;
        return switch (random.nextInt(9)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(at);
            case 2 -> text.substring(0, line) + text.substring(next);
            case 3 -> text.substring(0, next) + text.substring(line);
            case 4 -> text.substring(0, line) + NOISE.get(random.nextInt(NOISE.size())) + "\n" + text.substring(line);
            case 5 ->
                text.substring(0, at)
                        + (char) (32 + random.nextInt(95))
                        + text.substring(Math.min(text.length(), at + 1));
            case 6 -> text.replace("\n", "\r\n");
            case 7 -> text.substring(0, line) + other + text.substring(line);
            default -> text.substring(0, at) + "\n" + text.substring(at);
        };
    }
}
