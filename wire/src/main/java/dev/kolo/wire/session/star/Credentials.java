package dev.kolo.wire.session.star;

import dev.kolo.wire.record.Digests;
import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.nio.charset.StandardCharsets;

/**
 * Who a rank is and how it proves that it belongs here.
 *
 * @param world number of ranks
 * @param rank this one
 * @param host its host, for messages
 * @param token what all ranks share; may be empty on one machine
 * @param nonce fresh and random
 */
public record Credentials(int world, int rank, String host, String token, Nonce nonce) {
    /** "KOLW" in ASCII: the first bytes of everything that ranks say before they know each other. */
    static final int MAGIC = 0x574c_4f4b;

    /** Version of the star's protocol. */
    static final int VERSION = 1;

    /** Proves knowledge of the token before there is a session: binds rank, world and both nonces to this connection. */
    byte[] admission(int claimedRank, Nonce rootNonce, Nonce leafNonce) {
        return proof("admission", SessionId.NONE, claimedRank, rootNonce, leafNonce);
    }

    /** A rank's proof for the session that has formed. */
    byte[] membership(SessionId session, int claimedRank, Nonce rootNonce, Nonce leafNonce) {
        return proof("member", session, claimedRank, rootNonce, leafNonce);
    }

    /** Rank 0's proof towards one rank, in other words than the rank's own, so that neither can be echoed. */
    byte[] leadership(SessionId session, int toRank, Nonce rootNonce, Nonce leafNonce) {
        return proof("root", session, toRank, rootNonce, leafNonce);
    }

    private byte[] proof(String role, SessionId session, int claimedRank, Nonce rootNonce, Nonce leafNonce) {
        byte[] message = new RecordWriter()
                .text(role)
                .raw(session.toBytes())
                .u32(claimedRank)
                .u32(world)
                .raw(rootNonce.toBytes())
                .raw(leafNonce.toBytes())
                .toBytes();
        return Digests.hmac(token.getBytes(StandardCharsets.UTF_8), message);
    }

    /** Neither token nor nonce. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + world + " on " + host;
    }
}
