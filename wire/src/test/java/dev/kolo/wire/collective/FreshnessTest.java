package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which payloads count as written since the exchange before, and what the rule makes of it. */
class FreshnessTest {
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment payload = arena.allocate(16_384, 64);
    private final Freshness freshness = new Freshness();

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void isWhatWasWrittenSinceTheExchangeBeforeAndNothingElse() {
        assertThat(freshness.isFresh(payload, 0, 8192)).isTrue();
        assertThat(freshness.isFresh(payload, 0, 8192)).isFalse();
        for (long at : new long[] {0, 2048, 4096, 8191}) {
            payload.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
            assertThat(freshness.isFresh(payload, 0, 8192))
                    .as("written at " + at)
                    .isTrue();
            assertThat(freshness.isFresh(payload, 0, 8192)).isFalse();
        }
    }

    @Test
    void anotherPlaceOrLengthIsNew() {
        freshness.isFresh(payload, 0, 8192);
        assertThat(freshness.isFresh(payload, 8, 8192)).isTrue();
        assertThat(freshness.isFresh(payload, 8, 8200)).isTrue();
    }

    @Test
    void aFewBytesAreNever() {
        assertThat(freshness.isFresh(payload, 0, 31)).isFalse();
        assertThat(freshness.isFresh(payload, 0, 0)).isFalse();
    }

    @Test
    void theRuleStagesWhatIsFreshSmallAndOffTheHeap() {
        assertThat(Freshness.stages(payload, 8192, true)).isTrue();
        assertThat(Freshness.stages(payload, 8192, false)).isFalse();
        assertThat(Freshness.stages(payload, 16_384, true)).isFalse();
        assertThat(Freshness.stages(MemorySegment.ofArray(new byte[8192]), 8192, true))
                .isFalse();
    }

    @Test
    void takesBackTheLastLinesOfASlotWithoutLeavingIt() {
        MemorySegment slot = arena.allocate(16_384, 64).fill((byte) 7);
        Freshness.reclaim(slot, 4096, 8192);
        assertThat(slot.asSlice(0, 4096).toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
        assertThat(slot.asSlice(4096 + 8192).toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
        assertThat(slot.get(ValueLayout.JAVA_BYTE, 4096 + 8192 - 64)).isZero();
    }
}
