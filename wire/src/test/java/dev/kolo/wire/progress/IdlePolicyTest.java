package dev.kolo.wire.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An idle progress thread spins, then naps 20 µs doubling to 1 ms, and begins anew after work. */
class IdlePolicyTest {
    private static final long MILLI = 1_000_000;

    private static List<Long> napsMicros(IdlePolicy policy, long fromNanos, int count) {
        List<Long> naps = new ArrayList<>();
        long now = fromNanos;
        for (int i = 0; i < count; i++) {
            long nap = policy.napNanos(now);
            naps.add(nap / 1_000);
            now += nap;
        }
        return naps;
    }

    @Test
    void napsNotBeforeItHasSpunAndThenLongerEachTime() {
        IdlePolicy policy = new IdlePolicy(5 * MILLI, 20_000, 100);
        assertThat(policy.napNanos(100)).isZero();
        assertThat(policy.napNanos(100 + 5 * MILLI)).isZero();
        assertThat(napsMicros(policy, 101 + 5 * MILLI, 9))
                .containsExactly(20L, 40L, 80L, 160L, 320L, 640L, 1000L, 1000L, 1000L);
    }

    @Test
    void workMakesItSpinAgainAndBeginWithTheShortestNap() {
        IdlePolicy policy = new IdlePolicy(5 * MILLI, 20_000, 0);
        napsMicros(policy, 6 * MILLI, 5);
        policy.worked(20 * MILLI);
        assertThat(policy.napNanos(24 * MILLI)).isZero();
        assertThat(napsMicros(policy, 26 * MILLI, 2)).containsExactly(20L, 40L);
    }
}
