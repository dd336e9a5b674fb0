package dev.kolo.page.ring;

import static dev.kolo.page.ring.Rings.cord;
import static dev.kolo.page.ring.Rings.fabric;
import static dev.kolo.page.ring.Rings.finding;
import static dev.kolo.page.ring.Rings.ring;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class RingSvgTest {
    private static String svg(Fabric fabric, Finding... findings) {
        return new RingSvg(Sketch.of(fabric, List.of(findings)), "t").markup().finish();
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private record Box(double x, double y, double width, double height) {
        boolean overlaps(Box other) {
            return x < other.x + other.width
                    && other.x < x + width
                    && y < other.y + other.height
                    && other.y < y + height;
        }
    }

    private static List<Box> boxes(Document document, String cssClass) {
        NodeList rects = document.getElementsByTagName("rect");
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < rects.getLength(); i++) {
            Element rect = (Element) rects.item(i);
            if (List.of(rect.getAttribute("class").split(" ")).contains(cssClass)) {
                boxes.add(new Box(
                        Double.parseDouble(rect.getAttribute("x")),
                        Double.parseDouble(rect.getAttribute("y")),
                        Double.parseDouble(rect.getAttribute("width")),
                        Double.parseDouble(rect.getAttribute("height"))));
            }
        }
        return boxes;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void placesEveryHostAndPlugWithoutOverlapInsideTheFrame(int hosts) throws Exception {
        Document document = parse(svg(fabric(hosts, hosts == 2 ? List.of(cord(0, 0, 1, 0)) : ring(hosts))));
        List<Box> cards = boxes(document, "card");
        List<Box> plugs = boxes(document, "plug");
        String[] frame = document.getDocumentElement().getAttribute("viewBox").split(" ");

        assertThat(cards).hasSize(hosts);
        assertThat(plugs).hasSize(hosts == 2 ? 2 : 2 * hosts);
        for (List<Box> boxes : List.of(cards, plugs)) {
            for (int i = 0; i < boxes.size(); i++) {
                Box box = boxes.get(i);
                assertThat(boxes.subList(i + 1, boxes.size())).noneMatch(box::overlaps);
                assertThat(box.x).isNotNegative();
                assertThat(box.x + box.width).isLessThanOrEqualTo(Double.parseDouble(frame[2]));
                assertThat(box.y + box.height).isLessThanOrEqualTo(Double.parseDouble(frame[3]));
            }
        }
    }

    @Test
    void drawsBothPlanesOfEachCableAndNamesTheirSubnets() {
        String drawn = svg(fabric(4, ring(4)));

        assertThat(drawn.split("strand plane0", -1)).hasSize(5);
        assertThat(drawn.split("strand plane1", -1)).hasSize(5);
        assertThat(drawn).contains(">10.10.2.0/24<", ">10.11.2.0/24<");
    }

    @Test
    void highlightsOnlyThePlaneThatAFindingNames() {
        String drawn = svg(fabric(4, ring(4)), finding(Code.UNADDRESSED, "spark1", "enP2p1s0f0np0"));

        assertThat(drawn).contains("strand plane1 error").doesNotContain("strand plane0 error");
        assertThat(drawn).contains(">✗ see 1<");
    }

    @Test
    void describesItselfInWords() {
        assertThat(svg(fabric(4, ring(4))))
                .contains("role=\"img\"", "aria-labelledby=\"t-title t-desc\"")
                .contains("<title id=\"t-title\">A ring of 4 hosts</title>")
                .contains("spark1 port 0 to spark2 port 1 (plane 0: enp1s0f0np0 to enp1s0f1np1, 10.10.0.0/24;");
    }

    @Test
    void showsAHostNameAsTextWhateverItHolds() throws Exception {
        String drawn = svg(fabric(4, ring(4), i -> "</text><script>" + i + "</script>\u001b", 2, true));

        assertThat(drawn).doesNotContain("<script", "\u001b");
        assertThat(parse(drawn).getElementsByTagName("script").getLength()).isZero();
    }

    @Test
    void drawsCablesThatFormNoChainOnACircle() throws Exception {
        Fabric star = fabric(4, List.of(cord(0, 0, 1, 0), cord(0, 1, 2, 0), cord(0, 2, 3, 0)));
        List<Box> cards = boxes(parse(svg(star)), "card");

        assertThat(cards).hasSize(4);
        for (int i = 0; i < cards.size(); i++) {
            assertThat(cards.subList(i + 1, cards.size())).noneMatch(cards.get(i)::overlaps);
        }
    }

    @Test
    void drawsASwitchAsRails() throws Exception {
        String drawn = svg(Rings.switched(16, 2), finding(Code.MTU_MISMATCH, "spark2", "enp1s0f0np0"));
        List<Box> cards = boxes(parse(drawn), "card");

        assertThat(cards).hasSize(16);
        for (int i = 0; i < cards.size(); i++) {
            assertThat(cards.subList(i + 1, cards.size())).noneMatch(cards.get(i)::overlaps);
        }
        assertThat(drawn.split("class=\"rail", -1)).hasSize(3);
        assertThat(drawn).contains(">✗ see 1<");
    }

    @Test
    void givesTheSameBytesForTheSameFabric() {
        assertThat(svg(fabric(16, ring(16)))).isEqualTo(svg(fabric(16, ring(16))));
    }
}
