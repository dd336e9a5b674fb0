package dev.kolo.verbs.call;

/**
 * The exported calls of libibverbs that this NIC needs, as C has them: addresses are longs, 0 is NULL, an int result is 0 or
 * an error. Posting and polling are not among them: they are inline in C and go through the context's table of operations
 * ({@link OperationsTable}), for the real library and for a NIC written in Java alike.
 *
 * <p>One thread at a time. {@link #errno} is that of the last call that failed; after a success it says nothing.
 */
public interface VerbsCalls {
    /** {@code ibv_get_device_list}: a list that ends with 0, or 0 with errno; the number goes to {@code count} (32 bits). */
    long getDeviceList(long count);

    void freeDeviceList(long list);

    /** {@code ibv_open_device}: a context, or 0 with errno. */
    long openDevice(long device);

    int closeDevice(long context);

    int queryDevice(long context, long attributes);

    int queryPort(long context, int port, long attributes);

    /**
     * {@code _ibv_query_gid_table}: all entries of all ports at once; reading them from sysfs takes three files each, which is
     * seconds where the table is long.
     *
     * @return number of entries, or a negative errno
     */
    long queryGidTable(long context, long entries, long mostEntries);

    long allocPd(long context);

    int deallocPd(long domain);

    /** {@code ibv_reg_mr}: a region, or 0 with errno. */
    long regMr(long domain, long address, long bytes, int access);

    int deregMr(long region);

    /** {@code ibv_create_cq} without channel: a queue, or 0 with errno. */
    long createCq(long context, int entries);

    int destroyCq(long queue);

    /** {@code ibv_create_qp}: a queue pair, or 0 with errno; what was granted is written back into {@code attributes}. */
    long createQp(long domain, long attributes);

    /** {@code ibv_modify_qp}: 0 or an errno. */
    int modifyQp(long queuePair, long attributes, int mask);

    int destroyQp(long queuePair);

    /** Whether {@link #getAsyncEvent} would return at once. */
    boolean hasAsyncEvent(long context);

    /** {@code ibv_get_async_event}: waits for one; 0, or −1 with errno. */
    int getAsyncEvent(long context, long event);

    void ackAsyncEvent(long event);

    /** {@code errno} of the last call that failed. */
    int errno();
}
