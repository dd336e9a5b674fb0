package dev.kolo.page.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.page.text.Table;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
    private static final String EVIL = "<script>alert(1)</script>\"'\u001b[31m\u202e";

    @Test
    void quotesEverythingFromOutside() {
        String html = new HtmlPage(EVIL, EVIL)
                .section("one", EVIL, HtmlTable.of(new Table(EVIL).row(EVIL)))
                .footer(EVIL)
                .html();

        assertThat(html).doesNotContain("<script", "\u001b", "\u202e").contains("&lt;script&gt;alert(1)");
    }

    @Test
    void forbidsTheBrowserToFetchAnything() {
        String html = new HtmlPage("t", "l").html();

        assertThat(html)
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
                .contains("http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;;")
                .doesNotContain("http://", "https://", "url(", "@import", "<link", "<img", " src=");
    }

    @Test
    void followsLightAndDarkAndCanBeOverruled() {
        assertThat(new HtmlPage("t", "l").html())
                .contains("@media (prefers-color-scheme: dark)", ":root:not([data-theme=\"light\"])")
                .contains(":root[data-theme=\"dark\"]", "@media print");
    }

    @Test
    void givesTheSameBytesForTheSameContent() {
        assertThat(new HtmlPage("t", "l")
                        .section("a", "b", new Markup().text("c"))
                        .html())
                .isEqualTo(new HtmlPage("t", "l")
                        .section("a", "b", new Markup().text("c"))
                        .html());
    }
}
