package dev.kolo.wire.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads the fields of a record that {@link RecordWriter} wrote; bytes that end too early are a {@link RecordException}. */
public final class RecordReader {
    private final String what;
    private final ByteBuffer bytes;

    /**
     * Begins to read.
     *
     * @param what the kind of record, for messages, e.g. "device record of rank 2"
     * @param bytes all of it
     */
    public RecordReader(String what, byte[] bytes) {
        this.what = what;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public int u8() throws RecordException {
        return take(1).get() & 0xFF;
    }

    public int u16() throws RecordException {
        return take(2).getShort() & 0xFFFF;
    }

    public int u32() throws RecordException {
        return take(4).getInt();
    }

    public long u64() throws RecordException {
        return take(8).getLong();
    }

    public boolean flag() throws RecordException {
        return u8() != 0;
    }

    /** A number that must lie in 0 to {@code most}: a count read from a stranger sizes nothing before it is checked. */
    public int count(String field, int value, int most) throws RecordException {
        if (value < 0 || value > most) {
            throw new RecordException(
                    RecordException.Cause.LENGTH,
                    what + ": " + field + " is " + Integer.toUnsignedString(value) + ", at most " + most
                            + " are possible");
        }
        return value;
    }

    public byte[] raw(int length) throws RecordException {
        byte[] value = new byte[length];
        take(length).get(value);
        return value;
    }

    /** Bytes with a 32-bit length before them. */
    public byte[] blob() throws RecordException {
        return raw(count("a length", u32(), bytes.remaining()));
    }

    public String text() throws RecordException {
        return new String(raw(u16()), StandardCharsets.UTF_8);
    }

    /** Nothing may follow. */
    public void end() throws RecordException {
        if (bytes.hasRemaining()) {
            throw new RecordException(
                    RecordException.Cause.LENGTH,
                    what + " has " + bytes.capacity() + " bytes, " + bytes.position() + " were expected");
        }
    }

    private ByteBuffer take(int length) throws RecordException {
        if (bytes.remaining() < length) {
            throw tooShort(length);
        }
        return bytes;
    }

    private RecordException tooShort(int length) {
        return new RecordException(
                RecordException.Cause.LENGTH,
                what + " ends after " + bytes.capacity() + " bytes, at least " + (bytes.position() + length)
                        + " were expected");
    }
}
