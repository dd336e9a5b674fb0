package dev.kolo.page.ring;

import static dev.kolo.page.ring.Rings.fabric;
import static dev.kolo.page.ring.Rings.finding;
import static dev.kolo.page.ring.Rings.ring;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingPlacesTest {
    private static Sketch sketch(int hosts, Finding... findings) {
        return Sketch.of(fabric(hosts, ring(hosts)), List.of(findings));
    }

    private static List<String> marked(Sketch sketch) {
        return sketch.strands().stream()
                .filter(s -> !s.marks().isEmpty())
                .map(s -> s.a() + " - " + s.b())
                .toList();
    }

    @Test
    void findsACableByItsNameInEitherDirection() {
        assertThat(marked(sketch(4, finding(Code.MTU_MISMATCH, "", "spark3 port 1 - spark2 port 0"))))
                .containsExactly("spark2 port 0 - spark3 port 1");
        assertThat(marked(sketch(
                        4,
                        finding(
                                Code.CABLE_SAME_INDEX,
                                "spark2",
                                "spark1 port 0 to spark2 port 1 and spark2 port 0 to spark3 port 1"))))
                .containsExactly("spark1 port 0 - spark2 port 1", "spark2 port 0 - spark3 port 1");
    }

    @Test
    void findsAFunctionByNetdevOrDevice() {
        assertThat(marked(sketch(4, finding(Code.GID_MISSING, "spark2", "roceP2p1s0f0"))))
                .containsExactly("spark2 port 0 - spark3 port 1");
        assertThat(marked(sketch(4, finding(Code.MTU_SMALL, "spark2", "enp1s0f1np1 (rocep1s0f1)"))))
                .containsExactly("spark1 port 0 - spark2 port 1");
    }

    @Test
    void findsEachFunctionOnTheHostThatItIsSaidToBeOn() {
        assertThat(marked(sketch(4, finding(Code.MTU_SMALL, "spark1", "enp1s0f0np0 and spark2:enp1s0f1np1"))))
                .containsExactly("spark1 port 0 - spark2 port 1");
        assertThat(marked(sketch(6, finding(Code.MTU_SMALL, "", "enp1s0f0np0, enP2p1s0f0np0 on spark1 and spark4"))))
                .containsExactly("spark1 port 0 - spark2 port 1", "spark4 port 0 - spark5 port 1");
        assertThat(marked(sketch(
                        6, finding(Code.MTU_SMALL, "", "enp1s0f0np0 on spark1; enp1s0f1np1 on spark4 and spark6"))))
                .containsExactly(
                        "spark1 port 0 - spark2 port 1",
                        "spark3 port 0 - spark4 port 1",
                        "spark5 port 0 - spark6 port 1");
    }

    @Test
    void findsTheLinksOfASubnet() {
        assertThat(marked(sketch(4, finding(Code.DUPLICATE_SUBNET, "", "10.11.2.0/24"))))
                .containsExactly("spark3 port 0 - spark4 port 1");
    }

    @Test
    void marksBothEndsOfAGap() {
        Sketch sketch = Sketch.of(
                fabric(4, ring(4).subList(0, 3)), List.of(finding(Code.CABLE_MISSING, "spark4", "spark4 to spark1")));

        assertThat(sketch.hosts().getFirst().sockets().get(1).marks()).hasSize(1);
        assertThat(sketch.hosts().getLast().sockets().getFirst().marks()).hasSize(1);
    }

    @Test
    void findsAPortOfTheFindingsHost() {
        assertThat(marked(sketch(4, finding(Code.LINK_DEGRADED, "spark4", "port 0"))))
                .containsExactly("spark1 port 1 - spark4 port 0");
    }

    @Test
    void doesNotTakeOneHostForAnotherWhoseNameStartsAlike() {
        assertThat(marked(sketch(12, finding(Code.LINK_DEGRADED, "", "spark1 port 0"))))
                .containsExactly("spark1 port 0 - spark2 port 1");
        assertThat(marked(sketch(12, finding(Code.LINK_DEGRADED, "", "spark11 port 0"))))
                .containsExactly("spark11 port 0 - spark12 port 1");
    }

    @Test
    void givesWhatNamesNoPlaceToItsHostOrToAll() {
        Sketch sketch = sketch(4, finding(Code.MEMLOCK_LOW, "spark2", "memlock"), finding(Code.SHAPE_NOT_RING, "", ""));

        assertThat(marked(sketch)).isEmpty();
        assertThat(sketch.hosts().get(1).marks()).extracting(Mark::number).containsExactly(1);
        assertThat(sketch.general()).extracting(Mark::number).containsExactly(2);
    }
}
