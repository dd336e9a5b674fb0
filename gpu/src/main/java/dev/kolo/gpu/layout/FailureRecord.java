package dev.kolo.gpu.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * The one record of why a communicator on a GPU is over, written by the kernel's first thread that failed.
 *
 * @param kind why
 * @param rank whose record
 * @param peer the rank that was waited for
 * @param step the step that was expected on the link
 * @param seen the step that was there instead; several streams: how many calls were inside already
 * @param digest digest of the own operation
 * @param other the peer's digest, where it differs
 * @param block the block that failed
 * @param waitedNanos how long its thread had waited
 * @param calls calls that had ended well before, up to the last finish
 * @param index place of the call since then
 * @param bytes bytes of the own block
 * @param operation the operation's number
 */
public record FailureRecord(
        Kind kind,
        int rank,
        int peer,
        int step,
        int seen,
        int digest,
        int other,
        int block,
        long waitedNanos,
        int calls,
        int index,
        int bytes,
        int operation) {
    public static final int STATE = 0;
    public static final int KIND = 4;
    public static final int PEER = 8;
    public static final int STEP = 12;
    public static final int SEEN = 16;
    public static final int DIGEST = 20;
    public static final int OTHER = 24;
    public static final int BLOCK = 28;
    public static final int WAITED = 32;
    public static final int CALLS = 40;
    public static final int INDEX = 44;
    public static final int BYTES = 48;
    public static final int OP = 52;

    private static final int COMPLETE = 2;
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

    /** Why a call failed; the numbers of {@code layout.h}. */
    public enum Kind {
        TIMEOUT(1),
        ABORTED(2),
        DESYNC(3),
        SERVER_GONE(4),
        STREAMS(5);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }

        private static Kind of(int number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new IllegalStateException(
                    "a failure record of an unknown kind " + number + ": the kernels are newer");
        }
    }

    /**
     * Reads the record of a region once it is complete.
     *
     * @param region the host region, from its start
     * @param rank whose
     */
    public static Optional<FailureRecord> read(MemorySegment region, int rank) {
        long at = DeviceLayout.RECORD_AT;
        if ((int) WORD.getAcquire(region, at + STATE) != COMPLETE) {
            return Optional.empty();
        }
        return Optional.of(new FailureRecord(
                Kind.of(region.get(ValueLayout.JAVA_INT, at + KIND)),
                rank,
                region.get(ValueLayout.JAVA_INT, at + PEER),
                region.get(ValueLayout.JAVA_INT, at + STEP),
                region.get(ValueLayout.JAVA_INT, at + SEEN),
                region.get(ValueLayout.JAVA_INT, at + DIGEST),
                region.get(ValueLayout.JAVA_INT, at + OTHER),
                region.get(ValueLayout.JAVA_INT, at + BLOCK),
                region.get(ValueLayout.JAVA_LONG, at + WAITED),
                region.get(ValueLayout.JAVA_INT, at + CALLS),
                region.get(ValueLayout.JAVA_INT, at + INDEX),
                region.get(ValueLayout.JAVA_INT, at + BYTES),
                region.get(ValueLayout.JAVA_INT, at + OP)));
    }

    /** What happened, to whom, where, and what to do. */
    public String sentence() {
        String where = "rank " + rank + ", " + DeviceOp.of(operation).word() + " of " + bytes + " B (call "
                + Integer.toUnsignedString(calls + index + 1) + "), step " + Integer.toUnsignedString(step)
                + " with rank "
                + peer;
        String waited = "after " + waitedNanos / 1000 + " us";
        return switch (kind) {
            case TIMEOUT ->
                where + ": rank " + peer + " did not arrive within the bound, " + waited + "; seen of it: "
                        + (seen == 0 ? "nothing yet" : "step " + Integer.toUnsignedString(seen))
                        + ". Look at rank " + peer + " first; the session is over on every rank.";
            case ABORTED ->
                where + ": the wait was ended " + waited
                        + ", because the session had failed; its own record names the root.";
            case DESYNC ->
                where + ": desync: rank " + peer + " called another operation or size (digest "
                        + Integer.toHexString(other) + ", here " + Integer.toHexString(digest)
                        + "). All ranks must call the same operations in the same order.";
            case SERVER_GONE ->
                where + ": the host process that serves this rank is dead or stopped: its heartbeat stood still, seen "
                        + waited + ".";
            case STREAMS ->
                "rank " + rank + ", " + DeviceOp.of(operation).word() + " of " + bytes + " B: a call began while "
                        + seen + " of the same communicator ran on another stream. Use one communicator a stream.";
        };
    }
}
