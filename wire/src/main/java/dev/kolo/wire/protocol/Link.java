package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.memory.NativeWords;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;

/**
 * One rank's end of the link to one peer: both directions of its numbered steps, and what is known of the peer's progress.
 *
 * <p>A flag of step m from the peer shows that it consumed m − 1, since it posts no step before. So a receive slot may be
 * written when the step that used it last is consumed, and send memory when its step is delivered.
 */
public final class Link {
    /** In a credit word in place of an operation's digest. */
    static final int CREDIT_DIGEST = 0xc4ed;

    private final int peer;
    private final int lanes;
    private final int firstLane;
    private final int tag;
    private final RegionLayout layout;
    private final NativeWords region;
    private final long creditAt;
    private final long creditSourceAt;
    private final long remoteCreditAt;
    private final Nic nic;
    private final boolean announces;
    private final boolean copiesAtOnce;
    private final boolean provesSlots;
    private final boolean backlogs;
    private final Counters counters;
    private final FlagReader flags;
    private final Outbox outbox;

    /** The step that the next program calls its step 0. */
    private long base = 2;
    /** Everything up to it is consumed here. */
    private long consumed = 1;
    /** The peer has consumed everything up to it, as its credit word says. */
    private long credit = 1;

    private long lastCreditWord;
    private long creditOwed;
    private long creditGiven = 1;
    private long neverGiven = 1;

    /** The end at {@code member} of its link to {@code peer}. */
    public Link(Membership member, int peer, Counters counters) {
        this.peer = peer;
        this.layout = member.layout();
        this.lanes = layout.lanes();
        this.firstLane = peer * lanes;
        this.tag = member.tag();
        this.region = new NativeWords(member.region(), layout.regionBytes());
        creditAt = layout.credit(peer);
        creditSourceAt = layout.creditSource(peer);
        remoteCreditAt = layout.credit(member.rank());
        this.nic = member.nic();
        this.announces = member.agreed().peerReadable();
        this.copiesAtOnce = member.agreed().sourceProof() == SourceProof.POSTED;
        this.provesSlots = member.safeguards().has(Safeguard.SLOT_PROOF);
        this.backlogs = member.agreed().pollToReceive();
        this.counters = counters;
        if (announces && lanes != 1) {
            throw new IllegalArgumentException("a NIC whose peers read by themselves has one lane, got " + lanes);
        }
        this.outbox = new Outbox(member, region, peer, counters);
        this.flags = new FlagReader(member, region, peer, counters, outbox);
    }

    public int peer() {
        return peer;
    }

    /**
     * Lets the numbers begin elsewhere than at 2, alike at both ends and before the first step: tests of what happens where
     * 32 bits end, and where areas are cleared, cannot wait for 2³⁰ steps.
     */
    public void startAt(long first) {
        base = first;
        consumed = first - 1;
        credit = first - 1;
        creditGiven = first - 1;
        neverGiven = first - 1;
        outbox.startAt(first);
        flags.startAt(first);
    }

    /** The absolute step of a program's step. */
    public long step(int inProgram) {
        return base + inProgram;
    }

    /** A program is done on this link. */
    public void advance(int steps) {
        base += steps;
    }

    // Receiving

    /** Looks for a step's flags on all lanes; {@link FlagReader#NOT_YET}, {@code ACCEPTED} or {@code DESYNC}. */
    public int accept(long step, int digest) {
        return flags.look(step, FlagWord.of(step, tag, digest));
    }

    /** Where the payload of an accepted step lies in the own region. */
    public long received(long step) {
        return layout.receive(peer, (int) (step & 1));
    }

    /** The word that an announcing peer wrote beside the flag of an accepted step. */
    public long announced(long step) {
        return region.read(layout.flag(peer, (int) (step & 1), 0) + RegionLayout.ANNOUNCE_AT);
    }

    /**
     * A step's payload has been copied out or reduced.
     *
     * @param owesCredit whether the peer has no other way to learn it
     */
    public void consumed(long step, boolean owesCredit) {
        consumed = step;
        if (owesCredit || announces) {
            creditOwed = step;
            payCredit(Nic.INLINE_FLAG);
        }
    }

    private boolean owes() {
        return creditOwed > creditGiven;
    }

