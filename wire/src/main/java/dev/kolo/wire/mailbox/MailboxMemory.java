package dev.kolo.wire.mailbox;

import dev.kolo.wire.protocol.Failure;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/** The words of a mapped mailbox that change, each with the memory order that {@code docs/mailbox.md} gives it. */
final class MailboxMemory {
    private static final VarHandle NUMBER = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int LOW = 32;

    private final MemorySegment file;

    /**
     * A view of a mailbox.
     *
     * @param file the whole of it, in native byte order little-endian, as on every machine that Kolo runs on
     */
    MailboxMemory(MemorySegment file) {
        this.file = file;
    }

    MemorySegment file() {
        return file;
    }

    int generation() {
        return (int) NUMBER.getAcquire(file, (long) MailboxAbi.GENERATION_AT);
    }

    boolean moveGeneration(int from, int to) {
        return NUMBER.compareAndSet(file, (long) MailboxAbi.GENERATION_AT, from, to);
    }

    void leave() {
        NUMBER.setRelease(file, (long) MailboxAbi.GENERATION_AT, MailboxAbi.GENERATION_LEFT);
    }

    MailboxFacts.Party client() {
        return new MailboxFacts.Party(
                (int) NUMBER.get(file, (long) MailboxAbi.CLIENT_PID_AT),
                (long) WORD.get(file, (long) MailboxAbi.CLIENT_START_TICKS_AT),
                (long) WORD.get(file, (long) MailboxAbi.CLIENT_PID_NAMESPACE_AT));
    }

    void client(MailboxFacts.Party party) {
        NUMBER.set(file, (long) MailboxAbi.CLIENT_PID_AT, party.pid());
        WORD.set(file, (long) MailboxAbi.CLIENT_START_TICKS_AT, party.startTicks());
        WORD.set(file, (long) MailboxAbi.CLIENT_PID_NAMESPACE_AT, party.namespace());
    }

    void heartbeat(int beat) {
        NUMBER.setOpaque(file, (long) MailboxAbi.HEARTBEAT_AT, beat);
    }

    int heartbeat() {
        return (int) NUMBER.getOpaque(file, (long) MailboxAbi.HEARTBEAT_AT);
    }

    int poison() {
        return (int) NUMBER.getAcquire(file, (long) MailboxAbi.POISON_AT);
    }

    /** The record first, then the flag, then the slots' words; {@code done} is the number that stands in each slot. */
    void poison(Failure failure, int[] done) {
        int kind = failure.kind().number() + 1;
        NUMBER.set(file, (long) MailboxAbi.FAILURE_KIND_AT, kind);
        NUMBER.set(file, (long) MailboxAbi.FAILURE_RANK_AT, failure.rank());
        NUMBER.set(file, (long) MailboxAbi.FAILURE_PEER_AT, failure.peer());
        NUMBER.set(file, (long) MailboxAbi.FAILURE_ROOT_AT, failure.root());
        WORD.set(file, (long) MailboxAbi.FAILURE_WAITED_NANOS_AT, failure.waitedNanos());
        byte[] text = cut(failure.message().getBytes(StandardCharsets.UTF_8));
        MemorySegment.copy(text, 0, file, ValueLayout.JAVA_BYTE, MailboxAbi.FAILURE_TEXT_AT, text.length);
        NUMBER.set(file, (long) MailboxAbi.FAILURE_TEXT_BYTES_AT, text.length);
        NUMBER.setRelease(file, (long) MailboxAbi.POISON_AT, kind);
        for (int slot = 0; slot < MailboxAbi.SLOT_COUNT; slot++) {
            done(slot, done[slot], kind);
        }
    }

    /** No half character at the end. */
    private static byte[] cut(byte[] text) {
        int end = Math.min(text.length, MailboxAbi.FAILURE_TEXT_MOST_BYTES);
        while (end > 0 && end < text.length && (text[end] & 0xC0) == 0x80) {
            end--;
        }
        return java.util.Arrays.copyOf(text, end);
    }

    String failureText() {
        int bytes = (int) NUMBER.get(file, (long) MailboxAbi.FAILURE_TEXT_BYTES_AT);
        byte[] text = new byte[Math.clamp(bytes, 0, MailboxAbi.FAILURE_TEXT_MOST_BYTES)];
        MemorySegment.copy(file, ValueLayout.JAVA_BYTE, MailboxAbi.FAILURE_TEXT_AT, text, 0, text.length);
        return new String(text, StandardCharsets.UTF_8);
    }

    // Slots

    int doorbell(int slot) {
        return (int) NUMBER.getAcquire(file, (long) MailboxShape.slotAt(slot) + MailboxAbi.DOORBELL_AT);
    }

    void ring(int slot, int number) {
        NUMBER.setRelease(file, (long) MailboxShape.slotAt(slot) + MailboxAbi.DOORBELL_AT, number);
    }

    int number(int slot, int at) {
        return (int) NUMBER.get(file, (long) MailboxShape.slotAt(slot) + at);
    }

    void number(int slot, int at, int value) {
        NUMBER.set(file, (long) MailboxShape.slotAt(slot) + at, value);
    }

    long word(int slot, int at) {
        return (long) WORD.get(file, (long) MailboxShape.slotAt(slot) + at);
    }

    void word(int slot, int at, long value) {
        WORD.set(file, (long) MailboxShape.slotAt(slot) + at, value);
    }

    /** Number of the last operation done and poison, with one store. */
    void done(int slot, int number, int poison) {
        WORD.setRelease(
                file,
                (long) MailboxShape.slotAt(slot) + MailboxAbi.DONE_AT,
                ((long) poison << LOW) | (number & 0xffff_ffffL));
    }

    /** The same word. */
    long done(int slot) {
        return (long) WORD.getAcquire(file, (long) MailboxShape.slotAt(slot) + MailboxAbi.DONE_AT);
    }
}
