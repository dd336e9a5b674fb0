package dev.kolo.wire.schedule.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.schedule.proof.WordProof.Reader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proves the reader of words under every order of arrivals, and shows that each way to check less is found. */
class WordProofTest {
    @Test
    void checkingEveryWordBeforeCopyingIsRightInEveryOrderOfArrivals() {
        for (int words = 1; words <= 4; words++) {
            assertThat(WordProof.explore(PayloadForm.LL8, 8, words, Reader.CHECKS_ALL_THEN_COPIES))
                    .isEmpty();
            assertThat(WordProof.explore(PayloadForm.LL16, 16, words, Reader.CHECKS_ALL_THEN_COPIES))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CHECKS_ALL_THEN_COPIES", mode = EnumSource.Mode.EXCLUDE)
    void whoeverChecksLessOrLaterIsFound(Reader reader) {
        for (int words = 1; words <= 4; words++) {
            assertThat(WordProof.explore(PayloadForm.LL8, 8, words, reader))
                    .hasValueSatisfying(w -> assertThat(w).contains("is taken with old data"));
        }
    }

    @Test
    void sixteenByteWordsAreNotForMemoryThatIsWrittenEightBytesAtOnce() {
        assertThat(WordProof.explore(PayloadForm.LL16, 8, 1, Reader.CHECKS_ALL_THEN_COPIES))
                .isPresent();
    }
}
