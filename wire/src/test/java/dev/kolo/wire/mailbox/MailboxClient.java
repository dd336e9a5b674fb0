package dev.kolo.wire.mailbox;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A client that shares the server's memory, step by step as the page says. */
final class MailboxClient {
    private static final long MOST_LOOKS = 2_000_000_000L;

    final MailboxMemory memory;
    private final int rank;
    private final MailboxShape shape;
    private int next = MailboxAbi.FIRST_OP;

    MailboxClient(MemorySegment file, int rank, MailboxShape shape) {
        this.memory = new MailboxMemory(file);
        this.rank = rank;
        this.shape = shape;
    }

    void attach() {
        memory.client(new MailboxFacts.Party(4711 + rank, 5, 6));
        if (!memory.moveGeneration(MailboxAbi.GENERATION_OPEN, MailboxAbi.GENERATION_ATTACHED)) {
            throw new AssertionError("the mailbox has had a client");
        }
    }

    int next() {
        return next;
    }

    boolean isOver(int number) {
        long word = memory.done(number & 1);
        return word == Integer.toUnsignedLong(number) || word >>> 32 != 0;
    }

    int poisonOf(int number) {
        return (int) (memory.done(number & 1) >>> 32);
    }

    /** Waits for real; whoever serves runs on another thread. True when it went well. */
    @SuppressWarnings("ThreadPriorityCheck") // ranks and clients outnumber the cores
    boolean await(int number) {
        for (long look = 0; !isOver(number); look++) {
            if (look == MOST_LOOKS) {
                throw new AssertionError("operation " + number + " never ended");
            }
            Thread.yield();
        }
        return poisonOf(number) == 0;
    }

    long input(int number) {
        return shape.inputAt(number & 1);
    }

    long output(int number) {
        return shape.outputAt(number & 1);
    }

    /** Writes a descriptor and rings. */
    int ring(int op, int type, int how, long bytes, int root) {
        int number = next;
        return ring(op, type, how, bytes, root, 0, input(number), output(number));
    }

    int ring(int op, int type, int how, long bytes, int root, int flags, long inputAt, long outputAt) {
        int number = next++;
        int slot = number & 1;
        memory.number(slot, MailboxAbi.OP_AT, op);
        memory.number(slot, MailboxAbi.TYPE_AT, type);
        memory.number(slot, MailboxAbi.HOW_AT, how);
        memory.number(slot, MailboxAbi.ROOT_AT, root);
        memory.number(slot, MailboxAbi.FLAGS_AT, flags);
        memory.word(slot, MailboxAbi.BYTES_AT, bytes);
        memory.word(slot, MailboxAbi.INPUT_AT_AT, inputAt);
        memory.word(slot, MailboxAbi.OUTPUT_AT_AT, outputAt);
        memory.ring(slot, number);
        return number;
    }

    /** A sum of one number from each rank. */
    int ringSum(int value) {
        memory.file().set(ValueLayout.JAVA_INT, input(next), value);
        return ring(MailboxAbi.OP_ALL_REDUCE, MailboxAbi.TYPE_I32, MailboxAbi.HOW_SUM, Integer.BYTES, -1);
    }

    int result(int number) {
        return memory.file().get(ValueLayout.JAVA_INT, output(number));
    }
}
