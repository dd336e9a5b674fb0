package dev.kolo.wire.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payload as words: every length comes back, every word is looked at, and one of another step is never taken. */
class StepWordsTest {
    private static final int NUMBER = 0x8765_4321;

    @ParameterizedTest
    @EnumSource(names = {"LL8", "LL16"})
    void everyLengthComesBackFromAnyAlignment(PayloadForm form) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocate(256, 16);
            for (int bytes = 0; bytes <= 70; bytes++) {
                byte[] data = new byte[bytes + 3];
                for (int i = 0; i < data.length; i++) {
                    data[i] = (byte) (0x91 + 7 * i);
                }
                words.fill((byte) 0x77);
                StepWords.write(form, MemorySegment.ofArray(data), 3, bytes, words, 0, NUMBER);
                long count = form.words(bytes);
                assertThat(StepWords.missing(form, words, 0, count, 0, NUMBER)).isEqualTo(count);
                byte[] seen = new byte[bytes + 2];
                StepWords.read(form, words, 0, bytes, MemorySegment.ofArray(seen), 1);
                assertThat(Arrays.copyOfRange(seen, 1, bytes + 1)).isEqualTo(Arrays.copyOfRange(data, 3, bytes + 3));
                assertThat(seen[bytes + 1]).isZero();
                assertThat(words.get(ValueLayout.JAVA_BYTE, form.travelBytes(bytes)))
                        .as("behind the last word")
                        .isEqualTo((byte) 0x77);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LL8", "LL16"})
    void theFirstWordOfAnotherStepIsFoundWhereverItIs(PayloadForm form) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocate(512, 16);
            byte[] data = new byte[64];
            long count = form.words(64);
            for (long odd = 0; odd < count; odd++) {
                StepWords.write(form, MemorySegment.ofArray(data), 0, 64, words, 0, NUMBER);
                words.set(ValueLayout.JAVA_INT, (odd + 1) * form.wordBytes() - 4, NUMBER - 2);
                assertThat(StepWords.missing(form, words, 0, count, 0, NUMBER)).isEqualTo(odd);
                assertThat(StepWords.missing(form, words, 0, count, odd, NUMBER))
                        .isEqualTo(odd);
            }
        }
    }

    @Test
    void oneOfTwoNumbersIsNotEnough() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocate(16, 16);
            StepWords.write(PayloadForm.LL16, MemorySegment.ofArray(new byte[8]), 0, 8, words, 0, NUMBER);
            words.set(ValueLayout.JAVA_INT, 8, 0);
            assertThat(StepWords.missing(PayloadForm.LL16, words, 0, 1, 0, NUMBER))
                    .isZero();
        }
    }
}
