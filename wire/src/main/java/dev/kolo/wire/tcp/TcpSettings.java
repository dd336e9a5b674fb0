package dev.kolo.wire.tcp;

import dev.kolo.wire.record.SessionId;
import java.net.InetAddress;

/**
 * What a TCP NIC must know.
 *
 * @param session the session that every frame must carry
 * @param rank the own rank
 * @param world number of ranks
 * @param lanesPerPeer connections to each peer
 * @param token what all ranks share; connections prove that they know it
 * @param listenAddress the one address that it listens at: never all of them
 */
public record TcpSettings(
        SessionId session, int rank, int world, int lanesPerPeer, String token, InetAddress listenAddress) {
    public TcpSettings {
        if (listenAddress.isAnyLocalAddress()) {
            throw new IllegalArgumentException("the TCP NIC listens at one address, got " + listenAddress
                    + ", which means all of them: name the address of the network that it should use");
        }
    }

    /** Neither token nor session. */
    @Override
    public String toString() {
        return "TCP NIC of rank " + rank + " at " + listenAddress.getHostAddress();
    }
}
