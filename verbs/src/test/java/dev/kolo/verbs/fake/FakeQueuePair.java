package dev.kolo.verbs.fake;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.wire.memory.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A fake RC queue pair: a send queue of fixed size whose work requests are carried out in order, by a copy into the peer's
 * registered memory and, for eight aligned bytes, a release store.
 */
final class FakeQueuePair {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    @SuppressWarnings("restricted")
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    final FakeFabric fabric;
    final int host;
    final int number;
    final long address;
    final FakeCompletions completions;
    final int depth;
    volatile int state = VerbsAbi.QPS_RESET;
    int remoteNumber;
    byte[] gid = new byte[16];
    int flowLabel;
    int trafficClass;
    int pathMtu;
    int timeout;
    int retries;
    int sgidIndex;

    private final long[] ids;
    private final long[] sources;
    private final long[] lengths;
    private final long[] targets;
    private final int[] localKeys;
    private final int[] remoteKeys;
    private final int[] flags;
    private final long[] inlined;
    private long head;
    private long done;
    /** The oldest slot that the application cannot have back yet: up to the last completion that it polled. */
    private long reclaimed;

    FakeQueuePair(FakeFabric fabric, int host, long address, FakeCompletions completions, int depth) {
        this.fabric = fabric;
        this.host = host;
        this.number = fabric.nextNumber();
        this.address = address;
        this.completions = completions;
        this.depth = depth;
        ids = new long[depth];
        sources = new long[depth];
        lengths = new long[depth];
        targets = new long[depth];
        localKeys = new int[depth];
        remoteKeys = new int[depth];
        flags = new int[depth];
        inlined = new long[depth];
    }

    /** Takes one work request; false when the queue is full. */
    boolean take(long request) {
        if (head - reclaimed >= depth) {
            fabric.overflows.incrementAndGet();
            return false;
        }
        int at = (int) (head % depth);
        long piece = NativeMemory.getLong(request + VerbsAbi.SEND_WR_SG_LIST);
        ids[at] = NativeMemory.getLong(request + VerbsAbi.SEND_WR_WR_ID);
        sources[at] = NativeMemory.getLong(piece + VerbsAbi.SGE_ADDR);
        lengths[at] = NativeMemory.getInt(piece + VerbsAbi.SGE_LENGTH) & 0xffff_ffffL;
        localKeys[at] = NativeMemory.getInt(piece + VerbsAbi.SGE_LKEY);
        targets[at] = NativeMemory.getLong(request + VerbsAbi.SEND_WR_REMOTE_ADDR);
        remoteKeys[at] = NativeMemory.getInt(request + VerbsAbi.SEND_WR_RKEY);
        flags[at] = NativeMemory.getInt(request + VerbsAbi.SEND_WR_SEND_FLAGS);
        if ((flags[at] & VerbsAbi.SEND_INLINE) != 0) {
            inlined[at] = (long) WORD.getOpaque(ALL, sources[at]);
        }
        head++;
        return true;
    }

    /** Carries out what was taken. */
    int work() {
        int worked = 0;
        while (done < head) {
            int at = (int) (done % depth);
            int status = state == VerbsAbi.QPS_RTS ? carryOut(at) : 5;
            if (status != 0) {
                state = VerbsAbi.QPS_ERR;
            }
            if (status != 0 || (flags[at] & VerbsAbi.SEND_SIGNALED) != 0) {
                completions.add(ids[at], status, this, done + 1);
            }
            done++;
            worked++;
        }
        return worked;
    }

    private int carryOut(int at) {
        boolean inline = (flags[at] & VerbsAbi.SEND_INLINE) != 0;
        FakeQueuePair peer = fabric.pair(remoteNumber);
        if (!inline && !fabric.permits(localKeys[at], sources[at], lengths[at])) {
            return 4;
        }
        if (peer == null
                || fabric.isCut(host, peer.host)
                || peer.state < VerbsAbi.QPS_RTR
                || peer.state > VerbsAbi.QPS_RTS) {
            return 12;
        }
        if (!fabric.permits(remoteKeys[at], targets[at], lengths[at])) {
            return 10;
        }
        if (lengths[at] == 8 && targets[at] % 8 == 0) {
            long word = inline ? inlined[at] : (long) WORD.getAcquire(ALL, sources[at]);
            WORD.setRelease(ALL, targets[at], word);
        } else {
            MemorySegment.copy(ALL, sources[at], ALL, targets[at], lengths[at]);
        }
        return 0;
    }

    void reclaim(long upTo) {
        reclaimed = Math.max(reclaimed, upTo);
    }

    boolean isIdle() {
        return done == head;
    }
}
