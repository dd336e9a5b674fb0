package dev.kolo.wire.progress;

import dev.kolo.wire.collective.Engine;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of its own drives the engine, so that peers are served while the caller computes. It spins; after a time without
 * work it naps, 20 µs doubling to 1 ms, because nothing can wake it: a NIC's write wakes nobody. Napping too eagerly has cost
 * 8.6 % of a decode step.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is measured: see crowded
public final class ThreadProgress implements Progress {
    /** How long it spins without work before it naps. */
    public static final long SPIN_NANOS = 5_000_000;

    /** First nap where nobody says otherwise. */
    public static final long FIRST_NAP_NANOS = 20_000;

    private static final int TURNS_PER_READING = 64;

    private final Engine engine;
    private final boolean crowded;
    private final long spinNanos;
    private final long firstNapNanos;
    private final OptionalInt pinCpu;
    private final Duty duty;
    private final Thread thread;
    private volatile boolean stop;

    /**
     * Starts the thread. From now on nobody else polls the engine, until {@link #close}.
     *
     * @param crowded whether ranks on this host outnumber its cores
     * @param spinNanos how long to spin without work
     */
    public ThreadProgress(Engine engine, boolean crowded, long spinNanos) {
        this(engine, crowded, spinNanos, FIRST_NAP_NANOS, OptionalInt.empty());
    }

    /**
     * The same with another first nap, and kept on one CPU when asked for.
     *
     * @param firstNapNanos how long the first nap is; they double up to 1 ms
     * @param pinCpu the CPU to stay on; one on which {@link CpuPin#problem} has nothing to say
     */
    public ThreadProgress(Engine engine, boolean crowded, long spinNanos, long firstNapNanos, OptionalInt pinCpu) {
        this(engine, crowded, spinNanos, firstNapNanos, pinCpu, nowNanos -> 0);
    }

    /**
     * The same with more to do in each turn.
     *
     * @param duty what the thread does beside driving the engine
     */
    public ThreadProgress(
            Engine engine, boolean crowded, long spinNanos, long firstNapNanos, OptionalInt pinCpu, Duty duty) {
        this.engine = engine;
        this.crowded = crowded;
        this.spinNanos = spinNanos;
        this.firstNapNanos = firstNapNanos;
        this.pinCpu = pinCpu;
        this.duty = duty;
        thread = Thread.ofPlatform()
                .name("kolo-wire-rank-" + engine.member().rank())
                .daemon()
                .start(this::run);
    }

    private void run() {
        // Set-up has tried this CPU; should it have gone since, the thread runs where it may.
        pinCpu.ifPresent(CpuPin::pinThisThread);
        long nowNanos = System.nanoTime();
        IdlePolicy policy = new IdlePolicy(spinNanos, firstNapNanos, nowNanos);
        int turns = 0;
        while (!stop) {
            if (++turns == TURNS_PER_READING) {
                turns = 0;
                nowNanos = System.nanoTime();
            }
            if (turn(nowNanos) > 0) {
                policy.worked(nowNanos);
                continue;
            }
            long napNanos = policy.napNanos(nowNanos);
            if (napNanos > 0) {
                LockSupport.parkNanos(napNanos);
                nowNanos = System.nanoTime();
            } else if (crowded) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** A fault of the engine has poisoned the session; the thread stays, to fail whatever is still asked for. */
    private int turn(long nowNanos) {
        try {
            int work = duty.turn(nowNanos);
            return work + engine.poll(nowNanos);
        } catch (RuntimeException | Error fault) {
            return 0;
        }
    }

    @Override
    public void await(long ticket) {
        long sinceNanos = System.nanoTime();
        int turns = 0;
        while (!engine.isOver(ticket)) {
            if (++turns < TURNS_PER_READING && !crowded) {
                Thread.onSpinWait();
            } else {
                turns = 0;
                pause(System.nanoTime() - sinceNanos);
            }
        }
    }

    private void pause(long waitedNanos) {
        if (waitedNanos > spinNanos) {
            LockSupport.parkNanos(FIRST_NAP_NANOS);
        } else {
            Thread.yield();
        }
    }

    @Override
    public void awaitRoom() {
        while (!engine.hasRoom()) {
            Thread.yield();
        }
    }

    @Override
    public boolean isOver(long ticket) {
        return engine.isOver(ticket);
    }

    @Override
    public boolean reaches(MemorySegment memory) {
        return memory.isAccessibleBy(thread);
    }

    /** Stops the thread and waits for it, so that its last poll happens before whatever its successor does. */
    @Override
    public void close() {
        stop = true;
        ThreadEnd.await(thread);
    }
}
