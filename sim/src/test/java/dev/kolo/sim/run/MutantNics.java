package dev.kolo.sim.run;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.ForwardingNic;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicListener;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;

/** Mutants of the posting path: each stands between the wire and its NIC and changes one thing. */
final class MutantNics {
    private MutantNics() {}

    /** Posts the flag on its own, ahead of its payload. */
    static final class FlagFirst extends ForwardingNic {
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
    static final class DoneWhenPosted extends ForwardingNic {
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
    static final class HalfChains extends ForwardingNic {
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
    static final class OneSourceForRepairs extends ForwardingNic {
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
    static final class CreditAhead extends ForwardingNic {
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
    static final class InlinesAlways extends ForwardingNic {
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
    static final class OneSlot extends ForwardingNic {
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
