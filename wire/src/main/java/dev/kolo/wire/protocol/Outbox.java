package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.layout.Split;
import dev.kolo.wire.layout.StepWords;
import dev.kolo.wire.memory.NativeWords;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Posts the steps of one link: per lane the stripe chained to its flag, chunked where relays bound what may be under way.
 * One step at a time; a step that finds no room is carried on by {@link #pump}.
 */
final class Outbox {
    /** Largest chunk on a relayed lane. */
    private static final long CHUNK_BYTES = 32 << 10;

    private final int rank;
    private final int peer;
    private final int lanes;
    private final int firstLane;
    private final RegionLayout layout;
    private final MemorySegment region;
    private final NativeWords words;
    /** By slot and lane: where the flag's word is written, and where it goes in the peer's region. */
    private final long[] flagSources;

    private final long[] flagsAt;
    private final long[] receivesAt = new long[2];
    private final Nic nic;
    private final boolean announces;
    private final boolean copiesAtOnce;
    private final Counters counters;

    private final long[] windowBytes;
    private final long[] underWayBytes;
    private final long[] postedBytes;
    private final boolean[] inlines;
    private final long[] completed;
    /** By slot and lane: the word of the last flag posted, 0 when none; a step that still waits for its proof is not in it. */
    private final long[] lastWord;
    /** By slot and lane: a repair is under way, so its source must stand. */
    private final boolean[] repairing;

    private final long[] lastStepInSlot = {1, 1};

    private long step;
    private long word;
    private long localOffset;
    private long bytes;
    private long announcement;
    private int lanesLeft;
    /** The step under way travels in words; they are written once its slot is free. */
    private boolean inWords;

    private boolean unwritten;

    Outbox(Membership member, NativeWords words, int peer, Counters counters) {
        this.rank = member.rank();
        this.peer = peer;
        this.layout = member.layout();
        this.lanes = layout.lanes();
        this.firstLane = peer * lanes;
        this.region = member.region();
        this.words = words;
        this.nic = member.nic();
        this.announces = member.agreed().peerReadable();
        this.copiesAtOnce = member.agreed().sourceProof() == SourceProof.POSTED;
        this.counters = counters;
        windowBytes = new long[lanes];
        underWayBytes = new long[lanes];
        postedBytes = new long[lanes];
        inlines = new boolean[lanes];
        completed = new long[lanes];
        lastWord = new long[2 * lanes];
        repairing = new boolean[2 * lanes];
        flagSources = new long[2 * lanes];
        flagsAt = new long[2 * lanes];
        for (int lane = 0; lane < lanes; lane++) {
            windowBytes[lane] = member.window(firstLane + lane);
            inlines[lane] = member.agreed().inlineBytes() >= 8;
            completed[lane] = 1;
        }
        for (int slot = 0; slot < 2; slot++) {
            receivesAt[slot] = layout.receive(rank, slot);
            for (int lane = 0; lane < lanes; lane++) {
                flagSources[slot * lanes + lane] = layout.flagSource(peer, slot, lane);
                flagsAt[slot * lanes + lane] = layout.flag(rank, slot, lane);
            }
        }
    }

    void begin(long step, long word, long localOffset, long bytes, long announcement, boolean words) {
        if (lanesLeft != 0) {
            throw new IllegalStateException(
                    "step " + step + " to rank " + peer + " begun while step " + this.step + " is not yet posted");
        }
        this.step = step;
        this.word = word;
        this.localOffset = localOffset;
        this.bytes = bytes;
        this.announcement = announcement;
        inWords = words;
        unwritten = words;
        lanesLeft = (1 << lanes) - 1;
        for (int lane = 0; lane < lanes; lane++) {
            postedBytes[lane] = 0;
        }
    }

    boolean busy() {
        return lanesLeft != 0;
    }

    /** The step that last used the peer's slot which the step under way will write. */
    long lastInSlot() {
        return lastStepInSlot[(int) (step & 1)];
    }

    long lastSent() {
        return Math.max(lastStepInSlot[0], lastStepInSlot[1]);
    }

    /** The highest step whose flags have completed on all lanes. */
    long completed() {
        long least = completed[0];
        for (int lane = 1; lane < lanes; lane++) {
            least = Math.min(least, completed[lane]);
        }
        return least;
    }

    /** See {@link Link#startAt}. */
    void startAt(long first) {
        lastStepInSlot[0] = first - 1;
        lastStepInSlot[1] = first - 1;
        Arrays.fill(completed, first - 1);
    }

    void stopInlining(int lane) {
        inlines[lane] = false;
    }

    int pump() {
        if (unwritten) {
            writeWords();
        }
        int work = 0;
        for (int lane = 0; lane < lanes; lane++) {
            if ((lanesLeft & (1 << lane)) != 0) {
                work += windowBytes[lane] > 0 ? postChunks(lane) : postWhole(lane);
            }
        }
        if (lanesLeft == 0) {
            lastStepInSlot[(int) (step & 1)] = step;
        }
        return work;
    }

    /** From here on the payload is the words, in memory that only this link's steps of this slot use. */
    private void writeWords() {
        unwritten = false;
        long to = layout.wordsToSend(peer, (int) (step & 1));
        StepWords.write(layout.form(), region, localOffset, bytes, region, to, FlagWord.number(step));
        localOffset = to;
        bytes = layout.form().travelBytes(bytes);
    }

    private boolean announcing() {
        return announces && !inWords;
    }

    private int postWhole(int lane) {
        long from = Split.offset(bytes, lanes, lane);
        long length = announcing() ? 0 : Split.length(bytes, lanes, lane);
        return postFlagged(lane, from, length) ? 1 : 0;
    }

    /** A relay's queue cannot hold its sender back, so no more than the window is ever under way. */
    private int postChunks(int lane) {
        long start = Split.offset(bytes, lanes, lane);
        long length = Split.length(bytes, lanes, lane);
        long chunkBytes = Math.min(CHUNK_BYTES, windowBytes[lane] / 8 * 8);
        int work = 0;
        while (true) {
            long from = postedBytes[lane];
            long chunk = Math.min(chunkBytes, length - from);
            if (underWayBytes[lane] + chunk > windowBytes[lane]) {
                return work;
            }
            if (from + chunk == length) {
                if (postFlagged(lane, start + from, chunk)) {
                    underWayBytes[lane] += chunk;
                    work++;
                }
                return work;
            }
            long id = WorkId.of(WorkId.CHUNK, (int) chunk, step);
            if (!post(lane, id, start + from, chunk, Nic.NO_FLAG, Nic.SIGNALED)) {
                return work;
            }
            postedBytes[lane] += chunk;
            underWayBytes[lane] += chunk;
            work++;
        }
    }

    private boolean postFlagged(int lane, long from, long length) {
        int slot = (int) (step & 1);
        words.write(flagSources[slot * lanes + lane], word);
        int options = (copiesAtOnce ? 0 : Nic.SIGNALED)
                | (inlines[lane] ? Nic.INLINE_FLAG : 0)
                | (announcing() ? Nic.ANNOUNCE : 0);
        long id = WorkId.of(WorkId.FLAG, windowBytes[lane] > 0 ? (int) length : 0, step);
        if (!post(lane, id, from, length, flagsAt[slot * lanes + lane], options)) {
            return false;
        }
        lastWord[slot * lanes + lane] = word;
        lanesLeft &= ~(1 << lane);
        if (copiesAtOnce) {
            completed[lane] = step;
        }
        return true;
    }

    private boolean post(int lane, long id, long from, long length, long flagAt, int options) {
        int slot = (int) (step & 1);
        long local = announcing() ? announcement : localOffset + from;
        long remote = (inWords ? layout.wordsReceived(rank, slot) : receivesAt[slot]) + from;
        long source = flagSources[slot * lanes + lane];
        boolean taken = nic.post(firstLane + lane, id, local, length, remote, source, flagAt, options);
        if (taken) {
            counters.add(Counters.OfPeer.POSTED, peer, 1);
        }
        return taken;
    }

    /**
     * Posts the flags of the last two steps again, unless the peer is known to have consumed them. Their sources are words of their own, and stand until the repair has
     * completed: a NIC that read a rewritten flag source for an old repair would send a new flag ahead of its payload.
     */
    void repair(Link link) {
        int newer = lastStepInSlot[0] > lastStepInSlot[1] ? 0 : 1;
        for (int i = 1; i >= 0; i--) {
            int slot = i == 1 ? 1 - newer : newer;
            if (!link.peerConsumed(lastStepInSlot[slot])) {
                repairSlot(slot);
            }
        }
    }

    private void repairSlot(int slot) {
        for (int lane = 0; lane < lanes; lane++) {
            int at = slot * lanes + lane;
            if (lastWord[at] == 0 || repairing[at]) {
                continue;
            }
            long source = layout.repairSource(peer, slot, lane);
            words.write(source, lastWord[at]);
            long id = WorkId.of(WorkId.REPAIR, at, step);
            int options = copiesAtOnce ? 0 : Nic.SIGNALED;
            if (nic.post(firstLane + lane, id, 0, 0, 0, source, flagsAt[at], options)) {
                repairing[at] = !copiesAtOnce;
                counters.add(Counters.Total.REPAIRS, 1);
                counters.add(Counters.OfPeer.POSTED, peer, 1);
            }
        }
    }

    void completed(int lane, long workId) {
        switch (WorkId.kind(workId)) {
            case WorkId.FLAG -> {
                underWayBytes[lane] -= WorkId.extra(workId);
                completed[lane] = Math.max(completed[lane], WorkId.step(workId, step));
            }
            case WorkId.CHUNK -> underWayBytes[lane] -= WorkId.extra(workId);
            case WorkId.REPAIR -> repairing[WorkId.extra(workId)] = false;
            default -> {}
        }
    }
}
