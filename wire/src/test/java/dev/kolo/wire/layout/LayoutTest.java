package dev.kolo.wire.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {
    @ParameterizedTest
    @CsvSource({"3, 2.10", "4, 2.62", "8, 4.72"})
    void slotsTakeAsMuchAsTheSpecificationSays(int world, double megabytes) {
        RegionLayout layout = new RegionLayout(world, 1, 256 << 10);
        double slots = (layout.regionBytes() - layout.send(0)) / 1e6;
        assertThat(slots).isBetween(megabytes - 0.005, megabytes + 0.005);
        assertThat(layout.send(0)).isLessThan(64 << 10);
        assertThat(layout.regionBytes() % RegionLayout.PAGE_BYTES).isZero();
    }

    @Test
    void nothingLiesOnAnythingElse() {
        for (int lanes : new int[] {1, 2, 8}) {
            RegionLayout layout = new RegionLayout(16, lanes, 4096, PayloadForm.LL8, 3000);
            TreeMap<Long, Long> taken = new TreeMap<>();
            for (int rank = 0; rank < 16; rank++) {
                take(taken, layout.abort(rank), RegionLayout.ABORT_BYTES);
                take(taken, layout.credit(rank), 8);
                take(taken, layout.creditSource(rank), 8);
                take(taken, layout.abortSource(rank), RegionLayout.ABORT_BYTES);
                for (int slot = 0; slot < 2; slot++) {
                    take(taken, layout.receive(rank, slot), layout.slotBytes());
                    take(taken, layout.wordsToSend(rank, slot), 8192);
                    take(taken, layout.wordsReceived(rank, slot), 8192);
                    for (int lane = 0; lane < lanes; lane++) {
                        take(taken, layout.flag(rank, slot, lane), RegionLayout.LINE_BYTES);
                        take(taken, layout.flagSource(rank, slot, lane), 8);
                        take(taken, layout.repairSource(rank, slot, lane), 8);
                    }
                }
            }
            take(taken, layout.send(0), layout.slotBytes());
            take(taken, layout.send(1), layout.slotBytes());
            assertThat(taken.lastEntry().getKey() + taken.lastEntry().getValue())
                    .isEqualTo(layout.regionBytes());
        }
    }

    private static void take(TreeMap<Long, Long> taken, long at, long bytes) {
        assertThat(at % 8).isZero();
        var below = taken.floorEntry(at);
        var above = taken.ceilingEntry(at);
        assertThat(below == null || below.getKey() + below.getValue() <= at).isTrue();
        assertThat(above == null || at + bytes <= above.getKey()).isTrue();
        taken.put(at, bytes);
    }

    @Test
    void worldsAndLimitsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new RegionLayout(17, 1, 4096)).hasMessageContaining("2 to 16 ranks, got 17");
        assertThatThrownBy(() -> new RegionLayout(2, 1, 100)).hasMessageContaining("4 KiB to 16 MiB a rank, got 100 B");
    }

    @Test
    void numbersOfStepsWrapWithoutZeroAndKeepTheirSlots() {
        long last = 2 + (1L << 32) - 3;
        assertThat(FlagWord.number(2)).isEqualTo(2);
        assertThat(FlagWord.number(last)).isEqualTo(-1);
        assertThat(FlagWord.number(last + 1)).isEqualTo(2);
        for (long step = last - 5; step < last + 6; step++) {
            assertThat(FlagWord.number(step) & 1).isEqualTo((int) (step & 1));
            assertThat(FlagWord.stepOf(FlagWord.number(step + 3), step)).isEqualTo(step + 3);
            assertThat(FlagWord.stepOf(FlagWord.number(step), step + 3)).isEqualTo(step);
        }
    }

    @Test
    void aFlagWordHoldsItsPartsAndIsNeverZero() {
        long word = FlagWord.of(7, 0x8001, 0xfffe);
        assertThat(FlagWord.numberOf(word)).isEqualTo(7);
        assertThat(FlagWord.tagOf(word)).isEqualTo(0x8001);
        assertThat(FlagWord.digestOf(word)).isEqualTo(0xfffe);
        assertThat(FlagWord.words(word)).isEqualTo("step 7, tag 8001, operation fffe");
    }

    @Test
    void sharesCoverEverythingInPacksOfSixteen() {
        for (long bytes : new long[] {0, 1, 15, 16, 17, 100, 4096, 100_003}) {
            for (int shares = 1; shares <= 9; shares++) {
                long sum = 0;
                for (int share = 0; share < shares; share++) {
                    assertThat(Split.offset(bytes, shares, share)).isEqualTo(sum);
                    sum += Split.length(bytes, shares, share);
                    assertThat(sum == bytes || sum % 16 == 0).isTrue();
                }
                assertThat(sum).isEqualTo(bytes);
                assertThat(Split.length(bytes, shares, 0))
                        .isGreaterThanOrEqualTo(Split.length(bytes, shares, shares - 1));
            }
        }
    }
}
