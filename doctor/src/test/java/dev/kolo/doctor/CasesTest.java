package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real trouble as people pasted it: what each case shows is said, what it forbids is not, and healthy ones are silent. */
class CasesTest {
    /** Of each case; a failure names the seed. */
    private static final int SEEDS = 160;

    private static final String TRIANGLE = "cases/01-triangle-same-index-cables";
    private static final String RING_ENV = "cases/03-ring-env-not-reaching-workers";
    private static final String TRANSFER = "cases/04-transfer-uses-unreachable-fabric-address";
    private static final String GID_INDEX = "cases/06-gid-index-differs-per-node";
    private static final String HEALTHY_PAIR = "cases/07-healthy-pair-two-halves";
    private static final String TREE = "cases/09-four-ring-tree-connect";
    private static final String IDLE_PLANE = "cases/10-second-plane-zero-bytes";
    private static final String KERNEL = "cases/11-kernel-cma-enomem";
    private static final String LOSS = "cases/13-packet-loss-stall";
    private static final String WINDOW = "cases/14-netplan-apply-management-blip";
    private static final String PREFIX = "cases/16-prefix-24-but-cables-are-30";
    private static final String IBSTAT = "cases/18-ibstat-one-port-down";
    private static final String HAIRPIN = "cases/20-hairpin-overflow-on-ring";

    private static Diagnosis of(String folder, String... files) {
        Shown shown = Shown.folder(folder);
        return judge(files.length == 0 ? shown : shown.only(files));
    }

    @Test
    void namesThePlugToMoveOnTheTriangle() {
        Diagnosis diagnosis = of(TRIANGLE);
        Finding finding = only(diagnosis, Code.CABLE_SAME_INDEX);
        assertThat(troubles(diagnosis)).containsExactly(Code.CABLE_SAME_INDEX);
        assertThat(finding.fix())
                .startsWith("on node2 exchange the plugs of port 0 and port 1")
                .contains("or use an NCCL build");
        assertThat(finding.subject())
                .contains("node1 port 0 to node2 port 0")
                .contains("node2 port 1 to node3 port 1")
                .doesNotContain("node3 port 0");
        for (Finding any : diagnosis.findings()) {
            assertThat(any.toString())
                    .doesNotContainIgnoringCase("bad cable")
                    .doesNotContain("NCCL_IB_TIMEOUT")
                    .doesNotContain("NCCL_CROSS_NIC");
        }
    }

    @Test
    void namesTheLoopbackHeadAndAsksForEachRanksEnvironment() {
        Diagnosis diagnosis = of(RING_ENV);
        assertThat(troubles(diagnosis)).containsExactly(Code.HEAD_IS_LOOPBACK, Code.SOCKET_IFNAME_LISTS_FABRIC);
        assertThat(codes(diagnosis)).contains(Code.HCA_SELECTOR_LOOSE);
        assertThat(diagnosis.notObserved())
                .anyMatch(n -> n.check().contains("ENV_PLAN_VS_PROCESS_MISMATCH")
                        && n.askFor().contains("docker inspect"));
    }

    @Test
    void namesTheAddressThatBothHostsOfTheJobShare() {
        Diagnosis diagnosis = of(TRANSFER);
        Finding finding = only(diagnosis, Code.PEER_FABRIC_ADDRESS_WRONG);
        assertThat(troubles(diagnosis)).containsExactly(Code.PEER_FABRIC_ADDRESS_WRONG);
        assertThat(finding.seen()).contains("192.168.2.2 belongs to n3");
        assertThat(finding.fix()).contains("192.168.0.2");
    }

    @Test
    void namesTheIndexOfEachHostAndTheAddressThatMovedIt() {
        Diagnosis diagnosis = of(GID_INDEX);
        Finding finding = only(diagnosis, Code.GID_INDEX_DIFFERS);
        assertThat(troubles(diagnosis)).containsExactly(Code.GID_INDEX_DIFFERS, Code.LINK_LOCAL_FABRIC);
        assertThat(finding.seen()).startsWith("head: 4 and worker: 3").contains("169.254.42.7");
        assertThat(finding.consequence()).contains("unset is not enough");
        assertThat(finding.fix()).contains("link-local: []");
    }

