package dev.kolo.wire.mailbox;

import dev.kolo.wire.record.SessionId;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a mailbox's header says and never changes: whose it is, how it is laid out, how long its server waits.
 *
 * @param session the session
 * @param rank the rank that serves it
 * @param shape its sizes
 * @param waits the server's bounds
 * @param server the server's process
 */
public record MailboxFacts(SessionId session, int rank, MailboxShape shape, Waits waits, Party server) {
    /**
     * One side's process. Its number means something only in its own pid namespace, and for good only with its start.
     *
     * @param pid its number
     * @param startTicks field 22 of {@code /proc/PID/stat} (proc(5))
     * @param namespace inode of {@code /proc/PID/ns/pid}, 0 when not known
     */
    public record Party(int pid, long startTicks, long namespace) {}

    /**
     * Bounds.
     *
     * @param servingNanos longest wait for another rank
     * @param startupNanos the same until the first operation is done
     * @param heartbeatNanos a heartbeat that stands still for so long is a dead server's
     */
    public record Waits(long servingNanos, long startupNanos, long heartbeatNanos) {}

    public MailboxFacts {
        if (rank < 0 || rank >= shape.world()) {
            throw new IllegalArgumentException("no rank " + rank + " in a world of " + shape.world());
        }
    }

    /** Writes the header of a mailbox, and slots as nobody has used them, into zeroed memory. */
    public void write(MemorySegment file) {
        MemorySegment.copy(session.toBytes(), 0, file, ValueLayout.JAVA_BYTE, MailboxAbi.SESSION_AT, SessionId.BYTES);
        number(file, MailboxAbi.VERSION_AT, MailboxAbi.VERSION);
        number(file, MailboxAbi.HEADER_BYTES_AT, MailboxAbi.HEADER_BYTES);
        word(file, MailboxAbi.FILE_BYTES_AT, shape.fileBytes());
        number(file, MailboxAbi.RANK_AT, rank);
        number(file, MailboxAbi.WORLD_AT, shape.world());
        number(file, MailboxAbi.FIRST_OP_AT, MailboxAbi.FIRST_OP);
        number(file, MailboxAbi.SLOT_COUNT_AT, MailboxAbi.SLOT_COUNT);
        word(file, MailboxAbi.SLOTS_AT_AT, MailboxShape.slotAt(0));
        number(file, MailboxAbi.SLOT_STRIDE_AT, MailboxAbi.SLOT_STRIDE);
        number(file, MailboxAbi.MOST_RANKS_AT, MailboxAbi.MOST_RANKS);
        word(file, MailboxAbi.BLOCK_BYTES_AT, shape.blockBytes());
        word(file, MailboxAbi.PAYLOAD_AT_AT, MailboxShape.payloadAt());
        word(file, MailboxAbi.PAYLOAD_BYTES_AT, shape.payloadBytes());
        word(file, MailboxAbi.INPUTS_AT_AT, shape.inputAt(0));
        word(file, MailboxAbi.OUTPUTS_AT_AT, shape.outputAt(0));
        word(file, MailboxAbi.AREA_BYTES_AT, shape.areaBytes());
        word(file, MailboxAbi.HEARTBEAT_BOUND_NANOS_AT, waits.heartbeatNanos());
        word(file, MailboxAbi.WAIT_NANOS_AT, waits.servingNanos());
        word(file, MailboxAbi.STARTUP_WAIT_NANOS_AT, waits.startupNanos());
        number(file, MailboxAbi.SERVER_PID_AT, server.pid());
        word(file, MailboxAbi.SERVER_START_TICKS_AT, server.startTicks());
        word(file, MailboxAbi.SERVER_PID_NAMESPACE_AT, server.namespace());
        for (int slot = 0; slot < MailboxAbi.SLOT_COUNT; slot++) {
            number(file, MailboxShape.slotAt(slot) + MailboxAbi.DOORBELL_AT, slot);
            number(file, MailboxShape.slotAt(slot) + MailboxAbi.DONE_AT, slot);
        }
        number(file, MailboxAbi.GENERATION_AT, MailboxAbi.GENERATION_OPEN);
        word(file, MailboxAbi.MAGIC_AT, MailboxAbi.MAGIC);
    }

    private static void number(MemorySegment file, long at, int value) {
        file.set(ValueLayout.JAVA_INT, at, value);
    }

    private static void word(MemorySegment file, long at, long value) {
        file.set(ValueLayout.JAVA_LONG, at, value);
    }
}
