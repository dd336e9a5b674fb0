package dev.kolo.verbs.bench;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.OperationsTable;
import dev.kolo.verbs.call.OperationsTables;
import dev.kolo.wire.memory.NativeMemory;
import java.lang.foreign.Arena;

/** The two calls alone: a chain of two requests is filled in, posted to the {@link StubProvider} and polled for. */
final class StubbedCalls {
    private static final long FLAG = VerbsAbi.SEND_WR_BYTES;
    private static final long PIECES = 2L * VerbsAbi.SEND_WR_BYTES;
    private static final long BAD = 1024;
    private static final long COMPLETIONS = 2048;

    private final OperationsTable table;
    private final long requests;

    StubbedCalls(StubProvider provider, Arena arena, boolean direct) {
        long context = arena.allocate(512, 8).address();
        NativeMemory.putLong(
                context + VerbsAbi.CONTEXT_POST_SEND, provider.postSend().address());
        NativeMemory.putLong(
                context + VerbsAbi.CONTEXT_POLL_CQ, provider.pollCq().address());
        requests = arena.allocate(4096, 64).address();
        table = new OperationsTables().of(context, direct);
        for (int i = 0; i < 2; i++) {
            long request = requests + i * FLAG;
            long piece = requests + PIECES + (long) i * VerbsAbi.SGE_BYTES;
            NativeMemory.putLong(request + VerbsAbi.SEND_WR_NEXT, i == 0 ? requests + FLAG : 0);
            NativeMemory.putLong(request + VerbsAbi.SEND_WR_SG_LIST, piece);
            NativeMemory.putInt(request + VerbsAbi.SEND_WR_NUM_SGE, 1);
            NativeMemory.putInt(
                    request + VerbsAbi.SEND_WR_SEND_FLAGS, i == 0 ? 0 : VerbsAbi.SEND_SIGNALED | VerbsAbi.SEND_INLINE);
            NativeMemory.putInt(piece + VerbsAbi.SGE_LENGTH, i == 0 ? 8192 : 8);
        }
    }

    /** So many chains, each with its marks and addresses written anew. */
    long run(int exchanges) {
        long seen = 0;
        for (int i = 0; i < exchanges; i++) {
            NativeMemory.putLong(requests + VerbsAbi.SEND_WR_WR_ID, 2L * i);
            NativeMemory.putLong(requests + VerbsAbi.SEND_WR_REMOTE_ADDR, requests);
            NativeMemory.putLong(requests + PIECES + VerbsAbi.SGE_ADDR, requests);
            NativeMemory.putLong(requests + FLAG + VerbsAbi.SEND_WR_WR_ID, 2L * i + 1);
            NativeMemory.putLong(requests + FLAG + VerbsAbi.SEND_WR_REMOTE_ADDR, requests);
            NativeMemory.putLong(requests + PIECES + VerbsAbi.SGE_BYTES + VerbsAbi.SGE_ADDR, requests);
            table.postSend(0, requests, requests + BAD);
            seen += table.pollCq(0, 16, requests + COMPLETIONS);
        }
        if (seen != exchanges) {
            throw new IllegalStateException(seen + " of " + exchanges + " completed");
        }
        return seen;
    }
}
