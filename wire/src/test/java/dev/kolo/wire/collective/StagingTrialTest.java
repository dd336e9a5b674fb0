package dev.kolo.wire.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which way payloads leave once callers have said how long their exchanges took. */
class StagingTrialTest {
    private static final long SLOT_BYTES = 65_536;
    private static final int LATER = 1_000_000;

    private final StagingTrial trial = new StagingTrial(SLOT_BYTES);

    /** One exchange that takes so long staged and so long fetched; true when it was staged. */
    private boolean exchange(long bytes, boolean fresh, boolean usual, long staged, long fetched) {
        boolean asks = trial.isRunning();
        boolean stages = trial.stages(false, bytes, fresh, usual);
        if (asks) {
            trial.took(stages ? staged : fetched);
        }
        return stages;
    }

    private boolean exchanges(int count, boolean usual, long staged, long fetched) {
        for (int i = 0; i < count; i++) {
            exchange(8192, false, usual, staged, fetched);
        }
        return exchange(8192, false, usual, staged, fetched);
    }

    @Test
    void theRuleHoldsUntilTheFirstTrial() {
        for (int i = 0; i < StagingTrial.FIRST_AT - 1; i++) {
            assertThat(exchange(8192, false, i % 2 == 0, 1, 1_000)).isEqualTo(i % 2 == 0);
        }
        assertThat(trial.isRunning()).isFalse();
        exchange(8192, false, false, 1, 1_000);
        assertThat(trial.isRunning()).isTrue();
    }

    @Test
    void theFasterWayIsTakenWhateverTheRule() {
        int afterFirst = StagingTrial.FIRST_AT + StagingTrial.TRIAL_EXCHANGES;
        assertThat(exchanges(afterFirst, false, 600, 2_500)).isTrue();
        assertThat(trial.isRunning()).isFalse();
        assertThat(new StagingTrialTest().exchanges(afterFirst, true, 2_500, 600))
                .isFalse();
        assertThat(new StagingTrialTest().exchanges(afterFirst, false, 2_500, 600))
                .isFalse();
    }

    @Test
    void aTrialGoesBothWaysAlikeInBlocks() {
        int staged = 0;
        int turns = 0;
        boolean before = false;
        for (int i = 1; i < StagingTrial.FIRST_AT + StagingTrial.TRIAL_EXCHANGES; i++) {
            boolean stages = exchange(8192, false, false, 600, 2_500);
            staged += stages ? 1 : 0;
            turns += stages != before ? 1 : 0;
            before = stages;
        }
        assertThat(staged).isEqualTo(StagingTrial.TRIAL_EXCHANGES / 2);
        assertThat(turns).isEqualTo(StagingTrial.TRIAL_EXCHANGES / StagingTrial.BLOCK_EXCHANGES);
    }

    @Test
    void aDifferenceWithinTheNoiseChangesNothing() {
        int afterFirst = StagingTrial.FIRST_AT + StagingTrial.TRIAL_EXCHANGES;
        assertThat(exchanges(afterFirst, false, 970, 1_000)).isFalse();
        assertThat(new StagingTrialTest().exchanges(afterFirst, true, 1_000, 970))
                .isTrue();
    }

    @Test
    void waitsForOtherRanksDecideNothing() {
        // A rank that computes for longer than an exchange takes, by turns the first and the last to come.
        SplittableRandom random = new SplittableRandom(5);
        boolean stages = false;
        for (int i = 0; i < StagingTrial.FIRST_AT + StagingTrial.TRIAL_EXCHANGES + 1; i++) {
            long wait = random.nextInt(4) == 0 ? 0 : random.nextInt(200_000);
            stages = exchange(8192, false, false, wait + 600, wait + 2_500);
        }
        assertThat(stages).isTrue();
    }

    @Test
    void whatWasColdIsTriedAgain() {
        assertThat(exchanges(2_000, false, 27_000, 23_000)).isFalse();
        assertThat(exchanges(70_000, false, 600, 2_500)).isTrue();
        assertThat(exchanges(LATER, false, 2_500, 600)).isFalse();
    }

    @Test
    void withoutTimesTheRuleHolds() {
        for (int i = 0; i < StagingTrial.EVERY; i++) {
            trial.stages(false, 8192, false, false);
        }
        for (int i = 0; i < StagingTrial.TRIAL_EXCHANGES; i++) {
            trial.stages(false, 8192, false, true);
        }
        assertThat(trial.stages(false, 8192, false, true)).isTrue();
        assertThat(trial.stages(false, 8192, false, false)).isFalse();
    }

    @Test
    void sizesFreshPayloadsAndSumsAreJudgedApart() {
        for (int i = 0; i < LATER / 10; i++) {
            exchange(8192, false, false, 600, 2_500);
            exchange(8192, true, true, 2_500, 600);
            exchange(SLOT_BYTES, false, false, 9_000, 5_000);
            boolean stages = trial.stages(true, SLOT_BYTES, false, true);
            trial.took(stages ? 40_000 : 60_000);
        }
        assertThat(trial.stages(true, SLOT_BYTES, false, false)).isTrue();
        assertThat(exchange(8192, false, false, 0, 0)).isTrue();
        assertThat(exchange(12_000, false, false, 0, 0)).isTrue();
        assertThat(exchange(8192, true, true, 0, 0)).isFalse();
        assertThat(exchange(SLOT_BYTES, false, false, 0, 0)).isFalse();
    }

    @Test
    void aTrialWhoseKindDoesNotComeAgainEndsUndecided() {
        for (int i = 0; i < StagingTrial.FIRST_AT; i++) {
            exchange(8192, false, false, 600, 2_500);
        }
        assertThat(trial.isRunning()).isTrue();
        for (int i = 0; i <= StagingTrial.FORGOTTEN_AFTER + StagingTrial.FIRST_AT; i++) {
            exchange(32_768, true, true, 600, 2_500);
        }
        assertThat(exchange(8192, false, false, 600, 2_500)).isFalse();
    }

    @Test
    void allRanksGoTheSameWayWhateverTheirClocksSay() {
        StagingTrialTest other = new StagingTrialTest();
        for (int i = 0; i < StagingTrial.FIRST_AT + StagingTrial.TRIAL_EXCHANGES - 1; i++) {
            assertThat(exchange(8192, false, false, 600, 2_500))
                    .isEqualTo(other.exchange(8192, false, false, 2_500, 600));
        }
    }
}
