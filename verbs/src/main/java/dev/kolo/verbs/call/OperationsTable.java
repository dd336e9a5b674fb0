package dev.kolo.verbs.call;

/** Posting and polling through the table of functions in a device's context, as the inline functions of C do it. */
public interface OperationsTable {
    /**
     * {@code post_send}: hands a chain of work requests to the provider.
     *
     * @param badRequest where the address of the first request that was not taken goes
     * @return 0, or an errno; then a part of the chain may have been taken
     */
    int postSend(long queuePair, long request, long badRequest);

    /**
     * {@code poll_cq}: takes completions.
     *
     * @return how many, or a negative number
     */
    int pollCq(long queue, int most, long completions);
}
