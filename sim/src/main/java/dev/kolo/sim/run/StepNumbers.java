package dev.kolo.sim.run;

import dev.kolo.sim.core.Draw;
import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.layout.StepWords;
import java.lang.foreign.MemorySegment;

/**
 * What a run's steps are numbered from, and whether payload bears those numbers: sessions live for longer than any run, so
 * that some runs begin where numbers change their sign, come again, or have come before.
 *
 * @param wordsMostBytes up to which size payload travels in words that bear their step's number; 0: never
 * @param flagsFirst whether words may be seen in memory after their flag, in any order: the NIC promises nothing of them
 * @param firstStep number of the first step of every link
 * @param oldWords whether words stand in memory that bear numbers of 2³² steps ago, which come again soon. The first call
 *     then moves no bytes and ranks meet after it, as they have met three times since those words came
 */
public record StepNumbers(long wordsMostBytes, boolean flagsFirst, long firstStep, boolean oldWords) {
    /** Plain payload from the first step on. */
    public static final StepNumbers PLAIN = new StepNumbers(0, false, 2, false);

    /** Ranks meet at the latest every so many steps. */
    private static final long PERIOD = 1L << 30;

    private static final int STEPS_BEFORE = 40;

    static StepNumbers draw(Draw draw, int limitBytes) {
        long words = draw.oneIn(4) ? draw.spread(64, limitBytes) : 0;
        boolean flagsFirst = words > 0 && draw.oneIn(2);
        boolean old = words > 0 && draw.oneIn(3);
        long border = PERIOD * (1 + draw.below(4));
        long before = draw.between(1, STEPS_BEFORE);
        if (old) {
            return new StepNumbers(words, flagsFirst, border - 1, true);
        }
        return new StepNumbers(words, flagsFirst, draw.oneIn(4) ? border - before : 2, false);
    }

    PayloadForm form() {
        return wordsMostBytes > 0 ? PayloadForm.LL8 : PayloadForm.PLAIN;
    }

    /** In a few words, empty for plain payload from the first step on. */
    String words() {
        return (wordsMostBytes > 0 ? ", words up to " + wordsMostBytes + " B" : "")
                + (flagsFirst ? " behind their flags" : "")
                + (firstStep > 2 ? ", steps from " + firstStep : "")
                + (oldWords ? " on old words" : "");
    }

    /** Leaves old words in a region, each slot's with a number that comes again within some steps. */
    void leaveOldWords(RegionLayout layout, MemorySegment region, Draw draw) {
        for (int source = 0; oldWords && source < layout.world(); source++) {
            for (int slot = 0; slot < RegionLayout.SLOTS; slot++) {
                long ahead = draw.spread(1, 4L * layout.world());
                long step = firstStep + ahead + ((firstStep + ahead + slot) & 1);
                byte[] data = new byte[(int) wordsMostBytes];
                for (int i = 0; i < data.length; i++) {
                    data[i] = (byte) draw.next();
                }
                StepWords.write(
                        form(),
                        MemorySegment.ofArray(data),
                        0,
                        data.length,
                        region,
                        layout.wordsReceived(source, slot),
                        FlagWord.number(step));
            }
        }
    }
}
