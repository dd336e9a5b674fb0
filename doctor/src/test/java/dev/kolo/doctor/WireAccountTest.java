package dev.kolo.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.PlanOutcome;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Planner;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the account lines of the wire tell, as they stand in engines' logs. */
class WireAccountTest {
    private static final String HEALTHY =
            "(Worker_TP1 pid=4711) kolo wire: rank 1 of 3, session 9a74cbc2 over shm: 84,000"
                    + " operations, 1,138,392 bytes, posted 231, completed 0, last operation 84,000 (65,536 bytes), late waits 21,"
                    + " stale flags 0, foreign flags 0, repairs 73, not poisoned\n";

    @Test
    void aSoundSessionIsSilent() {
        assertThat(codes(HEALTHY)).isEmpty();
    }

    @Test
    void aPoisonedSessionQuotesItsFailure() {
        String text = HEALTHY.replace(
                "not poisoned",
                "poisoned: rank 1 waited 60.0 s for rank 2, lane 0, operation 84,000: its process is gone");
        Finding finding = only(text, Code.WIRE_POISONED);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.seen()).contains("waited 60.0 s for rank 2");
        assertThat(finding.evidence()).anyMatch(e -> e.toString().contains("kolo wire: rank 1 of 3"));
    }

    @Test
    void staleFlagsAreAWarningAndLateWaitsOnlyGoodToKnow() {
        assertThat(only(HEALTHY.replace("stale flags 0", "stale flags 1,148"), Code.WIRE_STALE_FLAGS)
                        .seen())
                .isEqualTo("1148 stale flags in 84000 operations");
        Finding late = only(HEALTHY.replace("late waits 21", "late waits 9,021"), Code.WIRE_LATE_WAITS);
        assertThat(late.severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void tellsWhatSharingFunctionsWithNcclCostsAndNothingWhereTheyAreKeptApart() {
        Inventory hosts = withAccount(RingFacts.of(4));
        List<Finding> found = judgedBy(hosts, false);
        assertThat(found)
                .filteredOn(f -> f.code() == Code.WIRE_SHARES_NCCL_FUNCTIONS)
                .singleElement()
                .satisfies(f -> assertThat(f.severity()).isEqualTo(Severity.INFO))
                .satisfies(f -> assertThat(f.fix()).contains("--keep-apart"));
        assertThat(judgedBy(hosts, true)).extracting(Finding::code).doesNotContain(Code.WIRE_SHARES_NCCL_FUNCTIONS);
        assertThat(judgedBy(RingFacts.of(4).inventory(), false))
                .as("without the wire")
                .extracting(Finding::code)
                .doesNotContain(Code.WIRE_SHARES_NCCL_FUNCTIONS);
    }

    private static Inventory withAccount(RingFacts facts) {
        Evidence line = RelayedRing.line("kolo wire: rank 0 of 4");
        facts.also(0, f -> f.remark(new Remark(Remark.Kind.WIRE_ACCOUNT, "0 4 9a74cbc2 1000 0 0 -", line)));
        return facts.inventory();
    }

    private static List<Finding> judgedBy(Inventory hosts, boolean keptApart) {
        PlanRequest request = PlanRequest.DEFAULT.with().keepApart(keptApart).build();
        PlanOutcome outcome = Planner.plan(Fabric.of(RingFacts.of(4).inventory()), request);
        assertThat(outcome).isInstanceOf(PlanOutcome.Planned.class);
        return Doctor.examine(hosts, Expectation.AUTO.withPlan(((PlanOutcome.Planned) outcome).plan()))
                .findings();
    }

    private static Finding only(String text, Code code) {
        List<Finding> found = diagnosis(text).findings();
        assertThat(found).extracting(Finding::code).containsExactly(code);
        return found.getFirst();
    }

    private static List<Code> codes(String text) {
        return diagnosis(text).findings().stream().map(Finding::code).toList();
    }

    private static Diagnosis diagnosis(String text) {
        return Doctor.examine(Shown.text("engine.log", text).inventory(), Expectation.AUTO);
    }
}
