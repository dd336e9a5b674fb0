package dev.kolo.verbs.call;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.wire.memory.NativeMemory;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Posting and polling through the table of functions in a device's context, as the inline functions of C do it: the pointers
 * are read once, a call goes straight to the provider.
 *
 * <p>A plain call leaves and re-enters the JVM, about 11 ns. A direct one stays inside, about 4 ns, and must never block, call
 * back or take long, since a garbage collection has to wait for it: it is for providers that ring a doorbell from user space
 * (mlx5), never for soft RoCE, whose doorbell is a call of the kernel, and never for a provider written in Java.
 */
public final class OperationsTable {
    /** Made when a device first wants one: a shape costs a tenth of a second and more on a slow machine. */
    private static final class Plain {
        static final MethodHandle CALL = shape();
    }

    private static final class Direct {
        static final MethodHandle CALL = shape(Linker.Option.critical(false));
    }

    private final MemorySegment postSend;
    private final MemorySegment pollCq;
    private final boolean direct;

    /**
     * Reads the table.
     *
     * @param context an open device's context
     * @param direct whether the provider's calls may stay inside the JVM
     */
    public OperationsTable(long context, boolean direct) {
        this.postSend = MemorySegment.ofAddress(NativeMemory.getLong(context + VerbsAbi.CONTEXT_POST_SEND));
        this.pollCq = MemorySegment.ofAddress(NativeMemory.getLong(context + VerbsAbi.CONTEXT_POLL_CQ));
        this.direct = direct;
    }

    /** Both calls take three words and return an {@code int}; the middle one of {@code poll_cq} is an {@code int}. */
    @SuppressWarnings("restricted") // the room that may call native code
    private static MethodHandle shape(Linker.Option... options) {
        ValueLayout word = ValueLayout.JAVA_LONG;
        return Linker.nativeLinker()
                .downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, word, word, word), options);
    }

    /**
     * {@code post_send}: hands a chain of work requests to the provider.
     *
     * @param badRequest where the address of the first request that was not taken goes
     * @return 0, or an errno; then a part of the chain may have been taken
     */
    public int postSend(long queuePair, long request, long badRequest) {
        try {
            return direct
                    ? (int) Direct.CALL.invokeExact(postSend, queuePair, request, badRequest)
                    : (int) Plain.CALL.invokeExact(postSend, queuePair, request, badRequest);
        } catch (Throwable thrown) {
            throw new IllegalStateException("post_send could not be called", thrown);
        }
    }

    /**
     * {@code poll_cq}: takes completions.
     *
     * @return how many, or a negative number
     */
    public int pollCq(long queue, int most, long completions) {
        try {
            return direct
                    ? (int) Direct.CALL.invokeExact(pollCq, queue, (long) most, completions)
                    : (int) Plain.CALL.invokeExact(pollCq, queue, (long) most, completions);
        } catch (Throwable thrown) {
            throw new IllegalStateException("poll_cq could not be called", thrown);
        }
    }
}
