package dev.kolo.sim.run;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Optional;

/** Stands between the wire and its NIC and does nothing; each mutant of the posting path changes one thing. */
class MutantNic implements Nic {
    protected final Nic inner;

    MutantNic(Nic inner) {
        this.inner = inner;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public NicCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public MemorySegment allocate(long bytes) throws NicException {
        return inner.allocate(bytes);
    }

    @Override
    public RegionRecord register(MemorySegment memory) throws NicException {
        return inner.register(memory);
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) throws NicException {
        return inner.openLane(request);
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) throws NicException {
        inner.connect(lane, remote, remoteRegion);
    }

    @Override
    public LaneState laneState(int lane) {
        return inner.laneState(lane);
    }

    @Override
    public boolean post(
            int lane,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            int options) {
        return inner.post(lane, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
    }

    @Override
    public int poll(NicListener listener) {
        return inner.poll(listener);
    }

    @Override
    public long backlogBytes(int lane) {
        return inner.backlogBytes(lane);
    }

    @Override
    public Optional<MemorySegment> peerMemory(int peer) {
        return inner.peerMemory(peer);
    }

    @Override
    public String describeLane(int lane) {
        return inner.describeLane(lane);
    }

    @Override
    public void freeze() {
        inner.freeze();
    }

    @Override
    public void close() {
        inner.close();
    }

    /** Posts the flag on its own, ahead of its payload. */
    static final class FlagFirst extends MutantNic {
        FlagFirst(Nic inner) {
            super(inner);
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            if (bytes == 0 || flagRemoteOffset < 0) {
                return super.post(
                        lane, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
            }
            return inner.post(lane, workId, 0, 0, 0, flagSourceOffset, flagRemoteOffset, options)
                    && inner.post(lane, workId, localOffset, bytes, remoteOffset, 0, NO_FLAG, 0);
        }
    }

    /** Reports a request as done when it is posted. */
    static final class DoneWhenPosted extends MutantNic {
        private final ArrayDeque<long[]> done = new ArrayDeque<>();

        DoneWhenPosted(Nic inner) {
            super(inner);
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            boolean taken = super.post(
                    lane,
                    workId,
                    localOffset,
                    bytes,
                    remoteOffset,
                    flagSourceOffset,
                    flagRemoteOffset,
                    options & ~SIGNALED);
            if (taken && (options & SIGNALED) != 0) {
                done.add(new long[] {lane, workId});
            }
            return taken;
        }

        @Override
        public int poll(NicListener listener) {
            for (long[] one = done.poll(); one != null; one = done.poll()) {
                listener.completed((int) one[0], one[1], CompletionStatus.OK, 0);
            }
            return super.poll(listener);
        }
    }

    /** Takes the payload when there is no room for the flag, as a full queue does that nobody counts. */
    static final class HalfChains extends MutantNic {
        private int posts;

        HalfChains(Nic inner) {
            super(inner);
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            boolean half = bytes > 0 && flagRemoteOffset >= 0 && ++posts % 7 == 0;
            return super.post(
                    lane,
                    workId,
                    localOffset,
                    bytes,
                    remoteOffset,
                    flagSourceOffset,
                    half ? NO_FLAG : flagRemoteOffset,
                    options);
        }
    }

    /** Reads a repaired flag from the word of the flag itself: one source for both. */
    static final class OneSourceForRepairs extends MutantNic {
        private final long flagSources;
        private final long repairSources;
        private final long bytesOfSources;

        OneSourceForRepairs(Nic inner, RegionLayout layout) {
            super(inner);
            flagSources = layout.flagSource(0, 0, 0);
            repairSources = layout.repairSource(0, 0, 0);
            bytesOfSources = repairSources - flagSources;
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            boolean repair = flagSourceOffset >= repairSources && flagSourceOffset < repairSources + bytesOfSources;
            long source = repair ? flagSourceOffset - repairSources + flagSources : flagSourceOffset;
            return super.post(lane, workId, localOffset, bytes, remoteOffset, source, flagRemoteOffset, options);
        }
    }

    /** Says with every credit that one step more was consumed than was. */
    static final class CreditAhead extends MutantNic {
        private final RegionLayout layout;
        private final NicMemory memory;

        CreditAhead(Nic inner, RegionLayout layout, NicMemory memory) {
            super(inner);
            this.layout = layout;
            this.memory = memory;
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            if (flagSourceOffset == layout.creditSource(lane / layout.lanes())) {
                MemorySegment own = memory.of();
                long word = own.get(ValueLayout.JAVA_LONG, flagSourceOffset);
                own.set(ValueLayout.JAVA_LONG, flagSourceOffset, word + 1);
            }
            return super.post(
                    lane, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
        }
    }

    /** The own region. */
    @FunctionalInterface
    interface NicMemory {
        MemorySegment of();
    }

    /** Inlines what must be read from memory: repairs then carry old words, too, and never stop to. */
    static final class InlinesAlways extends MutantNic {
        InlinesAlways(Nic inner) {
            super(inner);
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            return super.post(
                    lane,
                    workId,
                    localOffset,
                    bytes,
                    remoteOffset,
                    flagSourceOffset,
                    flagRemoteOffset,
                    options | INLINE_FLAG);
        }
    }

    /** Writes payload of every step into the same slot of the peer: one parity for all. */
    static final class OneSlot extends MutantNic {
        private final RegionLayout layout;
        private final int rank;

        OneSlot(Nic inner, RegionLayout layout, int rank) {
            super(inner);
            this.layout = layout;
            this.rank = rank;
        }

        @Override
        public boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            long second = layout.receive(rank, 1);
            boolean there = remoteOffset >= second && remoteOffset < second + layout.slotBytes();
            return super.post(
                    lane,
                    workId,
                    localOffset,
                    bytes,
                    there ? remoteOffset - layout.slotBytes() : remoteOffset,
                    flagSourceOffset,
                    flagRemoteOffset,
                    options);
        }
    }
}
