package dev.kolo.wire.mailbox;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Operation;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.schedule.Collective;

/**
 * What a client asked for in one slot. Read once, word by word, into this object, and only then looked at: the client's
 * memory may change under a second look. Used again for every operation, so that none allocates.
 */
final class Order {
    private static final Collective[] COLLECTIVES = Collective.values();
    private static final DataType[] TYPES = DataType.values();
    private static final Reduction[] REDUCTIONS = Reduction.values();

    private final int rank;
    private final MailboxShape shape;
    private final long[] lengths;

    private int op;
    private int type;
    private int how;
    private int root;
    private int flags;
    private long bytes;
    private long inputAt;
    private long outputAt;

    Order(int rank, MailboxShape shape) {
        this.rank = rank;
        this.shape = shape;
        lengths = new long[shape.world()];
    }

    void read(MailboxMemory memory, int slot) {
        op = memory.number(slot, MailboxAbi.OP_AT);
        type = memory.number(slot, MailboxAbi.TYPE_AT);
        how = memory.number(slot, MailboxAbi.HOW_AT);
        root = memory.number(slot, MailboxAbi.ROOT_AT);
        flags = memory.number(slot, MailboxAbi.FLAGS_AT);
        bytes = memory.word(slot, MailboxAbi.BYTES_AT);
        inputAt = memory.word(slot, MailboxAbi.INPUT_AT_AT);
        outputAt = memory.word(slot, MailboxAbi.OUTPUT_AT_AT);
        for (int from = 0; from < lengths.length; from++) {
            lengths[from] = memory.word(slot, MailboxAbi.LENGTHS_AT + from * Long.BYTES);
        }
    }

    /** What is wrong with it, one sentence without its end; empty when it can be carried out. Allocates only then. */
    String problem() {
        if (op < 1 || op > COLLECTIVES.length) {
            return "its operation is " + op + ", and there are 1 to " + COLLECTIVES.length;
        }
        if ((flags & ~MailboxAbi.FLAG_LENGTHS) != 0 || (varies() && collective() != Collective.ALL_GATHER)) {
            return "its flags are " + flags + ", and there is " + MailboxAbi.FLAG_LENGTHS + " for all-gather";
        }
        if (varies()) {
            for (int from = 0; from < lengths.length; from++) {
                if (isNoSize(lengths[from])) {
                    return "the block of rank " + from + " has " + lengths[from] + " bytes, and the payload "
                            + shape.payloadBytes();
                }
            }
        } else if (isNoSize(bytes)) {
            return "it has " + bytes + " bytes, and the payload " + shape.payloadBytes();
        }
        if (reduces() && (how < 0 || how >= REDUCTIONS.length)) {
            return "its reduction is " + how + ", and there are 0 to " + (REDUCTIONS.length - 1);
        }
        if (reduces() && (type < 0 || type >= TYPES.length || TYPES[type] == DataType.BYTES)) {
            return "its type is " + type + ", and types that can be reduced are 0 to " + (DataType.BYTES.number() - 1);
        }
        if (reduces() && bytes % TYPES[type].bytes() != 0) {
            return "its " + bytes + " bytes are not whole elements of " + TYPES[type].bytes() + " bytes";
        }
        return collective() == Collective.BROADCAST || collective() == Collective.PAIR_EXCHANGE
                ? problemOfRoot()
                : problemOfPlaces();
    }

    private String problemOfRoot() {
        boolean pair = collective() == Collective.PAIR_EXCHANGE;
        if (root < (pair ? -1 : 0) || root >= shape.world() || (pair && root == rank)) {
            return "its " + (pair ? "partner" : "root") + " is rank " + root + " in a world of " + shape.world();
        }
        return problemOfPlaces();
    }

