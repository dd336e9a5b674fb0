package dev.kolo.wire.shm;

import dev.kolo.wire.memory.NativeWords;
import dev.kolo.wire.nic.LaneState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** What this rank holds of one peer: its file, its process, and how the lane between them stands. */
final class ShmPeer {
    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    final int rank;
    /** The peer's file, header first. */
    final MemorySegment file;
    /** The region alone. */
    final MemorySegment region;

    final NativeWords words;
    final long bytes;

    final ProcessId process;
    /** Stands for its process; −1 where the kernel has no such thing. */
    final int descriptor;

    final boolean directRead;
    /** Where its process has the random word of its file, and the word: whoever has it there is that process. */
    final long stampAddress;

    final long stamp;
    LaneState state = LaneState.CONNECTING;

    ShmPeer(int rank, MemorySegment file, ProcessId process, int descriptor, boolean directRead, long stampAddress) {
        this.rank = rank;
        this.file = file;
        this.region = file.asSlice(ShmFile.HEADER_BYTES);
        bytes = region.byteSize();
        words = new NativeWords(region, bytes);
        this.process = process;
        this.descriptor = descriptor;
        this.directRead = directRead;
        this.stampAddress = stampAddress;
        this.stamp = file.get(ValueLayout.JAVA_LONG, ShmFile.PROBE_OFFSET);
    }

    /** Tells the peer, in its own header, how this rank stands to it. */
    void tell(int ownRank, int word) {
        WORD.setRelease(file, ShmFile.PEERS_OFFSET + 8L * ownRank, (long) word);
    }
}
