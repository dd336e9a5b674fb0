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
    }

    @Test
    void findsAFunctionByNetdevOrDevice() {
        assertThat(marked(sketch(4, finding(Code.GID_MISSING, "spark2", "roceP2p1s0f0"))))
                .containsExactly("spark2 port 0 - spark3 port 1");
        assertThat(marked(sketch(4, finding(Code.MTU_SMALL, "spark2", "enp1s0f1np1 (rocep1s0f1)"))))
                .containsExactly("spark1 port 0 - spark2 port 1");
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
