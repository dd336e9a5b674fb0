package dev.kolo.wire.nic;

/**
 * What a NIC can do; fixed once its lanes are ready. Schedules and the protocol choose by these alone, never by a NIC's name.
 *
 * <p>Whatever changes what travels (peer-readable, direct read) must be alike on all ranks; the session agrees on it and
 * {@link #agreed} takes away what some rank lacks.
 *
 * @param inlineBytes bytes that a request can carry in itself, 0 when none; 8 is enough for flags
 * @param maxOutstanding requests that a lane takes before their completions were reaped
 * @param sourceProof what proves that a posted source is no longer read
 * @param peerReadable peers can load from this NIC's regions directly (shared memory), so that a flag can announce a payload
 *     in place of moving it
 * @param directRead {@link Nic#readPeer} works for every peer (probed at set-up)
 * @param pollToReceive arrivals become visible only through {@link Nic#poll} (TCP); otherwise looking at the memory is enough
 *     and polling serves completions and events
 * @param hardwareOrdered payload before flag is the NIC's promise about another machine's memory, not the CPU's: an unproven
 *     pair of NIC and CPU wants the stamp self-check
 */
public record NicCapabilities(
        int inlineBytes,
        int maxOutstanding,
        SourceProof sourceProof,
        boolean peerReadable,
        boolean directRead,
        boolean pollToReceive,
        boolean hardwareOrdered) {
    public NicCapabilities {
        if (inlineBytes < 0 || maxOutstanding < 4) {
            throw new IllegalArgumentException("a lane takes at least 4 requests and inlines 0 or more bytes, got "
                    + maxOutstanding + " and " + inlineBytes);
        }
        if (directRead && !peerReadable) {
            throw new IllegalArgumentException("direct reads need announcements, so peerReadable, too");
        }
    }

    /** The same with only those optional ways that all ranks have. */
    public NicCapabilities agreed(boolean allPeerReadable, boolean allDirectRead) {
        boolean readable = peerReadable && allPeerReadable;
        return new NicCapabilities(
                inlineBytes,
                maxOutstanding,
                sourceProof,
                readable,
                directRead && readable && allDirectRead,
                pollToReceive,
                hardwareOrdered);
    }

    /** What proves that the NIC will not read the sources of a request again. */
    public enum SourceProof {
        /** {@link Nic#post} has copied them when it returns true. */
        POSTED,
        /** A completion with {@link CompletionStatus#OK} of that request or of a later one on the lane. An error proves nothing. */
        COMPLETED
    }
}
