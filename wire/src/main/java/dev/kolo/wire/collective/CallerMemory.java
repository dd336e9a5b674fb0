package dev.kolo.wire.collective;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.layout.Split;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.protocol.Link;
import dev.kolo.wire.protocol.Membership;
import java.lang.foreign.MemorySegment;

/**
 * Lets a NIC that moves bytes by itself, in {@link Nic#poll}, take payload from the caller's memory and put it there, so that
 * the copies into a send slot and out of a receive slot are left out. The slots stay what they are: their proofs hold as ever,
 * and what could not go this way lies in them.
 *
 * <p>Whatever becomes of a call, {@link #withdraw} comes before it is over: nobody touches a caller's memory afterwards.
 */
final class CallerMemory {
    /** Below it the asking costs as much as the copy. */
    private static final long LEAST_BYTES = 1024;

    private final Nic nic;
    private final RegionLayout layout;
    private final int lanes;
    private final boolean asked;
    /** By peer: the lanes on which a landing was granted. */
    private final int[] granted;
    /** The peers for whose payload a place was offered, granted or not. */
    private int offered;

    private boolean lent;

    CallerMemory(Membership member) {
        nic = member.nic();
        layout = member.layout();
        lanes = layout.lanes();
        asked = member.agreed().pollToReceive() && !member.agreed().peerReadable();
        granted = new int[layout.world()];
    }

    /** Whether asking this NIC makes sense at all. */
    boolean isAsked() {
        return asked;
    }

    private boolean isWorthIt(long bytes) {
        return bytes >= LEAST_BYTES && !layout.inWords(bytes);
    }

    // On its way out

    /**
     * Lends a caller's block in place of a send slot.
     *
     * @return whether the NIC reads it there, so that nothing needs to be staged
     */
    boolean lend(Operation op, int rank, long slotAt, MemorySegment from, long at, long bytes) {
        lent = isWorthIt(bytes) && from.isNative() && op.keepsInput(rank) && nic.lend(slotAt, bytes, from, at);
        return lent;
    }

    /** Ends a loan; what is not sent yet moves into the slot. */
    void takeBack() {
        if (lent) {
            lent = false;
            nic.takeBack();
        }
    }

    // On its way in

    boolean isOffered(int peer) {
        return (offered & (1 << peer)) != 0;
    }

    /** Offers the place of a step's payload; the step is the next one of its link that will be taken. */
    void offer(Link link, long step, MemorySegment to, long at, long bytes) {
        int peer = link.peer();
        offered |= 1 << peer;
        granted[peer] = 0;
        for (int lane = 0; lane < lanes && isWorthIt(bytes); lane++) {
            long from = Split.offset(bytes, lanes, lane);
            long length = Split.length(bytes, lanes, lane);
            if (length > 0 && nic.land(peer * lanes + lane, link.received(step) + from, length, to, at + from)) {
                granted[peer] |= 1 << lane;
            }
        }
    }

    /** Takes an accepted payload: copies what did not land where it belongs. */
    void take(int peer, MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
        int onLanes = granted[peer];
        offered &= ~(1 << peer);
        granted[peer] = 0;
        if (onLanes == 0) {
            MemorySegment.copy(from, fromAt, to, at, bytes);
            return;
        }
        for (int lane = 0; lane < lanes; lane++) {
            boolean landed = (onLanes & (1 << lane)) != 0 && nic.landed(peer * lanes + lane);
            if (!landed) {
                long begin = Split.offset(bytes, lanes, lane);
                MemorySegment.copy(from, fromAt + begin, to, at + begin, Split.length(bytes, lanes, lane));
            }
        }
    }

    /** Ends all of it. */
    void withdraw() {
        takeBack();
        for (int peer = 0; peer < granted.length; peer++) {
            for (int lane = 0; lane < lanes; lane++) {
                if ((granted[peer] & (1 << lane)) != 0) {
                    nic.landed(peer * lanes + lane);
                }
            }
            granted[peer] = 0;
        }
        offered = 0;
    }
}
