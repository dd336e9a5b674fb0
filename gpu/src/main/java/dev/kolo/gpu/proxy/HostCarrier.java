package dev.kolo.gpu.proxy;

import dev.kolo.gpu.layout.DeviceLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;

/** Copies into the regions of peers on the same machine, which are mapped here. */
public final class HostCarrier implements Carrier {
    private static final long UNIT = DeviceLayout.UNIT_BYTES;
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
        // LL8 in any order: each word of 8 bytes says by itself that it is there, and a copy between places that are
        // multiples of 8 moves whole words. Word by word it is slower: the peer's GPU reads the lines all the while.
        MemorySegment.copy(own, from, peers[peer], to, bytes);
        if (flagFrom != NO_FLAG) {
            WORD.setRelease(peers[peer], flagAt, own.get(ValueLayout.JAVA_LONG, flagFrom));
        }
        return true;
    }

    @Override
    public int units(int peer, long from, long to, int units, int mark) {
        long bytes = units * UNIT;
        MemorySegment target = peers[peer];
        Objects.checkFromIndexSize(from, bytes, own.byteSize());
        Objects.checkFromIndexSize(to, bytes, target.byteSize());
        return PackedWords.copy(own.address() + from, target.address() + to, units, mark);
    }

    @Override
    public void unit(int peer, long to, long low, long high) {
        WORD.setOpaque(peers[peer], to, low);
        WORD.setRelease(peers[peer], to + 8, high);
    }

    @Override
    public boolean writesWords() {
        return writesWords;
    }
}
