package dev.kolo.probe.nccl.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What loggers, engines, launchers and terminals do to a line, and two processes to each other's. */
class PrefixedLogsTest {
    private static final String LINE = "spark1:315:401 [0] NCCL INFO NCCL version 2.30.7+cuda13.2";
    private static final String WARN =
            "spark1:315:401 [0] misc/ibvwrap.cc:376 NCCL WARN Call to ibv_modify_qp failed with 110"
                    + " Connection timed out, on dev rocep1s0f0:1, curr state INIT, next state RTR, local GID index 3, local GID"
                    + " ::ffff:10.10.0.10, remote GID ::ffff:10.10.1.11";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "(Worker_TP0 pid=315) ",
                "(EngineCore_DP0 pid=99) (Worker_TP0 pid=315) ",
                "(RayWorkerWrapper pid=315, ip=10.0.0.2) ",
                "\u001b[36m(RayWorkerWrapper pid=315, ip=10.0.0.2)\u001b[0m ",
                "[2026-11-29 17:29:54 TP0] ",
                "[2026-11-29 17:29:54] ",
                "[TP0 EP0] ",
                "vllm-1  | ",
                "vllm-node-1  | 2026-11-29T17:29:54.123456789Z ",
                "[pod/vllm-0/vllm] ",
                "2026-11-29T17:29:54.123456789Z ",
                "Nov 29 17:29:54 spark1 docker[77]: ",
                "[1,2]<stdout>:",
                "[rank0]:",
                "> ",
                "spark1: ",
                "\u001b[32m",
                "INFO 11-29 17:29:54 [pynccl.py:103] "
            })
    void seesTheProcessBehindAnyPrefix(String prefix) {
        RankLog rank = Logs.rank(prefix + LINE + "\u001b[0m\r\n" + prefix + WARN + "\r\n");
        assertThat(rank.host()).isEqualTo("spark1");
        assertThat(rank.process()).isEqualTo(315);
        assertThat(rank.loaded().version()).map(Stated::value).contains("2.30.7+cuda13.2");
        assertThat(rank.errors().failures()).hasSize(1);
        assertThat(rank.errors().failures().getFirst().evidence().line()).isEqualTo(2);
        assertThat(rank.errors().failures().getFirst().evidence().text())
                .startsWith("spark1:315:401 [0] misc/ibvwrap.cc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[2026-11-29 17:29:54] | 2026-11-29 17:29:54 | 1795973394000",
                "2026-11-29T17:29:54.123Z | 2026-11-29T17:29:54.123 | 1795973394123",
                "2026/11/29 17:29:54 | 2026/11/29 17:29:54 | 1795973394000",
                "17:29:54.5 | 17:29:54.5 | 62994500",
                "Nov 29 17:29:54 | Nov 29 17:29:54 | 28747794000",
                "INFO 11-29 17:29:54 [x.py:1] | 11-29 17:29:54 | 28747794000"
            })
    void readsTheTime(String prefix, String text, long millis) {
        Stated version = Logs.rank(prefix + " " + LINE).loaded().version().orElseThrow();
        assertThat(version.time().orElseThrow().text()).isEqualTo(text);
        assertThat(version.time().orElseThrow().millis()).isEqualTo(millis);
    }

    @Test
    void takesNoTimeFromWhatNcclSays() {
        assertThat(Logs.rank(LINE.replace("2.30.7", "2.30.7 at 17:29:54"))
                        .loaded()
                        .version()
                        .orElseThrow()
                        .time())
                .isEmpty();
    }

    @Test
    void tellsApartTwoMessagesInOneLine() {
        NcclLogs logs = Logs.of("""
                a:1:1 [0] NCCL INFO NCCL version 2.30.7+cuda13.2
                b:2:2 [0] NCCL INFO NCCL version 2.28.9+cuda13.0
                a:1:1 [0] NCCL INFO Connected all rings, use ringb:2:2 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [send] via NET/IB/1
                a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0 a:1:7 [0] NCCL INFO NET/IB: Subnet-aware routing: overriding dev 2 with dev 0
                """);
        assertThat(logs.ranks()).extracting(RankLog::host).containsExactly("a", "b");
        assertThat(logs.ranks().get(0).has(Stage.RINGS_CONNECTED)).isTrue();
        assertThat(logs.ranks().get(0).paths().channels()).hasSize(1);
        assertThat(logs.ranks().get(0).network().overrides()).hasSize(1);
        assertThat(logs.ranks().get(1).paths().channels()).hasSize(1);
    }

    @Test
    void keepsOneProcessThatWroteIntoSeveralFiles() {
        NcclLogReader reader = new NcclLogReader();
        Logs.add(reader, "a.log", (LINE + "\n").getBytes(StandardCharsets.UTF_8));
        Logs.add(reader, "a.log.1", (WARN + "\n").getBytes(StandardCharsets.UTF_8));
        assertThat(reader.logs().ranks()).hasSize(1);
        assertThat(reader.logs().ranks().getFirst().extent().files()).containsExactly("a.log", "a.log.1");
    }

    @Test
    void givesLinesWithoutAHeaderToTheFileAndItsHost() {
        NcclLogReader reader = new NcclLogReader();
        reader.line("node1/nccl.txt", "node1", 1, "NCCL INFO NCCL version 2.30.7+cuda13.2");
        reader.line(
                "node1/nccl.txt",
                "node1",
                2,
                "NET/IB: Subnet-aware routing: overriding dev 3 with dev 2 preserving PCI root pci0002:00");
        reader.line("node2/nccl.txt", "node2", 1, "[0] NCCL INFO NCCL version 2.30.7+cuda13.2");
        List<RankLog> ranks = reader.logs().ranks();
        assertThat(ranks).extracting(RankLog::host).containsExactly("node1", "node2");
        assertThat(ranks.getFirst().network().overrides().getFirst().keptRoot()).contains("pci0002:00");
    }

    @Test
    void tellsRanksApartByTheirLabelsAlone() {
        NcclLogs logs = Logs.of("""
                [TP0] NCCL INFO NCCL version 2.30.7+cuda13.2
                [TP1] NCCL INFO NCCL version 2.30.4+cuda13.2
                """);
        assertThat(logs.ranks())
                .extracting(r -> r.label() + " " + r.loaded().release().orElse(""))
                .containsExactlyInAnyOrder("TP0 2.30.7", "TP1 2.30.4");
    }

    @Test
    void leavesProseAlone() {
        for (String prose : List.of(
                "rank 0: via NET/IB/0 x181, via NET/IB/1 x180 ; zero NCCL WARN ; no /GDRDMA suffix",
                "a stock NCCL INFO log never says so",
                "the ring dies in ncclTransportTreeConnect",
                "DeepEP aborts with \"Duplicate NCCL runtime found\"",
                "you will see RuntimeError: NCCL error in the log")) {
            assertThat(Logs.of(prose).ranks()).as(prose).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-8"})
    void readsWhatPowerShellWrites(String charset) {
        String text = (LINE + "\r\n" + WARN + "\r\n").repeat(3);
        RankLog rank = Logs.of(text.getBytes(Charset.forName(charset))).ranks().getFirst();
        assertThat(rank.loaded().version()).isPresent();
        assertThat(rank.errors().failures()).hasSize(1);
    }

    @Test
    void saysThatRayLeftLinesOut() {
        NcclLogs logs = Logs.of("(RayWorkerWrapper pid=315, ip=10.0.0.2) " + LINE
                + " [repeated 3x across cluster] (Ray deduplicates logs by default.)");
        assertThat(logs.ranks().getFirst().loaded().version())
                .map(Stated::value)
                .contains("2.30.7+cuda13.2");
        assertThat(logs.notes()).singleElement().asString().contains("RAY_DEDUP_LOGS=0");
    }

    @Test
    void seesALineBehindAProgressBarThatNeverEndsItsLine() {
        String bar = "\rLoading safetensors checkpoint shards:  50% Completed | 20/40".repeat(2000);
        assertThat(Logs.of(bar + "\r" + LINE + "\n").ranks()).hasSize(1);
    }

    @Test
    void cutsALineThatNeverEndsAndReadsOn() {
        String endless = "spark1:315:401 [0] NCCL INFO " + "x".repeat(3_000_000);
        NcclLogs logs = Logs.of(endless + "\n" + WARN + "\n");
        assertThat(logs.ranks()).hasSize(1);
        assertThat(logs.ranks()
                        .getFirst()
                        .errors()
                        .failures()
                        .getFirst()
                        .evidence()
                        .line())
                .isEqualTo(2);
        assertThat(logs.lineCount()).isEqualTo(2);
    }
}
