package dev.kolo.wire.record;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the fields of a record, little-endian, strings in UTF-8 with a 16-bit length; {@link RecordReader} reads them. */
public final class RecordWriter {
    private static final int LONGEST_TEXT_BYTES = 4096;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public RecordWriter u8(int value) {
        bytes.write(value);
        return this;
    }

    public RecordWriter u16(int value) {
        return u8(value).u8(value >>> 8);
    }

    public RecordWriter u32(int value) {
        return u16(value).u16(value >>> 16);
    }

    public RecordWriter u64(long value) {
        return u32((int) value).u32((int) (value >>> 32));
    }

    public RecordWriter flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    /** Bytes without a length; the reader knows how many. */
    public RecordWriter raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    /** Bytes with a 32-bit length before them. */
    public RecordWriter blob(byte[] value) {
        return u32(value.length).raw(value);
    }

    /** A text; a longer one than 4,096 bytes is cut, since all texts are for people. */
    public RecordWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, LONGEST_TEXT_BYTES);
        while (length < utf8.length && length > 0 && (utf8[length] & 0xC0) == 0x80) {
            length--;
        }
        u16(length);
        bytes.write(utf8, 0, length);
        return this;
    }

    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
