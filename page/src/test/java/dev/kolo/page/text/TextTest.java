package dev.kolo.page.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
    @Test
    void showsEscapeSequencesInsteadOfSendingThem() {
        assertThat(Text.quote("spark\u001b[31m1\u0007\u009b2J")).isEqualTo("spark\\x1b[31m1\\x07\\x9b2J");
    }

    @Test
    void showsCharactersThatTurnTheReadingDirection() {
        assertThat(Text.quote("a\u202eb\u2066c\u200fd")).isEqualTo("a\\u202eb\\u2066c\\u200fd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000",
                "\u007f",
                "\u0085",
                "\u00ad",
                "\u200b",
                "\u2028",
                "\u2029",
                "\ufeff",
                "\ud800",
                "\u3164",
                "\u2800",
                "\uffff",
                "\udb40\udc41"
            })
    void leavesNothingInvisible(String hidden) {
        assertThat(Text.quote("x" + hidden + "y"))
                .startsWith("x\\")
                .endsWith("y")
                .isPrintable();
    }

    @Test
    void keepsLineFeedsOnlyWhereAskedTo() {
        assertThat(Text.quote("a\nb\r\n\tc")).isEqualTo("a\\nb\\r\\n\\tc");
        assertThat(Text.quoteLines("a\nb\r\nc")).isEqualTo("a\nb\\r\nc");
    }

    @Test
    void leavesOrdinaryTextOfAnyScriptAlone() {
        String text = "spärk-1 雷神 δίκτυο é…";
        assertThat(Text.quote(text)).isSameAs(text);
    }

    @Test
    void countsWideAndCombiningCharactersAsTerminalsDo() {
        assertThat(Text.columns("雷神")).isEqualTo(4);
        assertThat(Text.columns("e\u0301")).isEqualTo(1);
        assertThat(Text.columns("🚀")).isEqualTo(2);
        assertThat(Text.columns("═✗○")).isEqualTo(3);
    }

    @Test
    void cutsNamesInTheMiddleSinceTheyDifferAtBothEnds() {
        assertThat(Text.fit("dgx-spark-living-room-3", 11)).isEqualTo("dgx-s…oom-3");
        assertThat(Text.columns(Text.fit("雷神雷神雷神雷神", 7))).isLessThanOrEqualTo(7);
        assertThat(Text.fit("spark", 5)).isEqualTo("spark");
    }

    @Test
    void wrapsAtBlanksAndCutsOnlyWordsThatAreTooLong() {
        assertThat(Text.wrap("move the plug of spark2", 10)).containsExactly("move the", "plug of", "spark2");
        assertThat(Text.wrap("abcdefghijklmno", 10)).containsExactly("abcdefghij", "klmno");
        assertThat(Text.wrap("", 10)).containsExactly("");
        assertThat(Text.wrap("one\ntwo", 10)).containsExactly("one", "two");
    }
}
