package dev.kolo.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.sim.fault.Fault;
import dev.kolo.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients of mailboxes in runs: what becomes of a session when they die, stand still, or lose their server. */
class ClientsTest {
    private static final long SEEDS = 60;

    private final Coverage coverage = new Coverage();
    private final List<String> failures = new ArrayList<>();

    private void runAll(Wishes wishes) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Verdict verdict = Run.of(Scenario.of(seed, wishes), Options.PLAIN);
            assertThat(verdict.violations())
                    .as("seed " + seed + ": " + verdict.scenario().words())
                    .isEmpty();
            coverage.addAll(verdict.coverage());
            failures.addAll(verdict.failures());
        }
    }

    @Test
    void theDeathOfAClientIsNamedOnEveryRank() {
        runAll(Wishes.NONE.only(FaultKind.CLIENT_DEATH));
        assertThat(coverage.of("failure CLIENT_GONE")).isPositive();
        assertThat(failures).anyMatch(f -> f.contains("The client of rank") && f.contains("gave up"));
    }

    @Test
    void aClientThatStandsStillAndGoesOnIsWaitedFor() {
        runAll(Wishes.NONE.only(FaultKind.CLIENT_PAUSE));
        assertThat(coverage.of("fault client-pause")).isPositive();
        assertThat(failures).isEmpty();
    }

    @Test
    void clientsSeeThatTheirServerDied() {
        for (long seed = 1; seed <= 4 * SEEDS; seed++) {
            Scenario calm = Scenario.of(seed, Wishes.NONE.only(FaultKind.DEATH));
            if (calm.clients().isEmpty() || calm.meets()) {
                continue;
            }
            FaultKind kind = seed % 2 == 0 ? FaultKind.DEATH : FaultKind.FREEZE;
            Fault fault = new Fault(kind, calm.clients().getFirst(), -1, calm.windowPicos() / 2, Fault.FOR_EVER, 0);
            Verdict verdict = Run.of(calm.withFaults(List.of(fault)), Options.PLAIN);
            assertThat(verdict.violations()).as("seed " + seed).isEmpty();
            coverage.addAll(verdict.coverage());
        }
        assertThat(coverage.of("clients that lost their server")).isPositive();
    }
}
