package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.cause.Causes;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from another finding stands under it; what does not, does not. */
class FoldingTest {
    private static Chain chainOf(Diagnosis diagnosis, Code root) {
        return diagnosis.chains().stream()
                .filter(c -> c.root().code() == root)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no chain of " + root + " in " + diagnosis.chains()));
    }

    private static List<Code> followers(Chain chain) {
        return chain.consequences().stream().map(Finding::code).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6, 16})
    void putsEqualPortNumbersUnderThePlugsThatCausedThem(int hosts) {
        Diagnosis diagnosis = judge(RingFacts.of(hosts).swapPlugs(1));

        assertThat(diagnosis.chains()).hasSize(1);
        assertThat(followers(chainOf(diagnosis, Code.ENDS_IN_DIFFERENT_SUBNETS)))
                .containsExactly(Code.CABLE_SAME_INDEX);
    }

    @Test
    void keepsApartWhatSharesNoPlace() {
        // Equal port numbers on all cables of a ring whose addresses fit them are a trouble of their own.
        RingFacts facts = RingFacts.of(8).swapPlugs(1);
        facts.change(5, 0, 0, e -> e.mtu = 1500).change(5, 1, 0, e -> e.mtu = 1500);
        Diagnosis diagnosis = judge(facts);

        assertThat(diagnosis.chains())
                .extracting(c -> c.root().code())
                .contains(Code.ENDS_IN_DIFFERENT_SUBNETS, Code.MTU_MISMATCH);
        assertThat(followers(chainOf(diagnosis, Code.MTU_MISMATCH))).doesNotContain(Code.CABLE_SAME_INDEX);
    }

    @Test
    void putsSharedSubnetsUnderTheTwinsWithTheAddressesToSet() {
        Diagnosis diagnosis = judge(RingFacts.of(4).mergePlanes());
        Chain chain = chainOf(diagnosis, Code.TWINS_IN_ONE_SUBNET);

        assertThat(diagnosis.chains()).hasSize(1);
        assertThat(followers(chain)).containsExactly(Code.DUPLICATE_ADDRESS, Code.DUPLICATE_SUBNET);
        assertThat(chain.root().fix()).contains("10.41.0.1/24");
    }

    @Test
    void putsAnIdlePlaneUnderItsMissingAddresses() {
        Diagnosis diagnosis = judge(RingFacts.of(4).changeAll(e -> {
            if (e.plane == 1) {
                e.addresses.clear();
            }
        }));

        assertThat(followers(chainOf(diagnosis, Code.UNADDRESSED))).contains(Code.DEVICES_CARRY_NOTHING);
    }

    @Test
    void putsAShapeThatIsNotWantedUnderTheCableThatIsOut() {
        RingFacts facts = RingFacts.of(4);
        for (int plane = 0; plane < 2; plane++) {
            facts.change(1, plane, 0, e -> e.state = LinkState.DOWN).change(2, plane, 1, e -> e.state = LinkState.DOWN);
        }
        Diagnosis diagnosis = judge(facts, Shape.Kind.RING);

        assertThat(diagnosis.chains().getFirst().root().code()).isEqualTo(Code.PORT_NO_LINK);
        assertThat(diagnosis.chains()).noneMatch(c -> c.root().code() == Code.SHAPE_NOT_RING);
    }

    @Test
    void losesNoFindingAndRepeatsNone() {
        for (Diagnosis diagnosis : List.of(
                judge(RingFacts.of(4).mergePlanes().swapPlugs(2)),
                judge(RingFacts.of(5)),
                judge(RingFacts.of(6).changeAll(e -> e.mtu = 1500).swapPlugs(0).swapPlugs(3)))) {
            assertThat(Chain.flat(diagnosis.chains())).containsExactlyInAnyOrderElementsOf(diagnosis.findings());
        }
    }

    @Test
    void leavesInfosAlone() {
        Diagnosis diagnosis =
                judge(Shown.folder("cases/16-prefix-24-but-cables-are-30").inventory());

        assertThat(diagnosis.chains())
                .filteredOn(c -> c.worst() == Severity.INFO)
                .allSatisfy(c -> assertThat(c.consequences()).isEmpty());
    }

    @Test
    void drawsNoCircle() {
        Map<Code, List<Code>> after = new EnumMap<>(Code.class);
        Causes.arrows()
                .forEach(a ->
                        after.computeIfAbsent(a.cause(), c -> new ArrayList<>()).add(a.consequence()));
        for (Code code : Code.values()) {
            assertThat(reachable(after, code, new ArrayList<>())).doesNotContain(code);
        }
        assertThat(Causes.arrows()).doesNotHaveDuplicates();
    }

    private static List<Code> reachable(Map<Code, List<Code>> after, Code from, List<Code> seen) {
        for (Code next : after.getOrDefault(from, List.of())) {
            if (!seen.contains(next)) {
                seen.add(next);
                reachable(after, next, seen);
            }
        }
        return seen;
    }
}
