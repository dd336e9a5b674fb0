package dev.kolo.verbs.call;

import static java.lang.constant.ConstantDescs.DEFAULT_NAME;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The functions of one provider at their addresses. {@link OperationsTables} defines a hidden class from this one's bytes for
 * each provider, so that the addresses are constants to the compiler, which then leaves out four loads and two type checks a
 * call; this class itself is never initialized.
 */
final class BoundOperations implements OperationsTable {
    private static final MethodHandle POST_SEND = bound(0);
    private static final MethodHandle POLL_CQ = bound(1);

    private static MethodHandle bound(int index) {
        try {
            return MethodHandles.classDataAt(MethodHandles.lookup(), DEFAULT_NAME, MethodHandle.class, index);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public int postSend(long queuePair, long request, long badRequest) {
        try {
            return (int) POST_SEND.invokeExact(queuePair, request, badRequest);
        } catch (Throwable thrown) {
            throw new IllegalStateException("post_send could not be called", thrown);
        }
    }

    @Override
    public int pollCq(long queue, int most, long completions) {
        try {
            return (int) POLL_CQ.invokeExact(queue, (long) most, completions);
        } catch (Throwable thrown) {
            throw new IllegalStateException("poll_cq could not be called", thrown);
        }
    }
}
