package dev.kolo.wire.progress;

import static dev.kolo.wire.progress.CallerProgress.Pause.NAP;
import static dev.kolo.wire.progress.CallerProgress.Pause.SPIN;
import static dev.kolo.wire.progress.CallerProgress.Pause.YIELD;
import static dev.kolo.wire.progress.CallerProgress.pauseAfter;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a caller does that waits: it spins, lets others run, and naps once it has waited for long. */
class CallerPauseTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    @Test
    void spinsThenYieldsThenNaps() {
        assertThat(pauseAfter(2 * MILLI, CallerProgress.SPIN_NANOS, false)).isEqualTo(SPIN);
        assertThat(pauseAfter(3 * MILLI, CallerProgress.SPIN_NANOS, false)).isEqualTo(YIELD);
        assertThat(pauseAfter(1_001 * MILLI, CallerProgress.SPIN_NANOS, false)).isEqualTo(NAP);
    }

    @Test
    void yieldsAtOnceWhereRanksOutnumberCores() {
        assertThat(pauseAfter(0, CallerProgress.SPIN_NANOS, true)).isEqualTo(YIELD);
        assertThat(pauseAfter(1_001 * MILLI, CallerProgress.SPIN_NANOS, true)).isEqualTo(NAP);
    }

    @Test
    void napsAsSoonAsItIsToldTo() {
        assertThat(pauseAfter(100 * MICRO, 100 * MICRO, false)).isEqualTo(SPIN);
        assertThat(pauseAfter(101 * MICRO, 100 * MICRO, false)).isEqualTo(NAP);
        assertThat(pauseAfter(101 * MICRO, 100 * MICRO, true)).isEqualTo(NAP);
    }
}
