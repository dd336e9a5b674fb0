package dev.kolo.wire.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class NativeWordsTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);

    @Test
    void wordsAreThoseOfTheMemory() {
        NativeWords words = new NativeWords(memory, 64);
        words.write(8, 5);
        words.release(56, -7);
        memory.set(ValueLayout.JAVA_LONG, 16, 9);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(5);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 56)).isEqualTo(-7);
        assertThat(words.read(16)).isEqualTo(9);
        assertThat(words.acquire(56)).isEqualTo(-7);
    }

    @Test
    void refusesWhatHasNoAddressOrTooFewBytesOrLiesBetweenWords() {
        assertThatThrownBy(() -> new NativeWords(MemorySegment.ofArray(new long[8]), 64))
                .hasMessageContaining("on the heap");
        assertThatThrownBy(() -> new NativeWords(memory, 72)).hasMessageContaining("wanted are 72 bytes");
        assertThatThrownBy(() -> new NativeWords(memory.asSlice(4), 56)).hasMessageContaining("aligned to 8");
    }
}
