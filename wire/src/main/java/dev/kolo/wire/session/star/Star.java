package dev.kolo.wire.session.star;

import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One rank's end of the star, driven by {@link #poll}. Life: ranks meet → the star is formed → gatherings, one after the
 * other, alike on all ranks → {@link #settle} → only fates, aborts and goodbyes. Until it is settled, whatever goes wrong
 * anywhere fails the star on every rank with the same reason; afterwards the star never fails, it reports fates.
 */
public abstract sealed class Star permits RootStar, LeafStar {
    /** Where a star stands. */
    public enum Phase {
        MEETING,
        FORMED,
        SETTLED,
        FAILED,
        CLOSED
    }

    /** How much longer than rank 0 the others wait for it: its refusal must have the time to reach them. */
    private static final long AFTER_ROOT_NANOS = 5_000_000_000L;

    final Credentials own;
    final StarTimes times;
    final StarListener listener;
    private final Fate[] fates;
    private final List<String> remarks = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private Phase phase = Phase.MEETING;
    private String failure = "";
    private SessionId session = SessionId.NONE;
    private Optional<Gathering> gathering = Optional.empty();
    private int gatherings;
    private long deadlineNanos;
    private boolean started;
    private long lastAliveNanos;

    Star(Credentials own, StarTimes times, StarListener listener) {
        this.own = own;
        this.times = times;
        this.listener = listener;
        this.fates = new Fate[own.world()];
        Arrays.fill(fates, Fate.UNKNOWN_YET);
    }

    public final int rank() {
        return own.rank();
    }

    public final int world() {
        return own.world();
    }

    public final Phase phase() {
        return phase;
    }

    /** Why the star failed; empty while it has not. */
    public final Optional<String> failure() {
        return phase == Phase.FAILED ? Optional.of(failure) : Optional.empty();
    }

    /** The session; {@link SessionId#NONE} until the star is formed. */
    public final SessionId session() {
        return session;
    }

    /** Every rank's host, once the star is formed. */
    public final List<String> hosts() {
        return List.copyOf(hosts);
    }

    /** What is known of a rank's process. */
    public final Fate fateOf(int rank) {
        return fates[rank];
    }

    /** What happened that was refused or odd, for a log; taken away by the call. */
    public final List<String> takeRemarks() {
        List<String> taken = List.copyOf(remarks);
        remarks.clear();
        return taken;
    }

    /** Takes everything further that can go further. */
    public final void poll(long nowNanos) {
        if (!started) {
            started = true;
            deadlineNanos = nowNanos + times.setupNanos();
            lastAliveNanos = nowNanos;
        }
        if (phase == Phase.CLOSED) {
            return;
        }
        if (phase == Phase.FAILED) {
            flush();
            return;
        }
        advance(nowNanos);
        boolean setup = phase == Phase.MEETING || phase == Phase.FORMED;
        if (setup && nowNanos - deadlineNanos >= 0) {
            fail(missing(times.setupNanos()));
        }
        if (phase != Phase.FAILED && nowNanos - lastAliveNanos >= times.aliveNanos()) {
            lastAliveNanos = nowNanos;
            sendAll(Frame.Kind.ALIVE, new byte[0]);
        }
        flush();
    }

    /**
     * Begins to gather one blob of every rank. One gathering at a time; all ranks gather the same things in the same order.
     *
     * @param what what is gathered, alike on all ranks; another word at another rank fails the star, naming both
     * @param blob this rank's part, at most 63 KiB
     */
    public final Gathering allGather(String what, byte[] blob) {
        if (phase != Phase.FORMED) {
            throw new IllegalStateException("ranks gather in a formed star, this one is " + phase);
        }
        if (gathering.isPresent() && !gathering.get().isComplete()) {
            throw new IllegalStateException(
                    "\"" + what + "\" while \"" + gathering.get().what() + "\" is being gathered");
        }
        if (blob.length > Frame.MAX_BLOB_BYTES) {
            throw new IllegalArgumentException(
                    "a part has at most " + Frame.MAX_BLOB_BYTES + " bytes, got " + blob.length);
        }
        Gathering begun = new Gathering(what, world());
        gathering = Optional.of(begun);
        gatherings++;
        give(begun, gatherings, blob.clone());
        return begun;
    }

    /** Set-up is over: from now on the star only tells of fates. Every rank does this after the last verdict. */
    public final void settle() {
        if (phase != Phase.FORMED) {
            throw new IllegalStateException("only a formed star settles, this one is " + phase);
        }
        phase = Phase.SETTLED;
    }

    /** Tells all ranks that this rank's session is poisoned. */
    public final void abort(byte[] record) {
        tell(Frame.Kind.ABORT, record);
    }

    /**
     * Tells all ranks that this process is being ended from outside, so that they need not guess from a connection that ends.
     *
     * @param what completes "rank 1 (host) …", e.g. {@code was ended by SIGTERM}
     */
    public final void ended(String what) {
        if (phase == Phase.FORMED || phase == Phase.SETTLED) {
            sendAll(Frame.Kind.FATE, fate(rank(), new Fate(Fate.State.GONE, label(rank()) + " " + what)));
        }
    }

    /** A fate as it travels. */
    static byte[] fate(int rank, Fate fate) {
        return new RecordWriter()
                .u32(rank)
                .u8(fate.state().code())
                .text(fate.detail())
                .toBytes();
    }

    /** Leaves in peace: this rank's silence means nothing from now on. */
    public final void goodbye() {
        tell(Frame.Kind.GOODBYE, new byte[0]);
    }

    /** True when everything said so far is on its way, as far as connections still stand. */
    public abstract boolean isFlushed();

    /** Ends all connections. Without {@link #goodbye} before it, the others take this process for gone. Idempotent. */
    public final void close() {
        phase = phase == Phase.FAILED ? phase : Phase.CLOSED;
        closePipes();
    }

    /**
     * Fails the set-up on every rank.
     *
     * @param reason one sentence: who, what was seen, what was expected, what to do
     */
    public final void fail(String reason) {
        if (phase == Phase.MEETING || phase == Phase.FORMED) {
            phase = Phase.FAILED;
            failure = reason;
            sendRefusal(reason);
        }
    }

    abstract void advance(long nowNanos);

    abstract void flush();

    abstract void give(Gathering begun, int index, byte[] blob);

    /** To everyone that this end is connected to. */
    abstract void sendAll(Frame.Kind kind, byte[] body);

    abstract void sendRefusal(String reason);

    abstract void closePipes();

    /** Who is missing, for the message at the deadline. */
    abstract String missing(long afterNanos);

    final boolean isSettingUp() {
        return phase == Phase.MEETING || phase == Phase.FORMED;
    }

    final Optional<Gathering> gathering() {
        return gathering;
    }

    final int gatherings() {
        return gatherings;
    }

    final void formed(SessionId id, List<String> rankHosts) {
        session = id;
        hosts.addAll(rankHosts);
        phase = Phase.FORMED;
    }

    final void remark(String text) {
        if (remarks.size() < 100) {
            remarks.add(text);
        }
    }

    /** Notes a rank's fate; it only ever gets worse, except that a silent rank may be heard again. */
    final boolean note(int rank, Fate fate) {
        Fate before = fates[rank];
        boolean heardAgain = before.state() == Fate.State.SILENT && fate.state() == Fate.State.ALIVE;
        if (fate.state().compareTo(before.state()) <= 0 && !heardAgain || before.state() == Fate.State.SAID_GOODBYE) {
            return false;
        }
        fates[rank] = fate;
        listener.fate(rank, fate);
        if (fate.isDead() && isSettingUp()) {
            fail(fate.detail());
        }
        return true;
    }

    final String label(int rank) {
        return rank < hosts.size() && !hosts.get(rank).isEmpty()
                ? "rank " + rank + " (" + hosts.get(rank) + ")"
                : "rank " + rank;
    }

    /** A message with its sender before it, as rank 0 hands it on. */
    final byte[] signed(int rank, byte[] record) {
        return new RecordWriter().u32(rank).blob(record).toBytes();
    }

    private void tell(Frame.Kind kind, byte[] record) {
        if (phase == Phase.FORMED || phase == Phase.SETTLED) {
            sendAll(kind, signed(rank(), record));
        }
    }

    /**
     * Leaves the deadline to rank 0, which has just answered: only rank 0 knows who is missing, and a rank that began before
     * it would end the set-up of all with a reason that names nobody.
     */
    final void deadlineAfterRoot(long nowNanos) {
        deadlineNanos = nowNanos + times.setupNanos() + AFTER_ROOT_NANOS;
    }

    /** Whole seconds as people say them. */
    static String seconds(long nanos) {
        long millis = nanos / 1_000_000;
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
