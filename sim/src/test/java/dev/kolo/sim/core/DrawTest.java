package dev.kolo.sim.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DrawTest {
    /** What a seed means must never change: failures are reported by seed. */
    @Test
    void aSeedMeansTheseNumbersForEver() {
        Draw draw = Draw.of(1);
        assertThat(new long[] {
                    draw.next(),
                    draw.next(),
                    Draw.of(1, "calls", 0).next(),
                    Draw.of(1, "calls", 1).next()
                })
                .isEqualTo(new long[] {
                    6791897765849424158L, -1041056189838986770L, -2203572343857304929L, 7187106279415798446L
                });
    }

    @Test
    void whatIsDrawnStaysWithinItsBounds() {
        Draw draw = Draw.of(7);
        boolean small = false;
        boolean large = false;
        for (int i = 0; i < 10_000; i++) {
            assertThat(draw.below(3)).isBetween(0, 2);
            assertThat(draw.between(-5, 5)).isBetween(-5L, 5L);
            long spread = draw.spread(100, 100_000);
            assertThat(spread).isBetween(100L, 100_000L);
            small |= spread < 200;
            large |= spread > 70_000;
        }
        assertThat(small && large).isTrue();
        assertThat(draw.chance(0)).isFalse();
        assertThat(draw.chance(1_000_000)).isTrue();
    }
}
