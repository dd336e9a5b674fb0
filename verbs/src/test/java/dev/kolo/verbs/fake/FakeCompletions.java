package dev.kolo.verbs.fake;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.wire.memory.NativeMemory;
import org.jspecify.annotations.Nullable;

/** A fake completion queue of fixed size, which remembers what its completions give back to their send queues. */
final class FakeCompletions {
    private final FakeFabric fabric;
    final long address;
    private final long[] ids;
    private final int[] status;
    private final @Nullable FakeQueuePair[] pairs;
    private final long[] upTo;
    private long head;
    private long tail;
    /** What poll_cq returns in place of completions, once it is negative. */
    int broken;

    FakeCompletions(FakeFabric fabric, long address, int entries) {
        this.fabric = fabric;
        this.address = address;
        ids = new long[entries];
        status = new int[entries];
        pairs = new FakeQueuePair[entries];
        upTo = new long[entries];
    }

    void add(long id, int how, FakeQueuePair pair, long doneUpTo) {
        if (head - tail >= ids.length) {
            fabric.overruns.incrementAndGet();
            return;
        }
        int at = (int) (head % ids.length);
        ids[at] = id;
        status[at] = how;
        pairs[at] = pair;
        upTo[at] = doneUpTo;
        head++;
    }

    int poll(int most, long to) {
        if (broken < 0) {
            return broken;
        }
        int taken = 0;
        while (taken < most && tail < head) {
            int at = (int) (tail % ids.length);
            FakeQueuePair pair = pairs[at];
            long entry = to + (long) taken * VerbsAbi.WC_BYTES;
            NativeMemory.putLong(entry + VerbsAbi.WC_WR_ID, ids[at]);
            NativeMemory.putInt(entry + VerbsAbi.WC_STATUS, status[at]);
            NativeMemory.putInt(entry + VerbsAbi.WC_VENDOR_ERR, status[at] == 12 ? 0x81 : 0);
            // What else stands in an erroneous completion means nothing.
            NativeMemory.putInt(entry + VerbsAbi.WC_OPCODE, status[at] == 0 ? 0 : 0x5a5a);
            if (pair != null) {
                NativeMemory.putInt(entry + VerbsAbi.WC_QP_NUM, pair.number);
                pair.reclaim(upTo[at]);
            }
            tail++;
            taken++;
        }
        return taken;
    }
}
