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

    /** One call of {@link Nic#post}. */
    record Post(
            int lane, long workId, long local, long bytes, long remote, long flagSource, long flagRemote, int options) {
        Post at(long otherRemote) {
            return new Post(lane, workId, local, bytes, otherRemote, flagSource, flagRemote, options);
        }

        Post flag(long otherSource, long otherRemote) {
            return new Post(lane, workId, local, bytes, remote, otherSource, otherRemote, options);
        }

        Post options(int others) {
            return new Post(lane, workId, local, bytes, remote, flagSource, flagRemote, others);
        }

        boolean hasFlag() {
            return flagRemote >= 0;
        }
    }

    /** Posts something else than it was given. */
    abstract static class Posting extends ForwardingNic {
        Posting(Nic inner) {
            super(inner);
        }

        abstract boolean take(Post post);

        final boolean pass(Post post) {
            return inner.post(
                    post.lane,
                    post.workId,
                    post.local,
                    post.bytes,
                    post.remote,
                    post.flagSource,
                    post.flagRemote,
                    post.options);
        }

        @Override
        public final boolean post(
                int lane,
                long workId,
                long localOffset,
                long bytes,
                long remoteOffset,
                long flagSourceOffset,
                long flagRemoteOffset,
                int options) {
            return take(new Post(
                    lane, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options));
        }
    }

    /** Posts the flag on its own, ahead of its payload. */
    static final class FlagFirst extends Posting {
        FlagFirst(Nic inner) {
            super(inner);
        }

        @Override
        boolean take(Post post) {
            if (post.bytes == 0 || !post.hasFlag()) {
                return pass(post);
            }
            Post flag = new Post(post.lane, post.workId, 0, 0, 0, post.flagSource, post.flagRemote, post.options);
            return pass(flag) && pass(post.flag(0, NO_FLAG).options(0));
        }
    }

    /** Reports a request as done when it is posted. */
    static final class DoneWhenPosted extends Posting {
        private final ArrayDeque<long[]> done = new ArrayDeque<>();

        DoneWhenPosted(Nic inner) {
            super(inner);
        }

        @Override
        boolean take(Post post) {
            boolean taken = pass(post.options(post.options & ~SIGNALED));
            if (taken && (post.options & SIGNALED) != 0) {
                done.add(new long[] {post.lane, post.workId});
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
    static final class HalfChains extends Posting {
        private int posts;

        HalfChains(Nic inner) {
            super(inner);
        }

        @Override
        boolean take(Post post) {
            boolean half = post.bytes > 0 && post.hasFlag() && ++posts % 7 == 0;
            return pass(half ? post.flag(post.flagSource, NO_FLAG) : post);
        }
    }

    /** Reads a repaired flag from the word of the flag itself: one source for both. */
    static final class OneSourceForRepairs extends Posting {
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
        boolean take(Post post) {
            long source = post.flagSource;
            boolean repair = source >= repairSources && source < repairSources + bytesOfSources;
            return pass(repair ? post.flag(source - repairSources + flagSources, post.flagRemote) : post);
        }
    }

    /** Says with every credit that one step more was consumed than was. */
    static final class CreditAhead extends Posting {
        private final RegionLayout layout;
        private final NicMemory memory;

        CreditAhead(Nic inner, RegionLayout layout, NicMemory memory) {
            super(inner);
            this.layout = layout;
            this.memory = memory;
        }

        @Override
        boolean take(Post post) {
            if (post.flagSource == layout.creditSource(post.lane / layout.lanes())) {
                MemorySegment own = memory.of();
                long word = own.get(ValueLayout.JAVA_LONG, post.flagSource);
                own.set(ValueLayout.JAVA_LONG, post.flagSource, word + 1);
            }
            return pass(post);
        }
    }

    /** The own region. */
    @FunctionalInterface
    interface NicMemory {
        MemorySegment of();
    }

    /** Inlines what must be read from memory: repairs then carry old words, too, and never stop to. */
    static final class InlinesAlways extends Posting {
        InlinesAlways(Nic inner) {
            super(inner);
        }

        @Override
        boolean take(Post post) {
            return pass(post.options(post.options | INLINE_FLAG));
        }
    }

    /** Writes payload of every step into the same slot of the peer: one parity for all. */
    static final class OneSlot extends Posting {
        private final RegionLayout layout;
        private final int rank;

        OneSlot(Nic inner, RegionLayout layout, int rank) {
            super(inner);
            this.layout = layout;
            this.rank = rank;
        }

        @Override
        boolean take(Post post) {
            long second = layout.receive(rank, 1);
            boolean there = post.remote >= second && post.remote < second + layout.slotBytes();
            return pass(there ? post.at(post.remote - layout.slotBytes()) : post);
        }
    }
}
