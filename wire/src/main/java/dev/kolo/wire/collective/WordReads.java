package dev.kolo.wire.collective;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.layout.StepWords;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Safeguard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Payloads that arrive in words: waits until every word bears the step's number, and only then copies the data out, into
 * memory of this process alone. A flag that came before its payload does no harm here.
 */
final class WordReads {
    private final RegionLayout layout;
    private final PayloadForm form;
    private final MemorySegment region;
    private final Counters counters;
    private final boolean checks;
    private final boolean clears;
    private final long slotBytes;
    private final MemorySegment memory;

    private long step;
    private long words;
    private long seen;
    private boolean busy;

    WordReads(Membership member, Counters counters) {
        layout = member.layout();
        form = layout.form();
        region = member.region();
        this.counters = counters;
        checks = member.safeguards().has(Safeguard.WORD_NUMBERS);
        clears = member.safeguards().has(Safeguard.WORDS_CLEARED);
        slotBytes = (layout.wordsMostBytes() + 15) / 16 * 16;
        memory = slotBytes == 0
                ? MemorySegment.NULL
                : Arena.ofAuto().allocate(slotBytes * layout.world() * RegionLayout.SLOTS, RegionLayout.PAGE_BYTES);
    }

    /** Whether an accepted step's words are still waited for. */
    boolean busy() {
        return busy;
    }

    /** The flags of a step have been accepted; whether all of its words are there, and then copied out, too. */
    boolean arrived(int peer, long ofStep, long bytes) {
        int slot = (int) (ofStep & 1);
        long at = layout.wordsReceived(peer, slot);
        int number = FlagWord.number(ofStep);
        if (!busy) {
            step = ofStep;
            words = form.words(bytes);
            seen = 0;
            busy = true;
        }
        seen = checks ? StepWords.missing(form, region, at, words, seen, number) : words;
        if (seen < words) {
            return false;
        }
        busy = false;
        StepWords.read(form, region, at, bytes, memory, placeOf(peer, ofStep));
        counters.add(Counters.Total.WORD_STEPS, 1);
        return true;
    }

    /** Where the data of a step lies once it has arrived; until the next but one step with that peer. */
    long placeOf(int peer, long ofStep) {
        return ((long) peer * RegionLayout.SLOTS + (ofStep & 1)) * slotBytes;
    }

    MemorySegment memory() {
        return memory;
    }

    /** What is missing, for messages; empty when nothing is. */
    String missing() {
        return busy
                ? "The flag of step " + Integer.toUnsignedLong(FlagWord.number(step)) + " came, but word " + seen
                        + " of " + words + " of its payload bears another number."
                : "";
    }

    /** Zeroes everything that has arrived, so that no word of 2³⁰ steps ago can pass for a new one. */
    void clear() {
        if (!clears) {
            return;
        }
        long from = layout.wordsReceived(0, 0);
        region.asSlice(from, layout.wordsReceived(layout.world(), 0) - from).fill((byte) 0);
    }
}
