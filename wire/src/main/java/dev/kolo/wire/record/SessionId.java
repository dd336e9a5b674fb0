package dev.kolo.wire.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * Names one session: 128 bits, the hash of all ranks' fresh nonces, so that nothing written for another session (a frame
 * that the fabric held back, a rank that was restarted) can pass for this one's.
 *
 * @param high the first eight bytes, big-endian
 * @param low the last eight
 */
public record SessionId(long high, long low) {
    /** Bytes of an id. */
    public static final int BYTES = 16;

    /** Stands in frames before there is a session. */
    public static final SessionId NONE = new SessionId(0, 0);

    /** The id of the session that ranks with these nonces form; rank r's at index r. */
    public static SessionId ofNonces(List<Nonce> nonces) {
        byte[][] parts = new byte[nonces.size() + 1][];
        parts[0] = ("kolo session of " + nonces.size()).getBytes(StandardCharsets.UTF_8);
        for (int rank = 0; rank < nonces.size(); rank++) {
            parts[rank + 1] = nonces.get(rank).toBytes();
        }
        return ofBytes(Digests.sha256(parts));
    }

    /** The id in the first 16 bytes. */
    public static SessionId ofBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
        return new SessionId(buffer.getLong(), buffer.getLong());
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    /**
     * The tag of this session in flag words: 16 bits, not 0 and not among the tags of the hosts' last sessions, so that a
     * flag that comes late from one of those is never taken for one of this session.
     *
     * @param avoided the last tag of every rank's host, 0 where there was none; every rank passes the same ones
     */
    public int tag(List<Integer> avoided) {
        byte[] bytes = toBytes();
        for (int i = 0; i < BYTES; i++) {
            int tag = (bytes[i] & 0xFF) << 8 | bytes[(i + 1) % BYTES] & 0xFF;
            if (tag != 0 && !avoided.contains(tag)) {
                return tag;
            }
        }
        int tag = 1;
        while (avoided.contains(tag)) {
            tag++;
        }
        return tag;
    }

    /** Eight hex digits, enough to tell sessions apart in a log. */
    public String label() {
        return HexFormat.of().toHexDigits(high).substring(0, 8);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
