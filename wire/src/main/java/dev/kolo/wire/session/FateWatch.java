package dev.kolo.wire.session;

import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.session.star.Fate;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.session.star.StarListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Turns news of the star into poison, and poison into news. A process that is gone poisons within a moment, which the engine
 * has to fail its operation with all that it knows, and is named as the root.
 * Another rank's abort waits a little longer than the grace: the lanes usually bring the same with more detail, and the
 * engine's own record then stands. A silent management network is only told of, until its own grace is over.
 */
public final class FateWatch implements StarListener {
    /** How long the engine has to say more of a process that is gone. */
    private static final long MOMENT_NANOS = 200_000_000;

    private final int rank;
    private final long patienceNanos;
    private Poison poison = new Poison();
    private final List<String> lines = new ArrayList<>();
    private final List<Pending> pending = new ArrayList<>();
    private Consumer<Failure> engine = failure -> {};
    private boolean active;
    private boolean told;
    private long nowNanos;

    /** News that somebody else may still tell better. */
    private record Pending(Failure.Kind kind, int rank, int root, String text, long dueNanos) {}

    /**
     * A watch that does nothing until it is {@link #activate}d.
     *
     * @param rank the own rank
     * @param graceNanos how long an engine looks for the root of a failure
     */
    public FateWatch(int rank, long graceNanos) {
        this.rank = rank;
        this.patienceNanos = 2 * graceNanos;
    }

    /**
     * Set-up is over: from now on fates count.
     *
     * @param of the poison of the session that has come about
     * @param told takes the news of a process that is gone, to fail the operation under way with what it knows of it
     */
    public void activate(Poison of, Consumer<Failure> told) {
        poison = of;
        engine = told;
        active = true;
    }

    /** What there is to tell people, taken away by the call. */
    public List<String> takeLines() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    /** Takes everything further: polls the star, acts on aborts that are due, and tells the others of the own poison. */
    public void poll(Star star, long now) {
        nowNanos = now;
        star.poll(now);
        for (Pending one : List.copyOf(pending)) {
            if (now - one.dueNanos() >= 0) {
                pending.remove(one);
                poison.poison(failure(one.kind(), one.rank(), one.root(), one.text()));
            }
        }
        if (active && poison.isSet() && !told) {
            told = true;
            Failure failure = poison.failure().orElseThrow();
            star.abort(new RecordWriter()
                    .u32(failure.root())
                    .text(failure.message())
                    .toBytes());
        }
    }

    @Override
    public void aborted(int from, byte[] record) {
        try {
            RecordReader reader = new RecordReader("the abort of rank " + from, record);
            int root = reader.u32();
            String text = reader.text();
            later(Failure.Kind.ABORTED, from, root, "Rank " + from + " said over the star: " + text, patienceNanos);
        } catch (RecordException e) {
            later(Failure.Kind.ABORTED, from, -1, e.words(), patienceNanos);
        }
    }

    @Override
    public void fate(int of, Fate fate) {
        if (!active) {
            return;
        }
        lines.add(fate.detail());
        switch (fate.state()) {
            case GONE -> {
                engine.accept(failure(Failure.Kind.PEER_GONE, of, of, fate.detail()));
                later(Failure.Kind.PEER_GONE, of, of, fate.detail(), MOMENT_NANOS);
            }
            case LOST -> poison.poison(failure(Failure.Kind.SESSION, of, of, fate.detail()));
            default -> {
                // Silence and goodbyes end nothing.
            }
        }
    }

    private void later(Failure.Kind kind, int of, int root, String text, long nanos) {
        pending.add(new Pending(kind, of, root, text, nowNanos + nanos));
    }

    private Failure failure(Failure.Kind kind, int peer, int root, String detail) {
        Failure plain = Failure.ofSession(kind, rank, peer, detail + (detail.endsWith(".") ? "" : "."));
        return new Failure(
                plain.kind(),
                plain.rank(),
                plain.peer(),
                plain.where(),
                plain.operation(),
                plain.step(),
                plain.seen(),
                plain.waitedNanos(),
                plain.doorbells(),
                plain.posted(),
                plain.completed(),
                root,
                plain.detail());
    }
}
