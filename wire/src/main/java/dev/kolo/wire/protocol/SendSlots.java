package dev.kolo.wire.protocol;

/**
 * The two send slots and where each was last sent to. A slot is writable when its last use has been delivered to every peer on
 * every lane: a NIC may read send memory again to retransmit, and would send new bytes under an old flag.
 */
public final class SendSlots {
    private final Link[] links;
    private final boolean proves;
    private final long[][] usedIn = new long[2][];
    private final int[] users = new int[2];
    private int next;
    private int held = -1;
    private int waitsFor = -1;

    /**
     * Both slots writable, nothing sent.
     *
     * @param links by peer; null where there is none
     */
    @SuppressWarnings("NullAway") // absent links are never asked for: only peers that were sent to are
    public SendSlots(Link[] links, Safeguards safeguards) {
        proves = safeguards.has(Safeguard.SEND_PROOF);
        this.links = links.clone();
        usedIn[0] = new long[links.length];
        usedIn[1] = new long[links.length];
    }

    /** The slot that the next stage takes: they alternate, except that a slot that the caller holds is left alone. */
    public int next() {
        return held >= 0 ? 1 - held : next;
    }

    public boolean writable(int slot) {
        while (users[slot] != 0 && proves) {
            int peer = Integer.numberOfTrailingZeros(users[slot]);
            if (links[peer].sending() || !links[peer].delivered(usedIn[slot][peer])) {
                waitsFor = peer;
                return false;
            }
            users[slot] &= users[slot] - 1;
        }
        return true;
    }

    /** The peer whose proof was missing when {@link #writable} last said no. */
    public int waitsFor() {
        return waitsFor;
    }

    /** The step in which a slot was last sent to a peer. */
    public long usedIn(int slot, int peer) {
        return usedIn[slot][peer];
    }

    /** A slot was written. */
    public void taken(int slot) {
        next = 1 - slot;
    }

    /** A slot is being sent to a peer. */
    public void sent(int slot, int peer, long step) {
        usedIn[slot][peer] = step;
        users[slot] |= 1 << peer;
    }

    /** Leaves a slot to the caller. */
    public void hold(int slot) {
        held = slot;
    }

    public void release() {
        held = -1;
    }

    public int held() {
        return held;
    }
}
