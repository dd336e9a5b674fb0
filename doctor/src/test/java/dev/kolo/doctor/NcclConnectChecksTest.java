package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.probe.nccl.NcclLogs;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that fail or break: which ports, which cable, which cause. */
class NcclConnectChecksTest {
    private static final String OWN_PORT_0 = "10.10.0.10";
    private static final String PEER_PORT_1 = "10.10.0.11";
    private static final String PEER_PORT_0 = "10.10.1.10";

    private static Diagnosis withoutFacts(NcclLogs logs) {
        return Doctor.examine(dev.kolo.fabric.facts.Inventory.of(java.util.List.of()), Expectation.AUTO, logs);
    }

    @Test
    void staysSilentOnAHealthyRing() {
        assertSilent(judge(RingFacts.of(4), new RingLogs(4).read()));
        assertSilent(judge(RingFacts.of(3), new RingLogs(3).read()));
        assertSilent(withoutFacts(new RingLogs(4).read()));
    }

    @Test
    void namesTwoPortsWithoutACableAndThePortsThatShareOne() {
        RingLogs logs = new RingLogs(3)
                .without("NCCL_IB_SUBNET_AWARE_ROUTING")
                .cutBefore(0, "Connected all rings")
                .say(0, RingLogs.retry(0, 1, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0))
                .say(0, RingLogs.retry(0, 2, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0))
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0));
        Diagnosis diagnosis = judge(RingFacts.of(3), logs.read());
        Finding finding = only(diagnosis, Code.PAIR_SHARES_NO_CABLE);
        assertThat(troubles(diagnosis)).containsExactly(Code.PAIR_SHARES_NO_CABLE);
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.CERTAIN);
        assertThat(finding.host()).isEqualTo("spark1");
        assertThat(finding.subject()).isEqualTo("spark1 port 0 (enp1s0f0np0) to spark2 port 0 (enp1s0f0np0)");
        assertThat(finding.seen()).contains("110 (ETIMEDOUT)").contains("2 retries cost 0.3 s");
        assertThat(finding.wanted())
                .contains("spark1 port 0 (enp1s0f0np0 10.10.0.10) and spark2 port 1 (enp1s0f1np1 10.10.0.11)");
        assertThat(finding.fix()).startsWith("set NCCL_IB_SUBNET_AWARE_ROUTING=1 on every rank");
        assertThat(finding.consequence()).endsWith("a cable does join spark1 port 0 and spark2 port 1");
        assertThat(finding.evidence().getFirst().text()).contains("NCCL WARN Call to ibv_modify_qp failed with 110");
        assertThat(finding.toString())
                .doesNotContain("NCCL_IB_TIMEOUT")
                .doesNotContain("NCCL_CROSS_NIC")
                .doesNotContainIgnoringCase("bad cable");
    }

    /** What engines, runtimes and terminals put before each line changes nothing of the verdict. */
    @Test
    void saysTheSameBehindAnyPrefix() {
        List<UnaryOperator<String>> loggers = List.of(
                l -> "(Worker_TP0 pid=315) " + l,
                l -> "(RayWorkerWrapper pid=315, ip=10.0.0.9) " + l,
                l -> "vllm-1  | " + l,
                l -> "[pod/vllm-0/vllm] 2026-11-29T17:29:54.123456789Z " + l,
                l -> "[2026-11-29 17:29:54 TP0] " + l,
                l -> "\u001b[36m" + l + "\u001b[0m\r");
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            RingLogs logs = new RingLogs(3)
                    .version("2.28.9+cuda13.0")
                    .cutBefore(0, "Connected all rings")
                    .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0))
                    .rewritten(l -> loggers.get(random.nextInt(loggers.size())).apply(l));
            assertThat(troubles(judge(RingFacts.of(3), logs.read())))
                    .as("seed %d", seed)
                    .containsExactly(Code.NCCL_LACKS_SUBNET_ROUTING, Code.PAIR_SHARES_NO_CABLE);
        }
    }

    @Test
    void blamesTheLibraryThatCannotRoute() {
        RingLogs logs = new RingLogs(3)
                .version("2.28.9+cuda13.0")
                .cutBefore(0, "Connected all rings")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0));
        Diagnosis diagnosis = judge(RingFacts.of(3), logs.read());
        assertThat(troubles(diagnosis)).containsExactly(Code.NCCL_LACKS_SUBNET_ROUTING, Code.PAIR_SHARES_NO_CABLE);
        assertThat(only(diagnosis, Code.PAIR_SHARES_NO_CABLE).fix()).startsWith("use NCCL 2.30.7 or later");
        assertThat(diagnosis.chains()).hasSize(1);
        assertThat(diagnosis.chains().getFirst().root().code()).isEqualTo(Code.NCCL_LACKS_SUBNET_ROUTING);
    }

    @Test
    void sendsAnotherPlugWhereTheCablesJoinEqualPorts() {
        RingFacts facts = RingFacts.of(3).swapPlugs(1);
        for (int plane = 0; plane < 2; plane++) {
            java.util.List<String> zero = java.util.List.copyOf(facts.at(1, plane, 0).addresses);
            java.util.List<String> one = java.util.List.copyOf(facts.at(1, plane, 1).addresses);
            facts.at(1, plane, 0).addresses.clear();
            facts.at(1, plane, 0).addresses.addAll(one);
            facts.at(1, plane, 1).addresses.clear();
            facts.at(1, plane, 1).addresses.addAll(zero);
        }
        RingLogs logs = new RingLogs(3)
                .cutBefore(0, "Connected all rings")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0));
        Diagnosis diagnosis = judge(facts, logs.read());
        assertThat(only(diagnosis, Code.PAIR_SHARES_NO_CABLE).fix())
                .contains("exchange the plugs of port 0 and port 1");
    }

    @Test
    void findsRanksThatDoNotFollowTheCables() {
        RingLogs logs = new RingLogs(4)
                .cutBefore(1, "Connected all rings")
                .say(1, RingLogs.timeout(1, "rocep1s0f0", "10.10.2.10", OWN_PORT_0))
                .rewritten(line -> line.replace("spark2:", "sparkX:")
                        .replace("spark3:", "spark2:")
                        .replace("sparkX:", "spark3:"));
        Diagnosis diagnosis = judge(RingFacts.of(4), logs.read());
        assertThat(troubles(diagnosis)).containsExactly(Code.RANK_ORDER_NOT_CABLE_ORDER, Code.PAIR_SHARES_NO_CABLE);
        assertThat(only(diagnosis, Code.RANK_ORDER_NOT_CABLE_ORDER).evidence()).isNotEmpty();
        assertThat(only(diagnosis, Code.PAIR_SHARES_NO_CABLE).wanted()).contains("none joins");
        assertThat(only(diagnosis, Code.PAIR_SHARES_NO_CABLE).fix())
                .contains("start the ranks in the order of the cables: spark1, spark2, spark3, spark4");
    }

    @Test
    void asksForFactsWhereOnlyTheSubnetsTell() {
        RingLogs logs = new RingLogs(3)
                .cutBefore(0, "Connected all rings")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0));
        Diagnosis diagnosis = withoutFacts(logs.read());
        Finding finding = only(diagnosis, Code.PAIR_SHARES_NO_CABLE);
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(finding.seen()).contains("10.10.0.10").contains("10.10.1.10");
        assertThat(diagnosis.notObserved()).extracting(NotObserved::askFor).anyMatch(a -> a.contains("ip addr"));
    }

    @Test
    void keepsADeadLinkApartFromAWrongPair() {
        RingLogs logs = new RingLogs(3)
                .cutBefore(0, "Connected all rings")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_1));
        Diagnosis diagnosis = judge(RingFacts.of(3), logs.read());
        Finding finding = only(diagnosis, Code.MODIFY_QP_ETIMEDOUT);
        assertThat(troubles(diagnosis)).containsExactly(Code.MODIFY_QP_ETIMEDOUT);
        assertThat(finding.consequence()).contains("do share a cable");
        assertThat(finding.fix()).contains("ping -I enp1s0f0np0 10.10.0.11");
        Diagnosis sizes = judge(RingFacts.of(3).change(1, 0, 1, e -> e.mtu = 1500), logs.read());
        assertThat(only(sizes, Code.MODIFY_QP_ETIMEDOUT).fix()).contains("one MTU (9000 and 1500 now)");
        assertThat(withoutFacts(logs.read()).findings())
                .extracting(Finding::code)
                .contains(Code.MODIFY_QP_ETIMEDOUT)
                .doesNotContain(Code.PAIR_SHARES_NO_CABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "61, No data available, MODIFY_QP_ENODATA, leave NCCL_IB_GID_INDEX unset",
        "101, Network is unreachable, MODIFY_QP_ENETUNREACH, ip route get",
        "113, No route to host, MODIFY_QP_ENETUNREACH, ip route get",
        "22, Invalid argument, MODIFY_QP_EINVAL, RoCE v2",
        "19, No such device, MODIFY_QP_ENODEV, --network host",
        "5, Input/output error, MODIFY_QP_FAILED, show_gids"
    })
    void explainsEachErrno(String errno, String words, Code code, String fix) {
        String[] forms = {errno + " " + words, "error " + words};
        for (String form : forms) {
            boolean unknown = form.startsWith("error") && code == Code.MODIFY_QP_FAILED;
            String line = RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0)
                    .replace("110 Connection timed out", form);
            Diagnosis diagnosis = judge(
                    RingFacts.of(3),
                    new RingLogs(3)
                            .cutBefore(0, "Connected all rings")
                            .say(0, line)
                            .read());
            assertThat(troubles(diagnosis)).as(form).containsExactly(code);
            assertThat(only(diagnosis, code).fix()).as(form).contains(fix);
            assertThat(only(diagnosis, code).seen()).contains(unknown ? words : errno);
        }
    }

    @Test
    void namesTheIndicesThatHoldAnAddress() {
        String line = RingLogs.timeout(0, "rocep1s0f0", "10.9.9.9", PEER_PORT_1)
                .replace("110 Connection timed out", "61 No data available")
                .replace("local GID index 3", "local GID index 5");
        Diagnosis diagnosis = judge(
                RingFacts.of(3),
                new RingLogs(3).cutBefore(0, "Connected all rings").say(0, line).read());
        assertThat(only(diagnosis, Code.MODIFY_QP_ENODATA).wanted()).contains("index 3 (10.10.0.10)");
    }

    @Test
    void namesAPeerThatStoppedAnswering() {
        String line = "spark1:315:402 [0] NCCL WARN NET/IB: Got completion from peer 10.0.0.2<51234> with"
                + " status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) vendor_err=129  localGid ::ffff:10.10.0.10"
                + " remoteGids::ffff:10.10.0.11 hca rocep1s0f0";
        Diagnosis diagnosis =
                judge(RingFacts.of(3), new RingLogs(3).say(0, line).read());
        Finding finding = only(diagnosis, Code.COMPLETION_RETRY_EXCEEDED);
        assertThat(troubles(diagnosis)).containsExactly(Code.COMPLETION_RETRY_EXCEEDED);
        assertThat(finding.seen())
                .contains("IBV_WC_RETRY_EXC_ERR 12")
                .contains("vendor error 129")
                .contains("spark2 port 1 (enp1s0f1np1)");
        assertSilent(judge(
                RingFacts.of(3),
                new RingLogs(3)
                        .say(0, line.replace("RETRY_EXC_ERR(12)", "WR_FLUSH_ERR(5)"))
                        .read()));
        assertThat(troubles(judge(
                        RingFacts.of(3),
                        new RingLogs(3)
                                .say(0, line.replace("RETRY_EXC_ERR(12)", "REM_INV_REQ_ERR(9)"))
                                .read())))
                .containsExactly(Code.COMPLETION_FAILED);
    }

    @Test
    void namesTheTreeOfAFourRingByTheFailureAfterTheRings() {
        RingLogs logs = new RingLogs(4)
                .with("NCCL_CUMEM_ENABLE", "0")
                .cutBefore(0, "Init COMPLETE")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, "10.10.2.10"));
        Diagnosis diagnosis = judge(RingFacts.of(4), logs.read());
        assertThat(troubles(diagnosis)).containsExactly(Code.TREE_NEEDS_DIAGONAL);
        assertThat(only(diagnosis, Code.TREE_NEEDS_DIAGONAL).seen())
                .contains("rank 0 with rank 2")
                .contains("NCCL_CUMEM_ENABLE=0");
        RingLogs three = new RingLogs(3)
                .cutBefore(0, "Init COMPLETE")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_0));
        assertThat(troubles(judge(RingFacts.of(3), three.read()))).containsExactly(Code.PAIR_SHARES_NO_CABLE);
    }

    @Test
    void doesNotBlameALinkThatIsDownOnThePair() {
        RingFacts facts = RingFacts.of(3).change(1, 0, 1, e -> e.state = LinkState.DOWN);
        RingLogs logs = new RingLogs(3)
                .cutBefore(0, "Connected all rings")
                .say(0, RingLogs.timeout(0, "rocep1s0f0", OWN_PORT_0, PEER_PORT_1));
        assertThat(judge(facts, logs.read()).findings())
                .extracting(Finding::code)
                .contains(Code.PORT_NO_LINK)
                .doesNotContain(Code.PAIR_SHARES_NO_CABLE);
    }
}