    @Test
    void staysSilentOnTheHealthyPair() {
        Diagnosis diagnosis = of(HEALTHY_PAIR);
        assertSilent(diagnosis);
        assertThat(only(diagnosis, Code.HCA_SELECTOR_LOOSE).fix()).contains("NCCL_IB_HCA==rocep1s0f1,roceP2p1s0f1");
    }

    @Test
    void namesTheTreeThatWantsOppositeHosts() {
        Diagnosis diagnosis = of(TREE, "failing");
        Finding finding = only(diagnosis, Code.TREE_NEEDS_DIAGONAL);
        assertThat(troubles(diagnosis)).containsExactly(Code.TREE_NEEDS_DIAGONAL);
        assertThat(finding.seen()).contains("rank 0 with rank 2");
        assertThat(finding.fix()).contains("NCCL_SWITCHLESS_RING_ONLY=1").contains("Duplicate NCCL runtime found");
        assertThat(finding.evidence()).anyMatch(e -> e.text().contains("ncclTransportTreeConnect"));
    }

    @Test
    void staysSilentOnARingThatLeavesTheTreeOut() {
        assertSilent(of(TREE, "working"));
        assertThat(troubles(of(TREE))).containsExactly(Code.TREE_NEEDS_DIAGONAL);
    }

    @Test
    void namesBothCausesOfTheIdlePlaneInOrder() {
        Diagnosis diagnosis = of(IDLE_PLANE);
        assertThat(troubles(diagnosis))
                .containsExactly(
                        Code.DUPLICATE_ADDRESS,
                        Code.DUPLICATE_SUBNET,
                        Code.TWINS_IN_ONE_SUBNET,
                        Code.UNADDRESSED,
                        Code.DEVICES_CARRY_NOTHING,
                        Code.LISTENER_CAP);
        Finding idle = only(diagnosis, Code.DEVICES_CARRY_NOTHING);
        assertThat(idle.subject()).isEqualTo("roceP2p1s0f0, roceP2p1s0f1");
        assertThat(idle.evidence()).anyMatch(e -> e.text().contains("overriding dev 2 with dev 0"));
        assertThat(idle.evidence()).noneMatch(e -> e.text().contains("via NET/IB/2"));
        assertThat(only(diagnosis, Code.UNADDRESSED).seen())
                .contains("MTU 1500")
                .contains("GID index 3");
        assertThat(only(diagnosis, Code.LISTENER_CAP).confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(only(diagnosis, Code.DUPLICATE_SUBNET).seen())
                .contains("10.10.0.10")
                .contains("10.10.3.11");
        assertThat(diagnosis.notObserved())
                .extracting(NotObserved::askFor)
                .anyMatch(a -> a.contains("ListenerRouting"));
    }

    @Test
    void staysSilentOnTheRepairedPlane() {
        assertSilent(of(IDLE_PLANE, "log-after"));
    }

    @Test
    void namesTheKernelOnlyWhereTheNumbersAreImpossible() {
        Finding finding = only(of(KERNEL), Code.KERNEL_CMA);
        assertThat(finding.seen()).contains("CmaFree 940604 kB");
        assertThat(finding.fix()).contains("6.17").contains("kho=off");
        assertThat(finding.evidence()).anyMatch(e -> e.text().startsWith("CmaFree:"));
        assertThat(troubles(of(KERNEL))).containsExactly(Code.KERNEL_CMA);
        assertThat(troubles(of(KERNEL, "meminfo-bad"))).containsExactly(Code.KERNEL_CMA);
        assertSilent(of(KERNEL, "meminfo-fixed"));
    }

    @Test
    void namesLossByTheGrowthOfCounters() {
        assertThat(troubles(of(LOSS))).containsExactly(Code.FABRIC_LOSS);
        assertThat(only(of(LOSS), Code.FABRIC_LOSS).seen())
                .contains("packet_seq_err +4830")
                .contains("out_of_sequence +5057");
    }

    @Test
    void namesTheQueueThatIsTooSmallAndNotTheLossThatFollows() {
        Diagnosis diagnosis = of(HAIRPIN);
        assertThat(troubles(diagnosis)).containsExactly(Code.HAIRPIN_QUEUE_TOO_SMALL);
        Finding finding = only(diagnosis, Code.HAIRPIN_QUEUE_TOO_SMALL);
        assertThat(finding.seen())
                .contains("hairpin_queue_size 1024")
                .contains("rx_out_of_buffer +259612")
                .contains("out_of_sequence +55327")
                .contains("SGLANG_ROCE_MAX_SIZE=262144");
        assertThat(finding.fix())
                .contains("hairpin_queue_size 8192 at boot")
                .contains("cap one operation at 81920 bytes")
                .contains("Never change it while the engine runs");
        assertSilent(judge(Shown.folder(HAIRPIN)
                .rewritten(text -> text.lines()
                        .filter(line -> !line.startsWith("hairpin_queue_size 1024"))
                        .reduce("", (all, line) -> all + line + "\n"))
                .inventory()));
    }

    @Test
    void tellsCablesApartByTheLengthThatNcclCompares() {
        assertSilent(of(PREFIX, "ip-A"));
        Diagnosis diagnosis = of(PREFIX, "ip-B");
        assertThat(troubles(diagnosis)).containsExactly(Code.PREFIX_LEN_MERGES_CABLES);
        assertThat(only(diagnosis, Code.PREFIX_LEN_MERGES_CABLES).fix()).contains("NCCL_IB_SUBNET_PREFIX_LEN=30");
        assertThat(troubles(of(PREFIX))).containsExactly(Code.PREFIX_LEN_MERGES_CABLES);
        assertThat(only(of(PREFIX), Code.MTU_SMALL).severity().name()).isEqualTo("INFO");
    }

    @Test
    void needsBothPortsForARingAndOneForAPair() {
        assertSilent(of(IBSTAT));
        assertThat(codes(of(IBSTAT))).containsExactly(Code.ONE_CABLE_TWO_FUNCTIONS);
        assertSilent(judge(Shown.folder(IBSTAT).inventory(), Shape.Kind.PAIR));
        Diagnosis ring = judge(Shown.folder(IBSTAT).inventory(), Shape.Kind.RING);
        assertThat(troubles(ring)).containsExactly(Code.PORT_NO_LINK);
        assertThat(only(ring, Code.PORT_NO_LINK).subject()).startsWith("port 1");
    }

    @ParameterizedTest
    @CsvSource({
        TRIANGLE + ", node1 node2 node3",
        RING_ENV + ", ''",
        TRANSFER + ", n1 n2 n3",
        GID_INDEX + ", head worker",
        HEALTHY_PAIR + ", node-a node-b",
        TREE + ", ''",
        IDLE_PLANE + ", ''",
        KERNEL + ", ''",
        LOSS + ", ''",
        WINDOW + ", ''",
        IBSTAT + ", ''",
        HAIRPIN + ", ''",
        PREFIX + ", n0 n1 n2"
    })
    void saysTheSameOfACaseUnderOtherNamesAndAddresses(String folder, String hosts) {
        Shown original = Shown.folder(folder);
        List<Code> expected = codes(judge(original));
        List<Code> roots = roots(judge(original));
        List<String> names = hosts.isEmpty() ? List.of() : List.of(hosts.split(" ", -1));
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<String> order = new ArrayList<>(original.files().keySet());
            if (!folder.equals(KERNEL)) {
                // Two readings of one machine's memory contradict each other there; the first one counts.
                Collections.shuffle(order, new Random(seed));
            }
            Shown disguised = original.rewritten(new Disguise(seed, names))
                    .rewritten(asPasted(seed))
                    .inOrder(order);
            Diagnosis diagnosis = judge(disguised);
            assertThat(codes(diagnosis))
                    .as("codes of %s under seed %d", folder, seed)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(roots(diagnosis))
                    .as("roots of %s under seed %d", folder, seed)
                    .isEqualTo(roots);
        }
    }

    private static List<Code> roots(Diagnosis diagnosis) {
        return diagnosis.chains().stream().map(c -> c.root().code()).toList();
    }

    /** What happens to texts on their way into a forum: line ends of Windows, a blank line or two, marks of quotation. */
    private static UnaryOperator<String> asPasted(long seed) {
        return switch ((int) (seed % 4)) {
            case 1 -> text -> text.replace("\n", "\r\n");
            case 2 -> text -> "\n\n" + text + "\n";
            case 3 -> text -> "> " + text.stripTrailing().replace("\n", "\n> ") + "\n";
            default -> text -> text;
        };
    }
}
