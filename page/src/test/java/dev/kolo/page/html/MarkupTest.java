package dev.kolo.page.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkupTest {
    @Test
    void quotesTextAndAttributes() {
        Markup markup = new Markup().leaf("p", "<b>&\"'</b>\u202e", "title", "\"><script>\n");

        assertThat(markup.finish())
                .isEqualTo("<p title=\"&quot;&gt;&lt;script&gt;\\n\">&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;\\u202e</p>");
    }

    @Test
    void closesElementsInOrderAndNotVoidOnes() {
        assertThat(new Markup().open("div").open("br").leaf("b", "x").close().finish())
                .isEqualTo("<div><br><b>x</b></div>");
    }

    @Test
    void refusesToFinishWithAnElementOpen() {
        Markup markup = new Markup().open("div");

        assertThatThrownBy(markup::finish).hasMessage("<div> is not closed");
    }

    @ParameterizedTest
    @CsvSource({
        "img,src,x.png",
        "a,href,https://example.org/",
        "a,href,javascript:alert(1)",
        "p,onclick,x",
        "form,action,x",
        "p,style x,y",
        "script,id,x",
        "iframe,id,x"
    })
    void refusesWhatLeadsOutOfThePage(String element, String attribute, String value) {
        assertThatThrownBy(() -> new Markup().open(element, attribute, value))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void linksWithinThePage() {
        assertThat(new Markup().leaf("a", "x", "href", "#x").finish()).isEqualTo("<a href=\"#x\">x</a>");
    }
}
