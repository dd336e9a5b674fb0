package dev.kolo.wire.nic;

import java.nio.charset.StandardCharsets;

/**
 * The local end of a lane as its peer must know it.
 *
 * @param queuePair queue pair number (24 bits) or whatever tells this lane apart at its owner
 * @param startPsn first packet sequence number that this end will send, 24 bits, random; 0 where packets have none
 * @param mtuBytes path MTU of this end, 0 where there is none; the smaller of both ends counts
 * @param address where this end is reached (verbs: the GID; TCP: address and port), at most 255 bytes in UTF-8. It comes from
 *     another process: a NIC checks it before it uses it
 */
public record LaneEndpoint(int queuePair, int startPsn, int mtuBytes, String address) {
    /** Longest {@code address} in UTF-8. */
    public static final int MAX_ADDRESS_BYTES = 255;

    public LaneEndpoint {
        if (address.getBytes(StandardCharsets.UTF_8).length > MAX_ADDRESS_BYTES) {
            throw new IllegalArgumentException("a lane's address has at most " + MAX_ADDRESS_BYTES + " bytes");
        }
    }
}
