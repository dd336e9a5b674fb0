package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One call of a collective, from the queue's fixed store of them. The caller's thread fills it while it is free and queues it;
 * from then on it is the engine's until it is done.
 */
public final class Operation {
    static final int FREE = 0;
    static final int QUEUED = 1;
    static final int DONE = 2;
    static final int FAILED = 3;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Operation.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Collective collective = Collective.BARRIER;
    DataType type = DataType.BYTES;
    Reduction reduction = Reduction.SUM;
    MemorySegment input = MemorySegment.NULL;
    long inputAt;
    MemorySegment output = MemorySegment.NULL;
    long outputAt;
    long bytes;
    final long[] lengths;
    boolean varies;
    int root = -1;
    /** The result stays where it arrived. */
    boolean view;
    /** Not an exchange: waits until the next send slot is writable and holds it. */
    boolean acquires;
    /** The input is the held send slot. */
    boolean fromSlot;

    long number;
    int slot;

    @SuppressWarnings("UnusedVariable") // reached through the handle
    private int state = FREE;

    Operation(int world) {
        lengths = new long[world];
    }

    /**
     * Makes it an exchange of one size. Buffers have been checked; all ranks call with the same collective, type, reduction,
     * size and root.
     *
     * @param bytes a rank's block; for all-reduce and broadcast the vector
     * @param root root of a broadcast, partner of a pair exchange, otherwise −1
     */
    public Operation prepare(
            Collective collective,
            DataType type,
            Reduction reduction,
            MemorySegment input,
            long inputAt,
            MemorySegment output,
            long outputAt,
            long bytes,
            int root) {
        this.collective = collective;
        this.type = type;
        this.reduction = reduction;
        this.input = input;
        this.inputAt = inputAt;
        this.output = output;
        this.outputAt = outputAt;
        this.bytes = bytes;
        this.root = root;
        varies = false;
        view = false;
        acquires = false;
        fromSlot = false;
        return this;
    }

    /** Gives each rank's block a length of its own; all ranks give the same. */
    public Operation varying(long[] lengthsBytes) {
        System.arraycopy(lengthsBytes, 0, lengths, 0, lengths.length);
        varies = true;
        return this;
    }

    /** Leaves the blocks where they arrive, to be looked at until the next exchange. */
    public Operation asView() {
        view = true;
        return this;
    }

    /** Takes the held send slot as input. */
    public Operation fromSlot() {
        fromSlot = true;
        return this;
    }

    /** Makes it no exchange at all: it waits until the next send slot is writable, and holds it. */
    public Operation acquire() {
        prepare(Collective.BARRIER, DataType.BYTES, Reduction.SUM, MemorySegment.NULL, 0, MemorySegment.NULL, 0, 0, -1);
        acquires = true;
        return this;
    }

    /** The slot that {@link #acquire} got. */
    public int slot() {
        return slot;
    }

    /** The largest block of any rank. */
    long largestBytes() {
        if (!varies) {
            return bytes;
        }
        long most = 0;
        for (long length : lengths) {
            most = Math.max(most, length);
        }
        return most;
    }

    long lengthOf(int rank) {
        return varies ? lengths[rank] : bytes;
    }

    /** Whether nothing is written to the rank's input until the operation is over: it lies apart, or just where it belongs. */
    boolean keepsInput(int rank) {
        long inputBytes = collective == Collective.REDUCE_SCATTER ? bytes * lengths.length : lengthOf(rank);
        long begins = input.address() + inputAt;
        long written = output.address() + outputAt;
        if (!output.isNative() || begins + inputBytes <= written || written + outputBytes(rank) <= begins) {
            return true;
        }
        return collective == Collective.ALL_GATHER && begins == written + blockAt(rank);
    }

    /** Where a rank's block of an all-gather begins in the output. */
    private long blockAt(int rank) {
        long at = 0;
        for (int before = 0; before < rank; before++) {
            at += lengthOf(before);
        }
        return at;
    }

    /** Bytes of output that the operation writes on a rank. */
    long outputBytes(int rank) {
        return switch (collective) {
            case ALL_GATHER -> {
                long all = 0;
                for (int from = 0; from < lengths.length; from++) {
                    all += lengthOf(from);
                }
                yield all;
            }
            case ALL_REDUCE, REDUCE_SCATTER -> bytes;
            case BROADCAST -> rank == root ? 0 : bytes;
            case PAIR_EXCHANGE -> root < 0 ? 0 : bytes;
            case BARRIER -> 0;
        };
    }

    /**
     * Writes 0xFF into every byte of the output: NaN, and −1, so that a caller that never asks cannot take old bytes for new.
     *
     * @return what kept it from being done; empty when nothing did
     */
    String markOutput(int rank) {
        try {
            output.asSlice(outputAt, outputBytes(rank)).fill((byte) 0xff);
            return "";
        } catch (RuntimeException unreachable) {
            // Closed, or confined to another thread: nobody can read old bytes there for new ones, and the call must
            // end.
            return "The output of a failed operation could not be marked: " + unreachable.getMessage() + ".";
        }
    }

    /** Digest of all that ranks must agree on, 16 bits. Ranks in different operations see it in each other's flags. */
    int digest(int schedule) {
        long mix = step(number, collective.number());
        mix = step(mix, type.number() * 8L + reduction.number());
        mix = step(mix, collective == Collective.BROADCAST ? root : -1);
        mix = step(mix, schedule);
        mix = step(mix, varies ? -1 : bytes);
        if (varies) {
            for (long length : lengths) {
                mix = step(mix, length);
            }
        }
        return (int) (mix ^ (mix >>> 16) ^ (mix >>> 32) ^ (mix >>> 48)) & 0xffff;
    }

    private static long step(long mix, long more) {
        long next = (mix ^ more) * 0x9e37_79b9_7f4a_7c15L;
        return next ^ (next >>> 29);
    }

    int state() {
        return (int) STATE.getAcquire(this);
    }

    void state(int next) {
        STATE.setRelease(this, next);
    }
}
