package dev.kolo.wire.collective;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.protocol.Link;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.RootCause;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Payloads that are not moved but announced: on NICs whose peers read by themselves. An announcement is an offset in the
 * announcer's send memory, or, with the top bit set, an address in its process.
 */
final class PeerReads {
    static final int WHOLE = 0;
    static final int PARTLY = 1;
    static final int REFUSED = 2;

    /** How much one call may fetch, so that poison and deadlines are looked at in between. */
    private static final long MOST_AT_ONCE = 4 << 20;

    private static final long BOUNCE_BYTES = 1 << 20;

    private final Membership member;
    private final MemorySegment[] memory;
    private final long sendFrom;
    private final long sendTo;
    private final long[] announcedStep;
    private int announcedTo;
    private MemorySegment inputBounce = MemorySegment.NULL;
    private MemorySegment outputBounce = MemorySegment.NULL;
    private long fetched;

    PeerReads(Membership member) {
        this.member = member;
        RegionLayout layout = member.layout();
        sendFrom = layout.send(0);
        sendTo = layout.receive(0, 0);
        memory = new MemorySegment[layout.world()];
        Arrays.fill(memory, MemorySegment.NULL);
        announcedStep = new long[layout.world()];
        if (member.agreed().peerReadable()) {
            for (int peer : member.peers()) {
                memory[peer] = member.nic()
                        .peerMemory(peer)
                        .orElseThrow(() -> new IllegalStateException("the memory of rank " + peer + " is not mapped"));
            }
        }
    }

    MemorySegment memoryOf(int peer) {
        return memory[peer];
    }

    /** Whether an offset that a peer announced lies in its send slots; it comes from another process. */
    boolean isSendMemory(long offset, long bytes) {
        return offset >= sendFrom && bytes >= 0 && offset <= sendTo - bytes;
    }

    /** The announcement of the caller's own memory; of a copy when it is on the heap, where no other process can read. */
    long announceInput(MemorySegment input, long at, long bytes) {
        if (input.isNative()) {
            return (input.address() + at) | Long.MIN_VALUE;
        }
        if (inputBounce.byteSize() < bytes) {
            inputBounce = Arena.ofAuto().allocate(bytes, RegionLayout.PAGE_BYTES);
        }
        MemorySegment.copy(input, at, inputBounce, 0, bytes);
        return inputBounce.address() | Long.MIN_VALUE;
    }

    void announced(int peer, long step) {
        announcedStep[peer] = step;
        announcedTo |= 1 << peer;
    }

    /** A peer that has not yet read what was announced to it, or {@link RootCause#SILENT}. */
    int unreadBy(Link[] links) {
        while (announcedTo != 0) {
            int peer = Integer.numberOfTrailingZeros(announcedTo);
            if (!links[peer].delivered(announcedStep[peer])) {
                return peer;
            }
            announcedTo &= announcedTo - 1;
        }
        return RootCause.SILENT;
    }

    /** Whether a fetch is only partly done. */
    boolean busy() {
        return fetched > 0;
    }

    /** Carries on fetching from a peer's process. */
    int fetch(int peer, long announcement, MemorySegment to, long toAt, long bytes) {
        long address = announcement & Long.MAX_VALUE;
        long until = Math.min(bytes, fetched + MOST_AT_ONCE);
        while (fetched < until) {
            long chunk = until - fetched;
            boolean whole;
            if (to.isNative()) {
                whole = member.nic().readPeer(peer, address + fetched, to, toAt + fetched, chunk);
            } else {
                chunk = Math.min(chunk, BOUNCE_BYTES);
                whole = throughBounce(peer, address + fetched, to, toAt + fetched, chunk);
            }
            if (!whole) {
                fetched = 0;
                return REFUSED;
            }
            fetched += chunk;
        }
        if (fetched < bytes) {
            return PARTLY;
        }
        fetched = 0;
        return WHOLE;
    }

    private boolean throughBounce(int peer, long address, MemorySegment to, long toAt, long bytes) {
        if (outputBounce.byteSize() == 0) {
            outputBounce = Arena.ofAuto().allocate(BOUNCE_BYTES, RegionLayout.PAGE_BYTES);
        }
        if (!member.nic().readPeer(peer, address, outputBounce, 0, bytes)) {
            return false;
        }
        MemorySegment.copy(outputBounce, 0, to, toAt, bytes);
        return true;
    }
}
