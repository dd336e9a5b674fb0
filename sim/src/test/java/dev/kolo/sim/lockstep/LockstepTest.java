package dev.kolo.sim.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.sim.fabric.Cabling;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.suite.SuiteCases;
import dev.kolo.wire.suite.SuiteRank;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The suite of the wire runs over the simulated fabric, and runs the same every time. */
class LockstepTest {
    private static final long LIMIT = 64 * 1024;

    private long run(ScheduleKind kind, List<String> failures) {
        Cabling cabling = new Cabling(3, Cabling.Form.EVERY_PAIR);
        try (Lockstep session = new Lockstep(cabling, 2, LIMIT, Optional.of(kind), 7)) {
            session.run(communicator -> {
                try (SuiteRank run = new SuiteRank(communicator, LIMIT, true, OptionalLong.of(5), failures::add)) {
                    run.run(SuiteCases.of(Reach.everyPair(3), kind, LIMIT, true, 0));
                    assertThat(run.passed()).isPositive();
                }
            });
            return session.events();
        }
    }

    @Test
    void theSuitePassesUnderEveryScheduleAndTakesTheSameEventsEveryTime() {
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        for (ScheduleKind kind : SuiteCases.kinds(Reach.everyPair(3))) {
            assertThat(run(kind, failures)).as(kind.word()).isEqualTo(run(kind, failures));
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void whatARankThrowsReachesTheCaller() {
        Cabling cabling = new Cabling(2, Cabling.Form.EVERY_PAIR);
        try (Lockstep session = new Lockstep(cabling, 1, LIMIT, Optional.empty(), 1)) {
            assertThatThrownBy(() -> session.run(communicator -> {
                        communicator.barrier();
                        throw new IllegalStateException("rank " + communicator.rank() + " has had enough");
                    }))
                    .hasMessageContaining("has had enough");
        }
    }
}
