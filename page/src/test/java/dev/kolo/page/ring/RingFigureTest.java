package dev.kolo.page.ring;

import static dev.kolo.page.ring.Rings.fabric;
import static dev.kolo.page.ring.Rings.finding;
import static dev.kolo.page.ring.Rings.ring;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.text.Screen;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingFigureTest {
    @Test
    void listsTheCablesForThoseWhoCannotSeeAPicture() {
        Sketch sketch = Sketch.of(
                fabric(3, ring(3)), List.of(finding(Code.MTU_MISMATCH, "", "spark1 port 0 to spark2 port 1")));

        assertThat(RingFigure.table(sketch).lines(Screen.PLAIN))
                .containsExactly(
                        "Cable  Plug           Plug           Subnets                     State",
                        "1      spark1 port 0  spark2 port 1  10.10.0.0/24, 10.11.0.0/24  ✗ see 1",
                        "2      spark1 port 1  spark3 port 0  10.10.2.0/24, 10.11.2.0/24  seen",
                        "3      spark2 port 0  spark3 port 1  10.10.1.0/24, 10.11.1.0/24  seen");
    }

    @Test
    void saysWhatWasNotSeen() {
        Sketch sketch = Sketch.of(fabric(3, ring(3), i -> "n" + i, 1, false), List.of());

        assertThat(RingFigure.table(sketch).toMarkdown()).contains("| claimed by addresses, not seen |");
        assertThat(RingFigure.of(sketch, "f").finish()).contains("dotted: addresses claim it, nothing was seen");
    }

    @Test
    void staysInsideThePageWhateverTheHostsAreCalled() {
        String evil = "</svg></style></title><script src=//evil.example/x.js></script><img src=x onerror=alert(1)>";
        Sketch sketch = Sketch.of(
                fabric(4, ring(4), i -> evil + i, 2, true), List.of(finding(Code.MEMLOCK_LOW, evil + 1, "memlock")));
        String html = new HtmlPage("t", "l")
                .section("a", "b", RingFigure.of(sketch, "f"))
                .section("c", "d", HtmlTable.of(RingFigure.table(sketch)))
                .html();

        assertThat(html).doesNotContain("<script", "<img", "onerror=alert(1)>").contains("&lt;script src=//evil");
        assertThat(html.split("</svg>", -1)).hasSize(2);
        assertThat(html.split("</style>", -1)).hasSize(2);
    }
}
