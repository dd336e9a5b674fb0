package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which payloads are staged although they could be fetched by address. */
class FreshnessTest {
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment payload = arena.allocate(16_384, 64);
    private final Freshness freshness = new Freshness(65_536);

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void stagesWhatWasWrittenSinceTheExchangeBeforeAndNothingElse() {
        assertThat(freshness.stages(payload, 0, 8192)).isTrue();
        assertThat(freshness.stages(payload, 0, 8192)).isFalse();
        for (long at : new long[] {0, 2048, 4096, 8191}) {
            payload.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
            assertThat(freshness.stages(payload, 0, 8192))
                    .as("written at " + at)
                    .isTrue();
            assertThat(freshness.stages(payload, 0, 8192)).isFalse();
        }
    }

    @Test
    void anotherPlaceOrLengthIsNew() {
        freshness.stages(payload, 0, 8192);
        assertThat(freshness.stages(payload, 8, 8192)).isTrue();
        assertThat(freshness.stages(payload, 8, 8200)).isTrue();
    }

    @Test
    void leavesAloneWhatIsLargeTinyOnTheHeapOrNotForASlot() {
        assertThat(freshness.stages(payload, 0, 16_384)).isFalse();
        assertThat(freshness.stages(payload, 0, 31)).isFalse();
        assertThat(freshness.stages(payload, 0, 0)).isFalse();
        assertThat(freshness.stages(MemorySegment.ofArray(new byte[8192]), 0, 8192))
                .isFalse();
        assertThat(new Freshness(4096).stages(payload, 0, 8192)).isFalse();
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
