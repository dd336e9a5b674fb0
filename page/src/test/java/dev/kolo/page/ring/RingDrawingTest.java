package dev.kolo.page.ring;

import static dev.kolo.page.ring.Rings.cord;
import static dev.kolo.page.ring.Rings.fabric;
import static dev.kolo.page.ring.Rings.finding;
import static dev.kolo.page.ring.Rings.ring;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingDrawingTest {
    private static String draw(Fabric fabric, List<Finding> findings, Screen screen) {
        RingDrawing drawing = new RingDrawing(Sketch.of(fabric, findings), screen);
        return String.join("\n", drawing.lines()) + "\n" + String.join("\n", drawing.legend()) + "\n";
    }

    private static String draw(Fabric fabric, Finding... findings) {
        return draw(fabric, List.of(findings), Screen.PLAIN);
    }

    @Test
    void drawsFourHostsAsASquareWithTheSubnetsOfBothPlanes() {
        assertThat(draw(fabric(4, ring(4)))).isEqualTo("""
                          ┌────────┐                                         ┌────────┐
                          │ spark1 ╞ p0 ══ 10.10.0.0/24 · 10.11.0.0/24 ══ p1 ╡ spark2 │
                          └────╥───┘                                         └────╥───┘
                               ║ p1                                            p0 ║
                               ║ 10.10.3.0/24                        10.10.1.0/24 ║
                               ║ 10.11.3.0/24       ring of 4        10.11.1.0/24 ║
                               ║ p0                                            p1 ║
                          ┌────╨───┐                                         ┌────╨───┐
                          │ spark4 ╞ p1 ══ 10.10.2.0/24 · 10.11.2.0/24 ══ p0 ╡ spark3 │
                          └────────┘                                         └────────┘
                          ═ cable, both planes   p0 p1 ports
                        """);
    }

    @Test
    void marksTheCablesOfASwappedPairOfPlugs() {
        List<Rings.Cord> swapped = List.of(cord(0, 0, 1, 0), cord(1, 1, 2, 1), cord(2, 0, 3, 1), cord(3, 0, 0, 1));
        Finding swap = finding(
                Code.CABLE_SAME_INDEX, "spark2", "spark1 port 0 - spark2 port 0, spark2 port 1 - spark3 port 1");

        assertThat(draw(fabric(4, swapped), swap)).isEqualTo("""
                          ┌────────┐                                         ┌────────┐
                          │ spark1 ╞ p0 ════════════ ✗ see 1 ════════════ p0 ╡ spark2 │
                          └────╥───┘                                         └────╥───┘
                               ║ p1                                            p1 ║
                               ║ 10.10.3.0/24                               see 1 ✗
                               ║ 10.11.3.0/24       ring of 4                     ║
                               ║ p0                                            p1 ║
                          ┌────╨───┐                                         ┌────╨───┐
                          │ spark4 ╞ p1 ══ 10.10.2.0/24 · 10.11.2.0/24 ══ p0 ╡ spark3 │
                          └────────┘                                         └────────┘
                          ═ cable, both planes   p0 p1 ports   ✗ see the finding with that number
                        """);
    }

    @Test
    void drawsATriangle() {
        assertThat(draw(fabric(3, ring(3)))).isEqualTo("""
                          ┌────────┐                                         ┌────────┐
                          │ spark1 ╞ p0 ══ 10.10.0.0/24 · 10.11.0.0/24 ══ p1 ╡ spark2 │
                          └────╥───┘                                         └────╥───┘
                               ║ p1                                            p0 ║
                               ║ 10.10.2.0/24                        10.10.1.0/24 ║
                               ║ 10.11.2.0/24       ring of 3        10.11.1.0/24 ║
                               ║                                                  ║
                               ║                   ┌────────┐                     ║
                               ╚═══════════════ p0 ╡ spark3 ╞ p1 ═════════════════╝
                                                   └────────┘
                          ═ cable, both planes   p0 p1 ports
                        """);
    }

    @Test
    void drawsAPairWithOneCableOnOnePlane() {
        assertThat(draw(fabric(2, List.of(cord(0, 1, 1, 1)), i -> "n" + i, 1, true)))
                .isEqualTo("""
                          ┌──────┐                                    ┌──────┐
                          │  n0  ├ p1 ─────── 10.10.0.0/24 ─────── p1 ┤  n1  │
                          └──────┘                                    └──────┘
                          ─ cable, one plane   p0 p1 ports
                        """);
    }

    @Test
    void showsBothCablesOfADoublyCabledPair() {
        assertThat(draw(fabric(2, List.of(cord(0, 0, 1, 1), cord(0, 1, 1, 0)))))
                .contains("│ spark1 ╞ p0 ══ 10.10.0.0/24 · 10.11.0.0/24 ══ p1 ╡ spark2 │")
                .contains("│        ╞ p1 ══ 10.10.1.0/24 · 10.11.1.0/24 ══ p0 ╡        │");
    }

    @Test
    void drawsAnUnpluggedRingAsACircleWithAHole() {
        Fabric fabric = fabric(4, List.of(ring(4).get(0), ring(4).get(2), ring(4).get(3)));

        assertThat(draw(
                        fabric,
                        finding(Code.PORT_NO_LINK, "spark2", "port 0"),
                        finding(Code.PORT_NO_LINK, "spark3", "enp1s0f1np1")))
                .contains("p0 ✗ see 1\n")
                .contains("p1 ✗ see 2\n")
                .contains("path of 4");
    }

    @Test
    void drawsAWantedPathInARow() {
        assertThat(draw(fabric(3, ring(3).subList(0, 2))).lines().toList().get(1))
                .matches("  │ spark1 ╞.*╡ spark2 ╞.*╡ spark3 │");
    }

    @Test
    void saysWhenAddressesAloneClaimACable() {
        assertThat(draw(fabric(4, ring(4), i -> "n" + i, 2, false)))
                .contains("├ p0 ╌╌ 10.10.0.0/24", "╌ cable that addresses claim, not seen")
                .doesNotContain("═");
    }

    @Test
    void listsCablesThatFormNoChain() {
        Fabric star = fabric(4, List.of(cord(0, 0, 1, 0), cord(0, 1, 2, 0), cord(0, 2, 3, 0)));

        assertThat(draw(star, finding(Code.SHAPE_NOT_RING, "", "")))
                .contains("spark1 p0 ══════════════ p0 spark2")
                .contains("spark1 p2 ══════════════ p0 spark4");
    }

    @Test
    void drawsASwitchAsColumnsOfSegments() {
        assertThat(draw(Rings.switched(3, 2), finding(Code.MTU_MISMATCH, "spark2", "enp1s0f0np0")))
                .isEqualTo("""
                                    10.10.0.0/24                  10.11.0.0/24
                          spark1    ●─ enp1s0f0np0                ●─ enP2p1s0f0np0
                          spark2 ✗1 ●─ enp1s0f0np0                ●─ enP2p1s0f0np0
                          spark3    ●─ enp1s0f0np0                ●─ enP2p1s0f0np0
                          ✗ see the finding with that number
                        """);
    }

    @Test
    void namesHostsWithoutCables() {
        assertThat(draw(fabric(3, List.of(cord(0, 0, 1, 0))))).contains("spark3  ○ no cable seen (p0 down, p1 down)");
    }

    @Test
    void givesEachHostItsOwnFindings() {
        assertThat(draw(fabric(4, ring(4)), finding(Code.MEMLOCK_LOW, "spark3", "memlock")))
                .contains("┌✗1──╨───┐");
    }

    @Test
    void saysWhatConcernsNoSinglePlace() {
        String drawn = draw(fabric(4, ring(4)), finding(Code.RANK_ORDER_NOT_CABLE_ORDER, "", "rank order"));

        assertThat(drawn).contains("  ✗ see 1, about the fabric as a whole\n").containsOnlyOnce("see 1");
    }

    @Test
    void shortensSubnetsThatFindNoRoom() {
        Sketch.Plane two = plane("10.10.0.0/24 10.20.0.0/24");
        Sketch.Plane different = plane("10.10.0.0/24 ≠ 10.20.0.0/24");

        assertThat(two.subnetsWithin(40)).isEqualTo("10.10.0.0/24 10.20.0.0/24");
        assertThat(two.subnetsWithin(16)).isEqualTo("10.10.0.0/24 +1");
        assertThat(different.subnetsWithin(16)).isEqualTo("ends differ");
        assertThat(plane("192.168.100.128/25").subnetsWithin(11)).isEqualTo("192.1…28/25");
    }

    private static Sketch.Plane plane(String subnets) {
        return new Sketch.Plane(0, "", "a", "b", Sketch.Basis.SEEN, subnets, List.of());
    }

    @Test
    void leavesNoMarkForInformation() {
        assertThat(draw(fabric(4, ring(4)), Rings.info("spark1", "port 0"))).isEqualTo(draw(fabric(4, ring(4))));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void showsEveryHostAndBothEndsOfEveryCableWithinTheWidth(int hosts) {
        List<Rings.Cord> cords = hosts == 2 ? List.of(cord(0, 0, 1, 0)) : ring(hosts);
        for (int columns : new int[] {40, 80, 200}) {
            String drawn = draw(fabric(hosts, cords), List.of(), new Screen(columns, false, true));

            assertThat(drawn.lines())
                    .allSatisfy(line -> assertThat(Text.columns(line)).isLessThanOrEqualTo(Math.min(columns, 80)));
            for (int host = 1; host <= hosts; host++) {
                assertThat(drawn).containsPattern("spark" + host + "\\b");
            }
            String picture = drawn.replaceAll("p0 p1 ports|\\(p0 down.*", "");
            assertThat(picture.split("p0", -1).length + picture.split("p1", -1).length - 2)
                    .isEqualTo(2 * cords.size());
        }
    }

    @Test
    void usesAsciiAloneWhereNothingElseIsUnderstood() {
        String drawn = draw(
                fabric(5, ring(5), i -> "späť" + i, 2, true),
                List.of(finding(Code.MTU_MISMATCH, "", "späť0 port 0 - späť1 port 1")),
                Screen.ASCII);

        assertThat(drawn).contains("X1", "sp\\xe4\\u01650").containsOnlyOnce("ring of 5");
        assertThat(drawn.chars()).allMatch(c -> c < 0x80);
    }

    @Test
    void cannotBeRepaintedByAHostName() {
        String drawn = draw(fabric(4, ring(4), i -> "\u001b[2J\u202e" + i, 2, true), List.of(), Screen.PLAIN);

        assertThat(drawn).doesNotContain("\u001b", "\u202e").contains("\\x1b");
    }

    @Test
    void keepsColumnsStraightForWideNames() {
        List<String> lines =
                draw(fabric(4, ring(4), i -> "雷神" + i, 2, true)).lines().toList();

        assertThat(Text.columns(lines.get(1))).isEqualTo(Text.columns(lines.get(0)));
    }

    @Test
    void coloursOnlyWhereColourIsWanted() {
        Fabric fabric = fabric(4, ring(4));
        String coloured = draw(fabric, List.of(), new Screen(80, true, true));

        assertThat(coloured).contains("\u001b[32m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(draw(fabric));
    }

    @Test
    void leavesACaptionOutRatherThanCuttingIt() {
        Fabric small = fabric(3, ring(3), host -> "n" + host, 1, false);
        assertThat(draw(small)).contains("ring of 3");
        assertThat(draw(small, List.of(), new Screen(40, false, true)).lines().filter(line -> line.contains("┊")))
                .isNotEmpty()
                .noneMatch(line -> line.matches(".*┊ +r(i|in|ing)? +┊.*"));
    }

    @Test
    void leavesAnUnnamedHostWithoutPortsOutOfThePicture() {
        Fabric named = fabric(3, ring(3));
        List<NodeFacts> hosts = new ArrayList<>(named.inventory().hosts());
        hosts.add(new FactsBuilder("").kernelRelease("6.17.0").build());
        assertThat(draw(Fabric.of(Inventory.of(hosts)))).isEqualTo(draw(named));
    }
}