    /** Writes the credit word to the peer. */
    private boolean payCredit(int inlining) {
        region.write(creditSourceAt, FlagWord.of(creditOwed, tag, CREDIT_DIGEST));
        int options = inlining | (copiesAtOnce ? 0 : Nic.SIGNALED);
        long id = WorkId.of(WorkId.CREDIT, 0, creditOwed);
        if (!nic.post(firstLane, id, 0, 0, 0, creditSourceAt, remoteCreditAt, options)) {
            return false;
        }
        creditGiven = creditOwed;
        counters.add(Counters.OfPeer.POSTED, peer, 1);
        return true;
    }

    // Sending

    /**
     * Begins a step's payload and flags; {@link #pump} carries them on until {@link #sending} is false.
     *
     * @param words whether the payload travels in words; the receiver knows it from its size
     */
    public void send(long step, int digest, long localOffset, long bytes, long announcement, boolean words) {
        if (flags.accepted() > consumed) {
            throw new IllegalStateException(
                    "step " + step + " with rank " + peer + " before step " + flags.accepted() + " was consumed");
        }
        outbox.begin(step, FlagWord.of(step, tag, digest), localOffset, bytes, announcement, words);
    }

    public boolean sending() {
        return outbox.busy();
    }

    /** Whether flags, payload and credits are all with the NIC, so that the own thread is not needed for them any more. */
    public boolean settled() {
        if (outbox.busy() || owes()) {
            return false;
        }
        for (int lane = firstLane; backlogs && lane < firstLane + lanes; lane++) {
            if (nic.backlogBytes(lane) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Posts what can be posted now. */
    public int pump() {
        int work = 0;
        if (outbox.busy() && (!provesSlots || peerConsumed(outbox.lastInSlot()))) {
            work += outbox.pump();
        }
        if (owes() && payCredit(Nic.INLINE_FLAG)) {
            work++;
        }
        return work;
    }

    // What is known of the peer

    /** Whether the peer is known to have consumed a step. */
    public boolean peerConsumed(long step) {
        return flags.accepted() > step || credit >= step || readCredit() >= step;
    }

    /** Whether a step's send memory will not be read any more. */
    public boolean delivered(long step) {
        return peerConsumed(step) || (!announces && outbox.completed() >= step);
    }

    private long readCredit() {
        long word = region.acquire(creditAt);
        if (word != lastCreditWord) {
            lastCreditWord = word;
            if (FlagWord.tagOf(word) == tag && FlagWord.digestOf(word) == CREDIT_DIGEST) {
                long step = FlagWord.stepOf(FlagWord.numberOf(word), base);
                // A repeated or late word may say less than is known, and nobody can consume what was not sent.
                if (step > credit && step <= outbox.lastSent()) {
                    credit = step;
                }
            } else {
                counters.add(Counters.Total.FOREIGN_FLAGS, 1);
            }
        }
        return credit;
    }

    // Trouble

    /**
     * Sends the flags of the last two steps again, from memory of their own, and the last credit: a credit can be lost like a
     * flag, and its source never says more than is true.
     */
    public void repair() {
        outbox.repair(this);
        if (creditGiven > neverGiven) {
            payCredit(0);
        }
    }

    /** Whether a request is payload or a flag: its failure leaves the peer without something that it needs. */
    public static boolean carriesData(long workId) {
        return WorkId.kind(workId) == WorkId.FLAG || WorkId.kind(workId) == WorkId.CHUNK;
    }

    /** A request succeeded. Those of set-up were not counted when they were posted, and some complete only now. */
    public void completed(int lane, long workId) {
        if (WorkId.kind(workId) == WorkId.SET_UP) {
            return;
        }
        counters.add(Counters.OfPeer.COMPLETED, peer, 1);
        outbox.completed(lane - firstLane, workId);
    }

    /** The word in the flag line on which a step is missing, for messages. */
    public long seen(long step) {
        return region.acquire(layout.flag(peer, (int) (step & 1), missingLane()));
    }

    /** Index of a lane whose flag of the step under way has not come. */
    public int missingLane() {
        return flags.missingLane();
    }

    /** Device and lane on which something is missing, for messages. */
    public String describe() {
        return nic.describeLane(firstLane + missingLane());
    }

    /** Number of the peer's first lane. */
    int firstLane() {
        return firstLane;
    }
}
