package dev.kolo.page.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTest {
    @Test
    void fencesCodeByMoreBackticksThanItHolds() {
        assertThat(Markdown.code("a`b``c")).isEqualTo("```a`b``c```");
        assertThat(Markdown.code("`a")).isEqualTo("`` `a ``");
        assertThat(Markdown.block("x\n```\n<script>")).isEqualTo("````\nx\n```\n<script>\n````\n");
    }

    @Test
    void keepsAnInlineValueOnOneLine() {
        assertThat(Markdown.code("a\n\n# b")).isEqualTo("`a\\n\\n# b`");
        assertThat(Markdown.text("a\n- b")).isEqualTo("a\\\\n- b");
    }

    @Test
    void escapesListMarkersAtTheStart() {
        assertThat(Markdown.text("- a")).isEqualTo("\\- a");
    }

    @Test
    void writesNoEmptyCode() {
        assertThat(Markdown.code(" ")).isEmpty();
    }
}
