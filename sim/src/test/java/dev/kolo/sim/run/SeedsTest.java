package dev.kolo.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The wire as it is lives through some hundreds of seeds, and a seed means the same every time. */
class SeedsTest {
    private static final long SEEDS = 300;

    @Test
    void everyRuleHoldsForSomeHundredSeeds() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Verdict verdict = Run.of(Scenario.of(seed, Wishes.NONE), Options.PLAIN);
            assertThat(verdict.violations())
                    .as("seed " + seed + ": " + verdict.scenario().words())
                    .isEmpty();
        }
    }

    @Test
    void theSameSeedGivesTheSameHashWithAndWithoutLines() {
        for (long seed = 1; seed <= 20; seed++) {
            Scenario scenario = Scenario.of(seed, Wishes.NONE);
            Verdict first = Run.of(scenario, Options.PLAIN);
            Verdict again = Run.of(Scenario.of(seed, Wishes.NONE), Options.PLAIN.tracing(100));
            assertThat(again.hash()).as("seed " + seed).isEqualTo(first.hash());
            assertThat(again.events()).isEqualTo(first.events());
        }
    }
}
