package dev.kolo.wire.protocol;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * All that set-up has settled when the first operation starts: who we are, in which session, over which NIC and region.
 *
 * @param rank the own rank
 * @param layout where things lie; holds world, lanes and limit
 * @param nic the NIC, its lanes ready
 * @param agreed what the NIC can do, less what some other rank's cannot
 * @param region the own region, registered
 * @param peers the ranks that this one has lanes to
 * @param windows bytes that may be under way at once on each lane (peer × lanes + index); 0: no bound. Bounded lanes are
 *     relayed ones, whose relays drop what overruns them
 * @param sessionHigh first half of the session id
 * @param sessionLow second half of the session id
 * @param tag the session's 16-bit tag, not 0 and not the one of this host's session before
 * @param safeguards the protections that are on: all
 */
public record Membership(
        int rank,
        RegionLayout layout,
        Nic nic,
        NicCapabilities agreed,
        MemorySegment region,
        List<Integer> peers,
        List<Long> windows,
        long sessionHigh,
        long sessionLow,
        int tag,
        Safeguards safeguards) {
    public Membership {
        peers = List.copyOf(peers);
        windows = List.copyOf(windows);
        if (rank < 0 || rank >= layout.world()) {
            throw new IllegalArgumentException("no rank " + rank + " in a world of " + layout.world());
        }
        if (tag == 0 || (tag & 0xffff) != tag) {
            throw new IllegalArgumentException("a session's tag has 16 bits and is not 0, got " + tag);
        }
        if (region.byteSize() < layout.regionBytes()) {
            throw new IllegalArgumentException(
                    "the region has " + region.byteSize() + " bytes and needs " + layout.regionBytes());
        }
        if (!windows.isEmpty() && windows.size() != layout.world() * layout.lanes()) {
            throw new IllegalArgumentException("one window a lane or none at all, got " + windows.size());
        }
    }

    /** With all protections on. */
    public Membership(
            int rank,
            RegionLayout layout,
            Nic nic,
            NicCapabilities agreed,
            MemorySegment region,
            List<Integer> peers,
            List<Long> windows,
            long sessionHigh,
            long sessionLow,
            int tag) {
        this(rank, layout, nic, agreed, region, peers, windows, sessionHigh, sessionLow, tag, Safeguards.ALL);
    }

    /** The window of a lane, 0 when it has none. */
    public long window(int lane) {
        return windows.isEmpty() ? 0 : windows.get(lane);
    }
}
