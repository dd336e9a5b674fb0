package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.memory.NativeWords;

/**
 * Looks for the flags of one peer's steps and judges words that do not match.
 *
 * <p>Accepted is what equals the expected word in all 64 bits. A word of another session is ignored. A word of this session
 * that can only mean that the peer is in another operation must be seen twice, since nothing says that it was placed whole
 * where a NIC is at fault; then it is a desync. Anything else is stale: an old word (a GB10 posting path sent one 148 times in
 * 1,062,689). It is counted, and the own flags of that lane are no longer inlined.
 */
public final class FlagReader {
    public static final int NOT_YET = 0;
    public static final int ACCEPTED = 1;
    public static final int DESYNC = 2;

    private final int peer;
    private final boolean wholeWord;
    private final Safeguards safeguards;
    private final int tag;
    private final int lanes;
    private final int all;
    private final NativeWords region;
    private final long[] lines;
    private final Counters counters;
    private final Outbox outbox;
    /** By slot and lane: the word accepted last. */
    private final long[] last;
    /** By slot and lane: the odd word seen last, so that it is counted once. */
    private final long[] odd;

    private long accepted = 1;
    private int arrived;

    FlagReader(Membership member, NativeWords region, int peer, Counters counters, Outbox outbox) {
        RegionLayout layout = member.layout();
        this.peer = peer;
        this.safeguards = member.safeguards();
        wholeWord = safeguards.has(Safeguard.EQUAL_NUMBER)
                && safeguards.has(Safeguard.SESSION_TAG)
                && safeguards.has(Safeguard.OPERATION_DIGEST);
        this.tag = member.tag();
        this.lanes = layout.lanes();
        this.all = (1 << lanes) - 1;
        this.region = region;
        this.counters = counters;
        this.outbox = outbox;
        lines = new long[2 * lanes];
        last = new long[2 * lanes];
        odd = new long[2 * lanes];
        for (int slot = 0; slot < 2; slot++) {
            for (int lane = 0; lane < lanes; lane++) {
                lines[slot * lanes + lane] = layout.flag(peer, slot, lane);
            }
        }
    }

    /** The highest step whose flags have been accepted on all lanes. */
    long accepted() {
        return accepted;
    }

    /** See {@link Link#startAt}. */
    void startAt(long first) {
        accepted = first - 1;
    }

    int missingLane() {
        return Integer.numberOfTrailingZeros(~arrived) % lanes;
    }

    int look(long step, long word) {
        int first = (int) (step & 1) * lanes;
        for (int lane = 0; lane < lanes; lane++) {
            if ((arrived & (1 << lane)) == 0) {
                long seen = region.acquire(lines[first + lane]);
                if (seen == word || (!wholeWord && passes(step, word, seen))) {
                    arrived |= 1 << lane;
                    last[first + lane] = word;
                } else if (seen != last[first + lane] && judge(first + lane, step, seen)) {
                    return DESYNC;
                }
            }
        }
        if (arrived != all) {
            return NOT_YET;
        }
        arrived = 0;
        accepted = step;
        counters.add(Counters.OfPeer.STEPS, peer, 1);
        return ACCEPTED;
    }

    /** What would be accepted without some of the protections. */
    private boolean passes(long step, long word, long seen) {
        boolean tag = !safeguards.has(Safeguard.SESSION_TAG) || FlagWord.tagOf(seen) == FlagWord.tagOf(word);
        boolean digest =
                !safeguards.has(Safeguard.OPERATION_DIGEST) || FlagWord.digestOf(seen) == FlagWord.digestOf(word);
        boolean number = FlagWord.numberOf(seen) == FlagWord.numberOf(word)
                || (!safeguards.has(Safeguard.EQUAL_NUMBER) && FlagWord.stepOf(FlagWord.numberOf(seen), step) > step);
        return seen != 0 && tag && digest && number;
    }

    /** Counts an odd word once; true when it was seen twice and can only come from another operation. */
    private boolean judge(int line, long step, long seen) {
        boolean again = odd[line] == seen;
        odd[line] = seen;
        if (FlagWord.tagOf(seen) != tag) {
            if (!again) {
                counters.add(Counters.Total.FOREIGN_FLAGS, 1);
            }
            return false;
        }
        long said = FlagWord.stepOf(FlagWord.numberOf(seen), step);
        int digest = FlagWord.digestOf(seen);
        // No flag at all: a posting path that sends stale inline words can put an old credit here.
        boolean aFlag = digest != Link.CREDIT_DIGEST && digest != FailureWatch.ABORT_DIGEST;
        // This slot's step before was ours alone to send (a broadcast), yet the peer sent one, too; or it is ahead of
        // us.
        boolean otherOperation = aFlag && (said >= step || said == step - 2);
        if (otherOperation) {
            return again;
        }
        if (!again) {
            counters.add(Counters.Total.STALE_FLAGS, 1);
            counters.add(Counters.OfPeer.STALE_FLAGS, peer, 1);
            outbox.stopInlining(line % lanes);
        }
        return false;
    }
}
