package dev.kolo.plan.codec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names a plan by what it says. */
final class PlanIdentity {
    /** The field that carries it; not part of what is hashed. */
    static final String FIELD = "identity";

    private PlanIdentity() {}

    /** The identity of a canonical form. */
    static String of(String canonical) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
