package dev.kolo.page.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first screen holds what is wrong and what to do first, however much is wrong. */
class FirstScreenTest {
    private static Finding finding(Code code, String subject, String words) {
        return new Finding(
                code,
                Severity.ERROR,
                "spark2",
                subject,
                words,
                words,
                words,
                "mend " + subject + " " + words,
                List.of(),
                Finding.Confidence.LIKELY);
    }

    private static List<Chain> chains(int count, String words) {
        List<Chain> chains = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Finding follower = finding(Code.FABRIC_LOSS, "loss" + i, words);
            chains.add(new Chain(finding(Code.MTU_SMALL, "port" + i, words), Collections.nCopies(i % 3, follower)));
        }
        return chains;
    }

    @Test
    void fitsHoweverMuchThereIs() {
        for (int count = 1; count < 60; count++) {
            for (int rows = 16; rows <= 22; rows++) {
                List<String> lines =
                        new FirstScreen(Screen.PLAIN, rows).lines(chains(count, "many words ".repeat(3 * count)));

                assertThat(lines).as("%d troubles in %d rows", count, rows).hasSizeLessThanOrEqualTo(rows);
                assertThat(lines)
                        .allSatisfy(line -> assertThat(Text.columns(line)).isLessThanOrEqualTo(80));
                assertThat(lines).anyMatch(line -> line.contains("do    mend port0"));
            }
        }
    }

    @Test
    void namesWhatFollowsAndCountsTheRest() {
        List<Chain> chains = chains(30, "short");
        List<String> lines = new FirstScreen(Screen.PLAIN, 20)
                .lines(List.of(
                        new Chain(
                                chains.getFirst().root(), Collections.nCopies(7, finding(Code.FABRIC_LOSS, "x", "y"))),
                        chains.get(3)));

        assertThat(lines).contains("    then  these 7 follow from it: FABRIC_LOSS x7");
        assertThat(lines).anyMatch(l -> l.startsWith(" 9  ERROR  MTU_SMALL (likely)"));
        assertThat(new FirstScreen(Screen.PLAIN, 10).lines(chains))
                .last()
                .asString()
                .contains("more, below");
    }

    @Test
    void foldsOnAPageAndInAThreadToo() {
        List<Chain> chains = List.of(new Chain(
                finding(Code.MTU_SMALL, "port", "small"), List.of(finding(Code.FABRIC_LOSS, "<loss>", "lost"))));

        assertThat(FindingCards.ofChains(chains).finish())
                .contains("this 1 follows from MTU_SMALL (1)")
                .contains("&lt;loss&gt;");
        assertThat(FindingMarkdown.ofChains(chains))
                .contains("Follows from it:")
                .contains("**2.** `FABRIC_LOSS`");
        assertThat(new FindingText(Screen.PLAIN, 1).chains(chains))
                .anyMatch(l -> l.contains("FABRIC_LOSS (likely) (follows from 1)"));
    }

    @Test
    void saysInfosInALineOrTwo() {
        Finding info = new Finding(
                Code.HCA_SELECTOR_LOOSE,
                Severity.INFO,
                "",
                "NCCL_IB_HCA",
                "NCCL_IB_HCA=roce ".repeat(20),
                "w",
                "c",
                "write it exactly",
                List.of(),
                Finding.Confidence.CERTAIN);

        assertThat(new FindingText(Screen.PLAIN, 1).notes(List.of(info, info))).hasSize(4);
        assertThat(FindingCards.notes(List.of(info)).finish()).contains("write it exactly");
    }
}
