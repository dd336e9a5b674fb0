package dev.kolo.wire.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * SHA-256, and HMAC over it as RFC 2104 builds it. The JDK's own {@code Mac} costs a rank 115 ms at its first use (measured:
 * it verifies providers), and a rank starts lean; the vectors of RFC 4231 are among the tests.
 */
public final class Digests {
    private static final int BLOCK_BYTES = 64;

    private Digests() {}

    /** SHA-256 of the parts in order, each with its length before it, so that no two lists of parts give the same input. */
    public static byte[] sha256(byte[]... parts) {
        MessageDigest digest = sha256();
        for (byte[] part : parts) {
            digest.update(new RecordWriter().u32(part.length).toBytes());
            digest.update(part);
        }
        return digest.digest();
    }

    /** HMAC-SHA-256 of a message under a key; 32 bytes. */
    public static byte[] hmac(byte[] key, byte[] message) {
        byte[] block = Arrays.copyOf(key.length > BLOCK_BYTES ? sha256().digest(key) : key, BLOCK_BYTES);
        MessageDigest inner = sha256();
        inner.update(xor(block, 0x36));
        byte[] inside = inner.digest(message);
        MessageDigest outer = sha256();
        outer.update(xor(block, 0x5c));
        return outer.digest(inside);
    }

    /** Compares without telling by its duration where the first difference is. */
    public static boolean same(byte[] a, byte[] b) {
        return MessageDigest.isEqual(a, b);
    }

    /** UTF-8 bytes of a text, for digests. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] xor(byte[] block, int with) {
        byte[] mixed = new byte[block.length];
        for (int i = 0; i < block.length; i++) {
            mixed[i] = (byte) (block[i] ^ with);
        }
        return mixed;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256, this one does not", e);
        }
    }
}
