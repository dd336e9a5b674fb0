package dev.kolo.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thousands of seeds of mixed faults at worlds 2 to 8, on all processors. */
@Tag("seeds")
class ManySeedsTest {
    private static final long SEEDS = 10_000;

    @Test
    void everyRuleHoldsForThousandsOfSeeds() {
        List<Long> violated = LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> Run.of(Scenario.of(seed, Wishes.NONE), Options.PLAIN))
                .filter(verdict -> !verdict.isGood())
                .map(verdict -> verdict.scenario().seed())
                .toList();
        assertThat(violated).isEmpty();
    }
}