    private String problemOfPlaces() {
        long in = inputBytes();
        long out = outputBytes();
        if (isOutside(inputAt, in)) {
            return "its input of " + in + " bytes at " + inputAt + " does not lie inside the payload, which goes from "
                    + MailboxShape.payloadAt() + " to " + shape.fileBytes();
        }
        if (isOutside(outputAt, out)) {
            return "its output of " + out + " bytes at " + outputAt + " does not lie inside the payload, which goes"
                    + " from " + MailboxShape.payloadAt() + " to " + shape.fileBytes();
        }
        boolean overlap = in > 0 && out > 0 && inputAt < outputAt + out && outputAt < inputAt + in;
        if (overlap && inputAt != placeInPlace()) {
            return "its input at " + inputAt + " (" + in + " bytes) and its output at " + outputAt + " (" + out
                    + " bytes) overlap, and not in place";
        }
        return "";
    }

    private long placeInPlace() {
        return switch (collective()) {
            case ALL_GATHER -> {
                long at = outputAt;
                for (int from = 0; from < rank; from++) {
                    at += lengthOf(from);
                }
                yield at;
            }
            case ALL_REDUCE -> outputAt;
            default -> -1;
        };
    }

    private boolean isNoSize(long size) {
        return size < 0 || size > shape.payloadBytes();
    }

    /** Sizes have been checked before, so that nothing overflows here. */
    private boolean isOutside(long at, long size) {
        return size > 0 && (at < MailboxShape.payloadAt() || at > shape.fileBytes() - size);
    }

    private long lengthOf(int from) {
        return varies() ? lengths[from] : bytes;
    }

    private long inputBytes() {
        return switch (collective()) {
            case ALL_GATHER -> lengthOf(rank);
            case ALL_REDUCE -> bytes;
            case REDUCE_SCATTER -> shape.world() * bytes;
            case PAIR_EXCHANGE -> root < 0 ? 0 : bytes;
            case BROADCAST, BARRIER -> 0;
        };
    }

    private long outputBytes() {
        return switch (collective()) {
            case ALL_GATHER -> {
                long all = 0;
                for (int from = 0; from < lengths.length; from++) {
                    all += lengthOf(from);
                }
                yield all;
            }
            case ALL_REDUCE, REDUCE_SCATTER, BROADCAST -> bytes;
            case PAIR_EXCHANGE -> root < 0 ? 0 : bytes;
            case BARRIER -> 0;
        };
    }

    private boolean varies() {
        return (flags & MailboxAbi.FLAG_LENGTHS) != 0;
    }

    /** Equal lengths are no other operation than one of a single size: a rank may say it so, and another otherwise. */
    private boolean reallyVaries() {
        boolean differ = false;
        for (long length : lengths) {
            differ |= length != lengths[0];
        }
        return varies() && differ;
    }

    private boolean reduces() {
        return op == MailboxAbi.OP_ALL_REDUCE || op == MailboxAbi.OP_REDUCE_SCATTER;
    }

    private Collective collective() {
        return COLLECTIVES[op - 1];
    }

    /** Fills an operation of the engine; there is no {@link #problem}. */
    void prepare(MailboxMemory memory, Operation operation) {
        Collective what = collective();
        boolean rooted = what == Collective.BROADCAST || what == Collective.PAIR_EXCHANGE;
        // What has no bytes has no place either, and what the client left there is not looked at.
        long in = inputBytes() == 0 ? MailboxShape.payloadAt() : inputAt;
        long out = outputBytes() == 0 ? MailboxShape.payloadAt() : outputAt;
        operation.prepare(
                what,
                reduces() ? TYPES[type] : DataType.BYTES,
                reduces() ? REDUCTIONS[how] : Reduction.SUM,
                memory.file(),
                what == Collective.BROADCAST ? out : in,
                memory.file(),
                out,
                what == Collective.BARRIER ? 0 : varies() ? lengths[rank] : bytes,
                rooted ? root : -1);
        if (reallyVaries()) {
            operation.varying(lengths);
        }
    }
}
