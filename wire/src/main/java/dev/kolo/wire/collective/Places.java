package dev.kolo.wire.collective;

import dev.kolo.wire.layout.Split;
import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.MemorySegment;

/**
 * Knows where each piece of the running operation lies: in the caller's input or output, or in scratch memory. {@link #find}
 * answers in fields, so that asking allocates nothing.
 */
final class Places {
    /** The own raw piece. */
    static final int OWN = 0;
    /** Another rank's raw piece. */
    static final int OTHER = 1;
    /** A sum of some ranks. */
    static final int PARTIAL = 2;
    /** The sum of all ranks. */
    static final int FULL = 3;

    private final long slotBytes;
    private final MemorySegment scratch;
    private final long[] blockAt;

    private Operation op;
    private int parts = 1;
    private long windowAt;
    private long windowBytes;

    /** Where the piece lies. */
    MemorySegment segment;
    /** First byte of it there. */
    long at;
    /** Its length. */
    long bytes;

    Places(int world, long slotBytes, MemorySegment scratch, Operation none) {
        this.slotBytes = slotBytes;
        this.scratch = scratch;
        this.op = none;
        this.segment = scratch;
        blockAt = new long[world];
    }

    static int encode(int kind, int origin, int part) {
        return kind << 16 | origin << 8 | part;
    }

    static int kindOf(int piece) {
        return piece >>> 16;
    }

    static int originOf(int piece) {
        return piece >>> 8 & 0xff;
    }

    static int partOf(int piece) {
        return piece & 0xff;
    }

    void begin(Operation op, int parts, long windowBytes) {
        this.op = op;
        this.parts = parts;
        this.windowBytes = windowBytes;
        windowAt = 0;
        if (op.collective == Collective.ALL_GATHER) {
            long at = 0;
            for (int rank = 0; rank < blockAt.length; rank++) {
                blockAt[rank] = at;
                at += op.lengthOf(rank);
            }
        }
    }

    void window(long at) {
        windowAt = at;
    }

    void find(int piece) {
        int kind = kindOf(piece);
        int origin = originOf(piece);
        int part = partOf(piece);
        switch (op.collective) {
            case ALL_REDUCE -> ofVector(kind, origin, part);
            case REDUCE_SCATTER -> ofScatter(kind, origin, part);
            case ALL_GATHER -> ofBlock(kind, op.lengthOf(origin), part, op.view ? -1 : blockAt[origin], origin);
            default -> ofBlock(kind, op.bytes, part, 0, origin);
        }
    }

    private void ofBlock(int kind, long blockBytes, int part, long outputAt, int origin) {
        long window = inWindow(blockBytes);
        long from = Split.offset(window, parts, part);
        bytes = Split.offset(window, parts, part + 1) - from;
        // A shorter block than the largest is over before the last window: its empty pieces lie at its end, not beyond
        // it.
        long begins = Math.min(windowAt, blockBytes);
        if (kind == OWN) {
            segment = op.input;
            at = op.inputAt + begins + from;
        } else if (outputAt < 0) {
            // A view has at most a slot's bytes a rank, and may have come in several windows.
            segment = scratch;
            at = origin * slotBytes + begins + from;
        } else {
            segment = op.output;
            at = op.outputAt + outputAt + begins + from;
        }
    }

    private void ofVector(int kind, int origin, int part) {
        long window = inWindow(op.bytes);
        long from = Split.offset(window, parts, part);
        bytes = Split.offset(window, parts, part + 1) - from;
        if (kind == OWN) {
            segment = op.input;
            at = op.inputAt + windowAt + from;
        } else if (kind == OTHER) {
            segment = scratch;
            at = origin * slotBytes + from;
        } else {
            segment = op.output;
            at = op.outputAt + windowAt + from;
        }
    }

    private void ofScatter(int kind, int origin, int part) {
        bytes = inWindow(op.bytes);
        switch (kind) {
            case OWN -> {
                segment = op.input;
                at = op.inputAt + part * op.bytes + windowAt;
            }
            case OTHER -> {
                segment = scratch;
                at = origin * slotBytes + part * windowBytes;
            }
            case PARTIAL -> {
                segment = scratch;
                at = part * slotBytes;
            }
            default -> {
                segment = op.output;
                at = op.outputAt + windowAt;
            }
        }
    }

    /** The place of a rank's block in the output of an all-gather. */
    long blockAt(int rank) {
        return blockAt[rank];
    }

    private long inWindow(long of) {
        return Math.clamp(of - windowAt, 0, windowBytes);
    }
}
