package dev.kolo.wire.progress;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Operation;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.collective.StagingTrial;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * What a rank calls: collectives on host memory, on heap or off it, at any alignment.
 *
 * <p>All ranks call the same operations in the same order with the same sizes, types and roots. One exchange is in progress at
 * a time; asynchronous calls ({@code …Async}) queue up to {@link Engine#queueDepth()} and return a ticket for {@link #await}.
 * A buffer of a queued call belongs to the wire until the call is over. One thread calls at a time.
 *
 * <p>When the session is poisoned every call throws {@link WireFailure} with the first record, and fills its output with 0xFF
 * first. {@link #check} asks cheaply.
 */
public final class Communicator implements AutoCloseable {
    private static final long NO_VIEW = -1;

    private final Engine engine;
    private final StagingTrial trial;
    private final int rank;
    private final int world;
    private final long limitBytes;
    private final MemorySegment region;
    private final MemorySegment[] slotMemory = new MemorySegment[2];
    private final BlockView view = new BlockView(this);
    private Progress progress;

    private long viewTicket = NO_VIEW;
    private long viewBytes;
    private int heldSlot = -1;
    private boolean closed;

    /**
     * A communicator of all ranks of a session.
     *
     * @param engine this rank's engine, polled by nobody else
     * @param progress who polls it
     */
    public Communicator(Engine engine, Progress progress) {
        this.engine = engine;
        trial = engine.trial();
        this.progress = progress;
        rank = engine.member().rank();
        world = engine.member().layout().world();
        limitBytes = engine.member().layout().limitBytes();
        region = engine.member().region();
        for (int slot = 0; slot < 2; slot++) {
            slotMemory[slot] = region.asSlice(
                    engine.member().layout().send(slot),
                    engine.member().layout().slotBytes());
        }
    }

    public int rank() {
        return rank;
    }

    public int world() {
        return world;
    }

    // All-gather

    /** Every rank's {@code bytes} bytes, in rank order, into {@code world × bytes} bytes of output on every rank. */
    public void allGather(MemorySegment input, MemorySegment output, long bytes) {
        allGather(input, 0, output, 0, bytes);
    }

    /** The same from and to given offsets. In place: the input is the own block of the output. */
    public void allGather(MemorySegment input, long inputAt, MemorySegment output, long outputAt, long bytes) {
        long begunNanos = trial.isRunning() ? System.nanoTime() : 0;
        await(allGatherAsync(input, inputAt, output, outputAt, bytes));
        if (begunNanos != 0) {
            trial.took(System.nanoTime() - begunNanos);
        }
    }

    public long allGatherAsync(MemorySegment input, long inputAt, MemorySegment output, long outputAt, long bytes) {
        Buffers.check("all-gather input", input, inputAt, bytes, false);
        Buffers.check("all-gather output", output, outputAt, Buffers.times(world, bytes), true);
        prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, inputAt, output, outputAt, bytes, -1);
        return submit();
    }

    /** Blocks of different lengths; {@code lengthsBytes[r]} is rank r's, the same on all ranks. */
    public void allGatherVariable(MemorySegment input, MemorySegment output, long[] lengthsBytes) {
        await(allGatherVariableAsync(input, output, lengthsBytes));
    }

    /** The same, queued; the lengths are copied. */
    public long allGatherVariableAsync(MemorySegment input, MemorySegment output, long[] lengthsBytes) {
        if (lengthsBytes.length != world) {
            throw new IllegalArgumentException(
                    "one length a rank: " + lengthsBytes.length + " lengths for " + world + " ranks");
        }
        long all = 0;
        for (long length : lengthsBytes) {
            if (length < 0) {
                throw new IllegalArgumentException("a block has 0 or more bytes, got " + length);
            }
            all = Math.addExact(all, length);
        }
        Buffers.check("all-gather input", input, 0, lengthsBytes[rank], false);
        Buffers.check("all-gather output", output, 0, all, true);
        prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, 0, output, 0, lengthsBytes[rank], -1)
                .varying(lengthsBytes);
        return submit();
    }

    /** An all-gather whose blocks stay where they arrive: no copy, at most the limit's bytes, void at the next exchange. */
    public BlockView allGatherView(MemorySegment input, long bytes) {
        Buffers.check("all-gather input", input, 0, bytes, false);
        return gatherView(input, 0, bytes, false);
    }

    // Send slots

    /**
     * Memory to fill for the next exchange, which then copies nothing on its way out. Waits until it is writable. It is the
     * caller's until {@code …FromSlot} is called.
     *
     * @return the limit's bytes or a little more
     */
    public MemorySegment acquireSendSlot() {
        if (heldSlot < 0) {
            engineRoom().acquire();
            long ticket = submit();
            await(ticket);
            heldSlot = engine.operation(ticket).slot();
        }
        return slotMemory[heldSlot];
    }

    /** How many bytes a send slot has. */
    public long sendSlotBytes() {
        return slotMemory[0].byteSize();
    }

    /** An all-gather of the first {@code bytes} bytes of the acquired slot. */
    public void allGatherFromSlot(MemorySegment output, long outputAt, long bytes) {
        Buffers.check("all-gather output", output, outputAt, Buffers.times(world, bytes), true);
        long at = slotOffset(bytes);
        prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, region, at, output, outputAt, bytes, -1)
                .fromSlot();
        await(submit());
    }

    /** The same as a view. */
    public BlockView allGatherViewFromSlot(long bytes) {
        return gatherView(region, slotOffset(bytes), bytes, true);
    }

    /** An all-reduce of the first {@code bytes} bytes of the acquired slot. */
    public void allReduceFromSlot(MemorySegment output, long outputAt, long bytes, DataType type, Reduction how) {
        Buffers.check("all-reduce output", output, outputAt, bytes, true);
        Buffers.whole(type, bytes);
        long at = slotOffset(bytes);
        prepare(Collective.ALL_REDUCE, type, how, region, at, output, outputAt, bytes, -1)
                .fromSlot();
        await(submit());
    }

    private long slotOffset(long bytes) {
        if (heldSlot < 0) {
            throw new IllegalStateException("no send slot is acquired: call acquireSendSlot() and fill it first");
        }
        Buffers.check("send slot", slotMemory[heldSlot], 0, bytes, false);
        long at = engine.member().layout().send(heldSlot);
        heldSlot = -1;
        return at;
    }

    // Reductions

    /** The element-wise reduction of all ranks' inputs, on every rank, with equal bits. In place when both are the same. */
    public void allReduce(MemorySegment input, MemorySegment output, long bytes, DataType type, Reduction how) {
        long begunNanos = trial.isRunning() ? System.nanoTime() : 0;
        await(allReduceAsync(input, 0, output, 0, bytes, type, how));
        if (begunNanos != 0) {
            trial.took(System.nanoTime() - begunNanos);
        }
    }

    public long allReduceAsync(
            MemorySegment input,
            long inputAt,
            MemorySegment output,
            long outputAt,
            long bytes,
            DataType type,
            Reduction how) {
        Buffers.check("all-reduce input", input, inputAt, bytes, false);
        Buffers.check("all-reduce output", output, outputAt, bytes, true);
        Buffers.whole(type, bytes);
        prepare(Collective.ALL_REDUCE, type, how, input, inputAt, output, outputAt, bytes, -1);
        return submit();
    }

    /** Rank r gets the reduction of all ranks' r-th block; the input has {@code world} blocks of {@code bytes} bytes. */
    public void reduceScatter(MemorySegment input, MemorySegment output, long bytes, DataType type, Reduction how) {
        await(reduceScatterAsync(input, 0, output, 0, bytes, type, how));
    }

    public long reduceScatterAsync(
            MemorySegment input,
            long inputAt,
            MemorySegment output,
            long outputAt,
            long bytes,
            DataType type,
            Reduction how) {
        Buffers.check("reduce-scatter input", input, inputAt, Buffers.times(world, bytes), false);
        Buffers.check("reduce-scatter output", output, outputAt, bytes, true);
        Buffers.whole(type, bytes);
        prepare(Collective.REDUCE_SCATTER, type, how, input, inputAt, output, outputAt, bytes, -1);
        return submit();
    }

    // Others

    /** The root's bytes on every rank. */
    public void broadcast(MemorySegment buffer, long bytes, int root) {
        await(broadcastAsync(buffer, 0, bytes, root));
    }

    public long broadcastAsync(MemorySegment buffer, long at, long bytes, int root) {
        Buffers.check("broadcast buffer", buffer, at, bytes, rank != root);
        if (root < 0 || root >= world) {
            throw new IllegalArgumentException("no rank " + root + " in a world of " + world);
        }
        prepare(Collective.BROADCAST, DataType.BYTES, Reduction.SUM, buffer, at, buffer, at, bytes, root);
        return submit();
    }

    /** Returns when every rank has called it. */
    public void barrier() {
        await(barrierAsync());
    }

    /** The same, queued: over when every rank has called it and everything queued before it is over. */
    public long barrierAsync() {
        MemorySegment none = MemorySegment.NULL;
        prepare(Collective.BARRIER, DataType.BYTES, Reduction.SUM, none, 0, none, 0, 0, -1);
        return submit();
    }

    /**
     * Exchanges bytes with a partner, which names this rank as its own. Every rank calls it; −1 stands for nobody.
     */
    public void pairExchange(MemorySegment input, MemorySegment output, long bytes, int partner) {
        await(pairExchangeAsync(input, output, bytes, partner));
    }

    /** The same, queued. */
    public long pairExchangeAsync(MemorySegment input, MemorySegment output, long bytes, int partner) {
        if (partner < -1 || partner >= world || partner == rank) {
            throw new IllegalArgumentException("rank " + rank + " cannot exchange with rank " + partner);
        }
        Buffers.check("pair-exchange input", input, 0, partner < 0 ? 0 : bytes, false);
        Buffers.check("pair-exchange output", output, 0, partner < 0 ? 0 : bytes, true);
        prepare(Collective.PAIR_EXCHANGE, DataType.BYTES, Reduction.SUM, input, 0, output, 0, bytes, partner);
        return submit();
    }

    // Waiting, health, end

    /** Waits until an asynchronous call is over. */
    public void await(long ticket) {
        refuseWhenClosed();
        progress.await(ticket);
        check();
    }

    /** Whether an asynchronous call is over, well or not. */
    public boolean isOver(long ticket) {
        return closed || progress.isOver(ticket);
    }

    /** Throws when the session is poisoned. Cheap. */
    public void check() {
        if (engine.poison().isSet()) {
            throw new WireFailure(engine.poison().failure().orElseThrow());
        }
    }

    /** The first failure, when there is one. */
    public Optional<Failure> failure() {
        return engine.poison().failure();
    }

    /** Hands the engine to another driver, after the one before has let go of it. */
    public void drive(java.util.function.Function<Engine, Progress> next) {
        progress.close();
        progress = next.apply(engine);
    }

    /** Ends the driver: every later call fails, and buffers are the caller's again. The session closes the NIC. */
    @Override
    public void close() {
        closed = true;
        viewTicket = NO_VIEW;
        progress.close();
        engine.letGo();
    }

    Engine engine() {
        return engine;
    }

    long currentView() {
        return viewTicket;
    }

    long viewBytes() {
        return viewBytes;
    }

    private BlockView gatherView(MemorySegment input, long inputAt, long bytes, boolean fromSlot) {
        if (bytes > limitBytes) {
            throw new IllegalArgumentException(
                    "a view has at most the limit's " + limitBytes + " bytes a rank, got " + bytes);
        }
        MemorySegment none = MemorySegment.NULL;
        Operation op =
                prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, inputAt, none, 0, bytes, -1);
        op.asView();
        if (fromSlot) {
            op.fromSlot();
        }
        long ticket = submit();
        await(ticket);
        viewTicket = ticket;
        viewBytes = bytes;
        return view.of(ticket);
    }

    private Operation prepare(
            Collective collective,
            DataType type,
            Reduction how,
            MemorySegment input,
            long inputAt,
            MemorySegment output,
            long outputAt,
            long bytes,
            int root) {
        if (!progress.reaches(input) || !progress.reaches(output)) {
            throw new IllegalArgumentException(
                    "a buffer is confined to another thread than the one that drives the wire: allocate it from Arena.ofShared()");
        }
        return engineRoom().prepare(collective, type, how, input, inputAt, output, outputAt, bytes, root);
    }

    /** The memory may be gone: what is asked for now must not reach the engine. */
    private void refuseWhenClosed() {
        if (closed) {
            throw new WireFailure(engine.poison()
                    .failure()
                    .orElseGet(() -> Failure.ofSession(
                            Failure.Kind.CLOSED, rank, -1, "Rank " + rank + " called after its session was closed.")));
        }
    }

    private Operation engineRoom() {
        refuseWhenClosed();
        if (!engine.hasRoom()) {
            progress.awaitRoom();
        }
        return engine.next();
    }

    private long submit() {
        viewTicket = NO_VIEW;
        engine.counters().rung();
        return engine.submit();
    }
}
