package dev.kolo.wire.progress;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.WireFailure;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/**
 * The caller's own thread drives the engine while it waits. The clock is read at the first turn without work and then every
 * 64 turns, since a reading costs as much as several looks at a flag.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is measured: see crowded
public final class CallerProgress implements Progress {
    /** How long it spins before it naps. */
    public static final long SPIN_NANOS = 1_000_000_000;

    private static final int TURNS_PER_READING = 64;
    private static final long YIELD_AFTER_NANOS = 2_000_000;
    private static final long NAP_NANOS = 50_000;

    private final Engine engine;
    private final boolean crowded;
    private final long spinNanos;
    private final PollGate gate = new PollGate();
    private long nowNanos = System.nanoTime();

    /**
     * Drives an engine from whichever thread waits.
     *
     * @param crowded whether ranks on this host outnumber its cores: then a rank that cannot go on yields at once, since
     *     spinning would keep the one it waits for from running (milliseconds instead of microseconds, measured)
     */
    public CallerProgress(Engine engine, boolean crowded) {
        this(engine, crowded, SPIN_NANOS);
    }

    /**
     * The same with another time until it naps.
     *
     * @param spinNanos how long it looks again at once; where the processor that it spins on is the one that brings what it
     *     waits for, as in emulated hosts that share cores, soon is better
     */
    public CallerProgress(Engine engine, boolean crowded, long spinNanos) {
        this.engine = engine;
        this.crowded = crowded;
        this.spinNanos = spinNanos;
    }

    @Override
    public void await(long ticket) {
        if (poll() > 0 && engine.isOver(ticket)) {
            return;
        }
        long sinceNanos = System.nanoTime();
        nowNanos = sinceNanos;
        int turns = 0;
        while (!engine.isOver(ticket)) {
            if (poll() == 0) {
                pause(nowNanos - sinceNanos);
            }
            if (++turns == TURNS_PER_READING) {
                turns = 0;
                nowNanos = System.nanoTime();
            }
        }
    }

    private int poll() {
        try {
            if (gate.enter()) {
                return engine.poll(nowNanos);
            }
        } finally {
            gate.leave();
        }
        int rank = engine.member().rank();
        throw new WireFailure(Failure.ofSession(
                Failure.Kind.CLOSED, rank, -1, "Rank " + rank + " was closed while a thread of it was in a call."));
    }

    private void pause(long waitedNanos) {
        switch (pauseAfter(waitedNanos, spinNanos, crowded)) {
            case NAP -> {
                LockSupport.parkNanos(NAP_NANOS);
                nowNanos = System.nanoTime();
            }
            case YIELD -> Thread.yield();
            case SPIN -> Thread.onSpinWait();
        }
    }

    /** What a caller does that found no work. */
    enum Pause {
        SPIN,
        YIELD,
        NAP
    }

    static Pause pauseAfter(long waitedNanos, long spinNanos, boolean crowded) {
        if (waitedNanos > spinNanos) {
            return Pause.NAP;
        }
        return crowded || waitedNanos > YIELD_AFTER_NANOS ? Pause.YIELD : Pause.SPIN;
    }

    @Override
    public void awaitRoom() {
        while (!engine.hasRoom()) {
            nowNanos = System.nanoTime();
            if (poll() == 0) {
                Thread.yield();
            }
        }
    }

    @Override
    public boolean isOver(long ticket) {
        if (!engine.isOver(ticket)) {
            nowNanos = System.nanoTime();
            poll();
        }
        return engine.isOver(ticket);
    }

    @Override
    public boolean reaches(MemorySegment memory) {
        return memory.isAccessibleBy(Thread.currentThread());
    }

    @Override
    public void close() {
        gate.close();
    }
}
