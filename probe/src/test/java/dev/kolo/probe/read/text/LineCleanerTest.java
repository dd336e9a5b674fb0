package dev.kolo.probe.read.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What terminals, forums and log collectors put around a line. */
class LineCleanerTest {
    private static String clean(String raw) {
        return LineCleaner.clean(raw).text();
    }

    @Test
    void takesColoursAndOtherEscapesAway() {
        assertThat(clean("\u001b[1;32menp1s0f0np0\u001b[0m  \u001b[32mUP\u001b[m "))
                .isEqualTo("enp1s0f0np0  UP");
        assertThat(clean("\u001b]0;user@spark1: ~\u0007CA 'x'")).isEqualTo("CA 'x'");
        assertThat(clean("a\u001b")).isEqualTo("a");
        assertThat(clean("a\u001b[")).isEqualTo("a");
        assertThat(clean("ab\bc\u0007\u0001d\u200be\u00a0f")).isEqualTo("acde f");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(Worker_TP0 pid=4711) ",
                "(EngineCore_DP0 pid=12) (Worker_TP1 pid=4711) ",
                "(RayWorkerWrapper pid=12, ip=10.0.0.2) ",
                "[TP0 EP0] ",
                "[rank3]: ",
                "[2026-09-01 12:00:00] ",
                "[2026-09-01 12:00:00 TP0] ",
                "[   12.345678] ",
                "2026-09-01T12:00:00.123456Z ",
                "2026-09-01T12:00:00+0000 ",
                "2026-09-01 12:00:00,123 ",
                "INFO 09-01 12:00:00 [parallel_state.py:1004] ",
                "12:00:00.5 ",
                "vllm-1  | ",
                "sglang_head-2 | [TP0] ",
                "t=0.98 ",
                "> ",
                "> > ",
                "> [TP0] ",
            })
    void takesPrefixesOfEnginesAndCollectorsAway(String prefix) {
        assertThat(clean(prefix + "NET/IB : Using [0]rocep1s0f0:1/RoCE [RO]"))
                .isEqualTo("NET/IB : Using [0]rocep1s0f0:1/RoCE [RO]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[0] NCCL INFO NCCL version 2.30.7+cuda13.2",
                "[0]rocep1s0f0:1/RoCE",
                "1 | Spark 1 Port 0 | Spark 2 Port 1",
                "2: enp1s0f0np0: <BROADCAST> mtu 9000",
                "10.10.0.11 dev enp1s0f0np0 lladdr 4c:bb:47:01:01:00 REACHABLE",
                "(none)",
                "    inet 10.0.0.1/24 scope global lo",
                "spark1 | CHANGED | rc=0 >>",
                ">>> spark1",
                "[{\"ifindex\":1}]",
            })
    void leavesLinesWholeThatOnlyLookLikeIt(String line) {
        assertThat(clean(line)).isEqualTo(line);
    }

    @Test
    void journaldNamesTheHost() {
        LineCleaner.Cleaned cleaned = LineCleaner.clean("Sep 01 12:00:00 spark1 vllm[123]: [0] NCCL INFO x");

        assertThat(cleaned.host()).contains("spark1");
        assertThat(cleaned.text()).isEqualTo("[0] NCCL INFO x");
        assertThat(LineCleaner.clean("2026-09-01T12:00:00+0000 spark2 kernel: mlx5_core x")
                        .host())
                .contains("spark2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "`ip addr`#ip addr",
                "| rocep1s0f0 | 0000 | 65.45 |#rocep1s0f0   0000   65.45",
                "2: x: &lt;BROADCAST,UP&gt; mtu 9000#2: x: <BROADCAST,UP> mtu 9000",
            })
    void takesMarkdownAndHtmlAway(String raw, String text) {
        assertThat(Words.of(clean(raw))).isEqualTo(Words.of(text));
    }

    @Test
    void knowsFences() {
        assertThat(LineCleaner.clean("```text").fence()).isTrue();
        assertThat(LineCleaner.clean("~~~").fence()).isTrue();
        assertThat(LineCleaner.clean("> ```").fence()).isTrue();
        assertThat(LineCleaner.clean("|---|:---:|").text()).isEmpty();
    }
}
