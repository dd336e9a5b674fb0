package dev.kolo.gpu.proxy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/** Copies into the regions of peers on the same machine, which are mapped here. */
public final class HostCarrier implements Carrier {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment own;
    private final MemorySegment[] peers;
    private final boolean writesWords;

    /**
     * Over the regions in rank order; the own one among them.
     *
     * @param rank the own one
     * @param regions all of them
     * @param writesWords false: only whole parts are posted, as a NIC does it
     */
    public HostCarrier(int rank, List<MemorySegment> regions, boolean writesWords) {
        this.writesWords = writesWords;
        own = regions.get(rank);
        peers = regions.toArray(MemorySegment[]::new);
    }

    @Override
    public boolean post(int peer, long from, long bytes, long to, long flagFrom, long flagAt) {
        MemorySegment.copy(own, from, peers[peer], to, bytes);
        if (flagFrom != NO_FLAG) {
            WORD.setRelease(peers[peer], flagAt, own.get(ValueLayout.JAVA_LONG, flagFrom));
        }
        return true;
    }

    @Override
    public void word(int peer, long to, long value) {
        WORD.setOpaque(peers[peer], to, value);
    }

    @Override
    public void lastWord(int peer, long to, long value) {
        WORD.setRelease(peers[peer], to, value);
    }

    @Override
    public boolean writesWords() {
        return writesWords;
    }
}
