package dev.kolo.page.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final String EVIL = "<script>`|\u001b[2J\u202e";

    private static Finding mtu(Finding.Confidence confidence) {
        return new Finding(
                Code.MTU_MISMATCH,
                Severity.ERROR,
                "spark2",
                "enp1s0f1np1",
                "spark1 enp1s0f0np0 mtu 9000, spark2 enp1s0f1np1 mtu 1500",
                "the same MTU at both ends, 9000",
                "Large messages are dropped without a word, small ones pass.",
                "ip link set enp1s0f1np1 mtu 9000\nand in netplan: mtu: 9000",
                List.of(new Evidence("spark2/ip-addr.txt", 7, "3: enp1s0f1np1: mtu 1500")),
                confidence);
    }

    private static Finding evil() {
        return new Finding(
                Code.MTU_SMALL,
                Severity.WARNING,
                EVIL,
                EVIL,
                EVIL,
                EVIL,
                EVIL,
                EVIL,
                List.of(new Evidence(EVIL, 1, EVIL)),
                Finding.Confidence.CERTAIN);
    }

    @Test
    void putsAFindingOnATerminalWithTheFixInIt() {
        assertThat(new FindingText(Screen.PLAIN, 3).lines(List.of(mtu(Finding.Confidence.LIKELY))))
                .containsExactly(
                        " 1  ERROR  MTU_MISMATCH (likely)  spark2 enp1s0f1np1",
                        "    seen      spark1 enp1s0f0np0 mtu 9000, spark2 enp1s0f1np1 mtu 1500",
                        "    wanted    the same MTU at both ends, 9000",
                        "    so        Large messages are dropped without a word, small ones pass.",
                        "    fix       ip link set enp1s0f1np1 mtu 9000",
                        "              and in netplan: mtu: 9000",
                        "    evidence  spark2/ip-addr.txt:7  3: enp1s0f1np1: mtu 1500");
    }

    @Test
    void staysWithinTheScreen() {
        assertThat(new FindingText(new Screen(50, false, true), 3)
                        .lines(List.of(mtu(Finding.Confidence.CERTAIN), evil())))
                .allSatisfy(line -> assertThat(Text.columns(line)).isLessThanOrEqualTo(50));
    }

    @Test
    void quotesForTheTerminal() {
        List<String> lines = new FindingText(new Screen(80, true, true), 3).lines(List.of(evil()));

        assertThat(String.join("\n", lines).replaceAll("\u001b\\[[0-9;]*m", ""))
                .doesNotContain("\u001b", "\u202e")
                .contains("\\x1b[2J");
    }

    @Test
    void quotesForMarkdown() {
        assertThat(FindingMarkdown.of(List.of(evil())))
                .doesNotContain("\u001b", "\u202e")
                .contains("- Seen: &lt;script\\>\\`\\|")
                .contains("at ``<script>`|");
    }

    @Test
    void writesMarkdownThatCarriesTheWholeFinding() {
        assertThat(FindingMarkdown.of(List.of(mtu(Finding.Confidence.CERTAIN)))).isEqualTo("""
                        **1. error** `MTU_MISMATCH` at `spark2 enp1s0f1np1`

                        - Seen: spark1 enp1s0f0np0 mtu 9000, spark2 enp1s0f1np1 mtu 1500
                        - Wanted: the same MTU at both ends, 9000
                        - Consequence: Large messages are dropped without a word, small ones pass.

                        Fix:

                        ```
                        ip link set enp1s0f1np1 mtu 9000
                        and in netplan: mtu: 9000
                        ```

                        Evidence:

                        ```
                        spark2/ip-addr.txt:7: 3: enp1s0f1np1: mtu 1500
                        ```

                        """);
    }

    @Test
    void quotesForAPage() {
        assertThat(FindingCards.ofChains(List.of(new Chain(evil(), List.of()))).finish())
                .doesNotContain("<script", "\u001b", "\u202e");
    }

    @Test
    void countsBySeverity() {
        assertThat(VerdictWords.summary(List.of())).isEqualTo("no findings");
        assertThat(VerdictWords.summary(
                        List.of(mtu(Finding.Confidence.CERTAIN), evil(), mtu(Finding.Confidence.LIKELY))))
                .isEqualTo("2 errors, 1 warning");
    }

    @Test
    void namesTheCommandThatWouldSettleWhatWasNotObserved() {
        List<NotObserved> open = List.of(new NotObserved("GID tables of spark1", "show_gids"));

        assertThat(new FindingText(Screen.PLAIN, 3).notObserved(open))
                .containsExactly("  GID tables of spark1", "      to settle it: show_gids");
        assertThat(FindingMarkdown.notObserved(open))
                .isEqualTo("- GID tables of spark1: please post the output of `show_gids`\n");
        assertThat(FindingCards.notObserved(open).finish()).contains("<code>show_gids</code>");
    }
}
