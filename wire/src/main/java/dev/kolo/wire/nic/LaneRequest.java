package dev.kolo.wire.nic;

import dev.kolo.fabric.lanes.Lane;
import java.util.Optional;

/**
 * Which lane a rank wants opened.
 *
 * @param lane its number: peer × lanes per peer + index
 * @param rank the own rank
 * @param peer the peer's rank
 * @param index 0 to lanes per peer − 1
 * @param path the devices at both ends as pairing chose them; empty for NICs that need none (shared memory, TCP)
 */
public record LaneRequest(int lane, int rank, int peer, int index, Optional<Lane> path) {
    public LaneRequest {
        if (rank == peer || rank < 0 || peer < 0 || index < 0 || lane < 0) {
            throw new IllegalArgumentException("no lane " + lane + " from rank " + rank + " to rank " + peer);
        }
    }

    /** A lane without devices. */
    public static LaneRequest of(int rank, int peer, int index, int lanesPerPeer) {
        return new LaneRequest(peer * lanesPerPeer + index, rank, peer, index, Optional.empty());
    }
}
