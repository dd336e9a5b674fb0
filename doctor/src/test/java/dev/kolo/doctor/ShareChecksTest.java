package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.doctor.counters.ExpectedShares;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanOutcome;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Planner;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shares of the devices against a plan's. On a triangle the wire has one lane a peer, all on the first plane, and NCCL has all
 * four devices: the first plane's devices should carry 25 to 50 % each, the others 0 to 25 %.
 */
class ShareChecksTest {
    private static final double GIGABYTE_WORDS = 250e6;

    private static Plan plan(int hosts) {
        PlanOutcome outcome = Planner.plan(Fabric.of(RingFacts.of(hosts).inventory()), PlanRequest.DEFAULT);
        if (outcome instanceof PlanOutcome.Planned planned) {
            return planned.plan();
        }
        throw new AssertionError("no plan: " + outcome);
    }

    /** Gigabytes each way over each device of the first and of the second plane. */
    private static RingFacts carrying(double first, double second) {
        RingFacts facts = RingFacts.of(3);
        for (int host = 0; host < 3; host++) {
            for (Map.Entry<String, Double> device : Map.of(
                            "rocep1s0f0", first, "rocep1s0f1", first, "roceP2p1s0f0", second, "roceP2p1s0f1", second)
                    .entrySet()) {
                long words = Math.round(device.getValue() * GIGABYTE_WORDS)
                        + device.getKey().length();
                facts.also(
                        host,
                        f -> f.rdmaDevice(device.getKey(), new Evidence("sysfs", 1, device.getKey()))
                                .counter("port_xmit_data", words)
                                .counter("port_rcv_data", words));
            }
        }
        return facts;
    }

    private static Diagnosis compare(RingFacts after, Optional<Plan> plan) {
        return Doctor.examineCounters(
                Fabric.of(after.inventory()),
                Expectation.AUTO,
                new Comparison(carrying(1, 1).inventory(), plan));
    }

    @Test
    void expectsOfEachDeviceWhatBothWaysGiveIt() {
        ExpectedShares shares = ExpectedShares.of(plan(3));

        assertThat(shares.of("spark1", "rocep1s0f0")).contains(new ExpectedShares.Range(0.25, 0.5));
        assertThat(shares.of("spark1", "roceP2p1s0f1")).contains(new ExpectedShares.Range(0, 0.25));
        assertThat(shares.of("spark1", "mlx5_9")).contains(new ExpectedShares.Range(0, 0));
        assertThat(shares.of("elsewhere", "rocep1s0f0")).isEmpty();
        assertThat(new ExpectedShares.Range(0, 0.25).words()).isEqualTo("0 to 25 %");
    }

    @Test
    void whateverThePlanAllowsIsSilent() {
        for (double second : new double[] {0, 2, 5, 9, 10}) {
            assertThat(compare(carrying(11, 1 + second), Optional.of(plan(3))).findings())
                    .as("%s GB over the second plane, 10 over the first", second)
                    .isEmpty();
        }
    }

    @Test
    void aPlaneThatThePlanGivesNothingForSureIsNotCalledIdle() {
        assertThat(compare(carrying(11, 1), Optional.of(plan(3))).findings()).isEmpty();
        assertThat(only(compare(carrying(11, 1), Optional.empty()), Code.DEVICES_CARRY_NOTHING)
                        .subject())
                .contains("roceP2p1s0f0");
    }

    @Test
    void namesDevicesThatCarryMoreThanThePlanGivesThem() {
        Diagnosis diagnosis = compare(carrying(4, 11), Optional.of(plan(3)));
        Finding finding = diagnosis.findings().getFirst();

        assertThat(diagnosis.findings()).extracting(Finding::code).containsOnly(Code.SHARE_NOT_PLANNED);
        assertThat(finding.host()).isEqualTo("spark1");
        assertThat(finding.seen()).contains("roceP2p1s0f0 carried 38 %").contains("rocep1s0f0 carried 12 %");
        assertThat(finding.wanted()).contains("rocep1s0f0 25 to 50 %").contains("roceP2p1s0f0 0 to 25 %");
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
        assertThat(compare(carrying(4, 11), Optional.empty()).findings())
                .as("without a plan there is no share to miss")
                .isEmpty();
    }

    @Test
    void aFewMegabytesAreNoShare() {
        assertThat(compare(carrying(1, 1.01), Optional.of(plan(3))).findings()).isEmpty();
    }
}
