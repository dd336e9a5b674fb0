package dev.kolo.wire.nic;

/** Takes what {@link Nic#poll} reports; made once and used for every poll, so that polling allocates nothing. */
public interface NicListener {
    /**
     * A signaled request is done, or any request failed.
     *
     * @param lane the lane it was posted on
     * @param workId the caller's mark; not meaningful for an unsignaled request that failed on a NIC that does not keep it
     * @param status how it ended
     * @param detail the provider's own number, 0 when there is none
     */
    void completed(int lane, long workId, CompletionStatus status, int detail);

    /** Something happened beside the requests. Rare: it may allocate. */
    void happened(NicEvent event);
}
