package dev.kolo.gpu.session;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * What a rank tells the others of its GPU at a stage of set-up: what it has, or what it complains of.
 *
 * @param complaint a sentence, or empty when it is content
 * @param computeCapability of its device, times ten
 * @param handle what opens its memory: 64 bytes for device memory, a lane record for a NIC's; empty where none is shared
 */
@SuppressWarnings("ArrayRecordComponent") // bytes that travel as they are
record RankRecord(String complaint, int computeCapability, byte[] handle) {
    static final int BYTES = 8192;
    private static final int HANDLE_BYTES = 6144;
    private static final int TEXT_AT = 16 + HANDLE_BYTES;
    private static final int MOST_TEXT = BYTES - TEXT_AT;

    static RankRecord complaint(String sentence) {
        return new RankRecord(sentence.isEmpty() ? "no reason was given" : sentence, 0, new byte[0]);
    }

    static RankRecord content() {
        return new RankRecord("", 0, new byte[0]);
    }

    void write(MemorySegment to) {
        byte[] text = complaint.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MOST_TEXT);
        to.fill((byte) 0);
        to.set(ValueLayout.JAVA_INT, 0, computeCapability);
        to.set(ValueLayout.JAVA_INT, 4, length);
        to.set(ValueLayout.JAVA_INT, 8, handle.length);
        MemorySegment.copy(handle, 0, to, ValueLayout.JAVA_BYTE, 16, handle.length);
        MemorySegment.copy(text, 0, to, ValueLayout.JAVA_BYTE, TEXT_AT, length);
    }

    static RankRecord read(MemorySegment from) {
        int length = Math.clamp(from.get(ValueLayout.JAVA_INT, 4), 0, MOST_TEXT);
        byte[] text = from.asSlice(TEXT_AT, length).toArray(ValueLayout.JAVA_BYTE);
        int handle = Math.clamp(from.get(ValueLayout.JAVA_INT, 8), 0, HANDLE_BYTES);
        return new RankRecord(
                new String(text, StandardCharsets.UTF_8),
                from.get(ValueLayout.JAVA_INT, 0),
                from.asSlice(16, handle).toArray(ValueLayout.JAVA_BYTE));
    }
}
