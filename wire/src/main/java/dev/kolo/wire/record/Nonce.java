package dev.kolo.wire.record;

import java.nio.ByteBuffer;

/**
 * 16 bytes that were never used before: what one rank adds to the session's id, so that no old message fits a new session.
 *
 * @param high the first eight bytes, big-endian
 * @param low the last eight
 */
public record Nonce(long high, long low) {
    /** Bytes of a nonce. */
    public static final int BYTES = 16;

    /** The nonce in the first 16 bytes. */
    public static Nonce ofBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Nonce(buffer.getLong(), buffer.getLong());
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    /** It is no secret, yet nobody needs to see it. */
    @Override
    public String toString() {
        return "nonce";
    }
}
