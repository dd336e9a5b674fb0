package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells peers over the live lanes that this rank gives up, and hears the same from them. What one rank has heard it passes on,
 * so that on a ring the news goes round, too.
 */
public final class FailureWatch {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    /** In an abort record's flag word in place of an operation's digest. */
    static final int ABORT_DIGEST = 0xab07;

    private final Membership member;
    private final RegionLayout layout;
    private final MemorySegment region;
    /** An array: going through a list would allocate an iterator at every look. */
    private final int[] peers;

    private final RootCause edges;
    private final @Nullable AbortRecord[] heard;
    private final long[] lastWord;

    private long published = 1;
    /** A bit a peer: whether a record is under way to it, and whether it does not have the newest. */
    private int underWay;

    private int unpublished;
    private boolean stale;
    private @Nullable AbortRecord own;

    public FailureWatch(Membership member) {
        this.member = member;
        this.layout = member.layout();
        this.region = member.region();
        this.peers = member.peers().stream().mapToInt(Integer::intValue).toArray();
        edges = new RootCause(layout.world());
        heard = new AbortRecord[layout.world()];
        lastWord = new long[layout.world()];
    }

    /** Who waits for whom, as far as heard; the session's control connection may add to it. */
    public RootCause edges() {
        return edges;
    }

    /**
     * Looks for records of peers.
     *
     * @return a rank whose record is new, or −1
     */
    public int look() {
        for (int peer : peers) {
            long at = layout.abort(peer);
            long word = (long) WORD.getAcquire(region, at + AbortRecord.FLAG_AT);
            if (word == lastWord[peer]) {
                continue;
            }
            Optional<AbortRecord> record = AbortRecord.read(region, at, member.sessionHigh(), member.sessionLow());
            boolean ours = FlagWord.tagOf(word) == member.tag() && FlagWord.digestOf(word) == ABORT_DIGEST;
            if (!ours || record.isEmpty() || record.get().rank() != peer) {
                continue;
            }
            lastWord[peer] = word;
            heard[peer] = record.get();
            learn(record.get());
            return peer;
        }
        return -1;
    }

    private void learn(AbortRecord record) {
        for (int rank = 0; rank < layout.world(); rank++) {
            if (edges.learn(rank, record.edge(rank))) {
                stale = true;
            }
        }
        if (edges.learn(record.rank(), record.missing())) {
            stale = true;
        }
    }

    /** Whether a peer's record has been heard. */
    public boolean heard(int peer) {
        return heard[peer] != null;
    }

    /** Whether a peer has made up its mind; its root then counts. */
    boolean settled(int peer) {
        AbortRecord record = heard[peer];
        return record != null && record.settled();
    }

    /** Number of the kind of failure at a root, as far as any peer has said, −1 when none has. */
    int kindAt(int root) {
        for (AbortRecord record : heard) {
            if (record != null && record.rank() == root) {
                return record.kind();
            }
        }
        for (AbortRecord record : heard) {
            if (record != null && record.root() == root && record.rootKind() >= 0) {
                return record.rootKind();
            }
        }
        return -1;
    }

    /** Whether somebody is in another operation than a peer: then nobody is to blame alone, wherever chains of waits end. */
    boolean heardOfDesync() {
        for (AbortRecord record : heard) {
            if (record != null
                    && (record.kind() == Failure.Kind.DESYNC.number() || record.root() == AbortRecord.NOBODY_ALONE)) {
                return true;
            }
        }
        return false;
    }

    /** The root that a peer's record names, −1 when none, {@link AbortRecord#NOBODY_ALONE} after a desync. */
    int rootSaidBy(int peer) {
        AbortRecord record = heard[peer];
        return record == null ? -1 : record.root();
    }

    /** The root that anybody names who has made up its mind, −1 when nobody does. */
    int rootSaidByAnyone() {
        for (AbortRecord record : heard) {
            if (record != null && record.settled() && record.root() >= 0) {
                return record.root();
            }
        }
        return -1;
    }

    /** Whether a rank is in no operation and only passes on what it has heard: then nothing begins there. */
    boolean isMessenger(int rank) {
        AbortRecord record = heard[rank];
        return record != null && record.kind() == Failure.Kind.ABORTED.number() && record.missing() == RootCause.IDLE;
    }

    /** Whether a rank that is in no operation has been in a later one than this. */
    boolean isPast(int rank, long operation) {
        AbortRecord record = heard[rank];
        return record != null && record.missing() == RootCause.IDLE && record.operation() > operation;
    }

    /** Whether a rank's operation of this number is another one, or was: each rank counts its own calls. */
    boolean calledAnother(int rank, long operation, int collective) {
        AbortRecord record = heard[rank];
        return record != null
                && record.operation() == operation
                && record.collective() >= 0
                && record.collective() != collective;
    }

    @Nullable
    AbortRecord record(int peer) {
        return heard[peer];
    }

    /** Says what this rank knows; goes out to every peer as soon as the NIC takes it. */
    void say(AbortRecord record) {
        own = record;
        if (edges.learn(member.rank(), record.missing())) {
            stale = true;
        }
        stale = true;
        publish();
    }

    /**
     * Sends the own record, renewed with all that was heard, to whoever does not have it. Each peer has a source of its own,
     * which stands while the NIC may still read it: a peer out of reach holds up its own news alone.
     */
    public void publish() {
        AbortRecord record = own;
        if (record == null || !member.safeguards().has(Safeguard.ABORT_RECORDS)) {
            return;
        }
        if (stale) {
            stale = false;
            published++;
            for (int peer : peers) {
                unpublished |= 1 << peer;
            }
        }
        boolean copies = member.agreed().sourceProof() == SourceProof.POSTED;
        for (int peer : peers) {
            int bit = 1 << peer;
            if ((unpublished & ~underWay & bit) != 0 && post(withEdges(record), peer, copies)) {
                unpublished &= ~bit;
                underWay |= copies ? 0 : bit;
            }
        }
    }

    private boolean post(AbortRecord record, int peer, boolean copies) {
        long from = layout.abortSource(peer);
        long to = layout.abort(member.rank());
        record.write(region, from, member.sessionHigh(), member.sessionLow());
        WORD.set(region, from + AbortRecord.FLAG_AT, FlagWord.of(published, member.tag(), ABORT_DIGEST));
        return member.nic()
                .post(
                        peer * layout.lanes(),
                        WorkId.of(WorkId.ABORT, 0, published),
                        from,
                        AbortRecord.FLAG_AT,
                        to,
                        from + AbortRecord.FLAG_AT,
                        to + AbortRecord.FLAG_AT,
                        copies ? 0 : Nic.SIGNALED);
    }

    private AbortRecord withEdges(AbortRecord r) {
        long low = 0;
        long high = 0;
        for (int rank = 0; rank < layout.world(); rank++) {
            long edge = edges.waitsFor(rank) & 0xffL;
            if (rank < 8) {
                low |= edge << (8 * rank);
            } else {
                high |= edge << (8 * (rank - 8));
            }
        }
        return new AbortRecord(
                r.rank(),
                r.kind(),
                r.missing(),
                r.root(),
                r.operation(),
                r.collective(),
                r.type(),
                r.bytes(),
                r.schedule(),
                r.waitedNanos(),
                low,
                high,
                r.rootKind(),
                r.settled());
    }

    /** A request to a peer is over, one way or the other; true when it was an abort record's. */
    public boolean completed(int peer, long workId) {
        boolean ours = WorkId.kind(workId) == WorkId.ABORT;
        if (ours) {
            underWay &= ~(1 << peer);
        }
        return ours;
    }
}
