package dev.kolo.page.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private static Table hosts() {
        return new Table("Host", "MTU", "Subnet")
                .alignRight(1)
                .row("spark1", "9000", "10.10.0.0/24")
                .row("雷神", "1500", "");
    }

    @Test
    void alignsColumnsByWhatTheEyeSees() {
        assertThat(hosts().lines(Screen.PLAIN))
                .containsExactly("Host     MTU  Subnet", "spark1  9000  10.10.0.0/24", "雷神    1500");
    }

    @Test
    void coloursOnlyWhereColourIsWanted() {
        Table table = new Table("State").row(List.of(new Table.Cell("down", Paint.WRONG)));

        assertThat(table.lines(new Screen(80, true, true)))
                .containsExactly("\u001b[1mState\u001b[0m", "\u001b[1;31mdown\u001b[0m");
        assertThat(table.lines(Screen.PLAIN)).containsExactly("State", "down");
    }

    @Test
    void quotesCellsForTheTerminal() {
        Table table = new Table("Host").row("a\u001b[2Jb");

        assertThat(table.lines(new Screen(80, true, true)).getLast()).isEqualTo("a\\x1b[2Jb");
    }

    @Test
    void usesAsciiAloneWhereNothingElseIsUnderstood() {
        Table table = new Table("Host").row("a → b ✗ spärk");

        assertThat(table.lines(Screen.ASCII).getLast()).isEqualTo("a > b X sp\\xe4rk");
    }

    @Test
    void wrapsTheWidestColumnRatherThanLeaveTheScreen() {
        Table table =
                new Table("Code", "Words").row("MTU_SMALL", "word ".repeat(40).strip());

        assertThat(table.lines(new Screen(60, false, true)))
                .hasSizeGreaterThan(3)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
    }

    @Test
    void escapesMarkdownSoThatACellStaysACell() {
        Table table = new Table("Host").row("a|b *c* [d](e) `f` @team #12 <b> & \n g");

        assertThat(table.toMarkdown()).isEqualTo("""
                        | Host |
                        |---|
                        | a\\|b \\*c\\* \\[d\\]\\(e\\) \\`f\\` @&#8203;team \\#&#8203;12 &lt;b\\> &amp; \\\\n g |
                        """);
    }

    @Test
    void refusesARowOfAnotherWidth() {
        assertThatThrownBy(() -> hosts().row("one")).hasMessage("a row of 1 cells in a table of 3 columns");
    }
}
