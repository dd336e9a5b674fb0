package dev.kolo.wire.nic;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * One rank's NIC: writes of one side into the memory of peers, in order on a lane, without their help.
 *
 * <p>Life: {@link #allocate} → {@link #register} → {@link #openLane} for every lane → {@link #connect} for every lane →
 * {@link #poll} until {@link #laneState} says ready → any number of {@link #post} and {@link #poll} → {@link #freeze} →
 * {@link #close}. No method waits; whoever waits keeps a deadline of its own and calls {@link #poll}.
 *
 * <p><b>One owner.</b> All calls come from one thread at a time. A hand-over to another thread needs a happens-before edge
 * between the last call of the one and the first call of the other; the NIC itself has no locks.
 *
 * <p><b>Lanes</b> are numbered by the caller: peer × lanes per peer + index. Order holds on a lane and nowhere else: what
 * was posted first is visible in the peer's memory first, and a flag never before the payload that it was posted with.
 * Between two lanes nothing is promised, also when both lead to the same peer.
 *
 * <p><b>Offsets</b> of {@link #post} are bytes from the start of the region: local ones in the own region, remote ones in
 * the peer's. A request that leaves either region is a programming error and throws {@link IndexOutOfBoundsException}
 * before anything is written.
 *
 * <p><b>Room.</b> A full queue of a real NIC may take half a chain (payload without flag), so implementations count their
 * room themselves and refuse a request as a whole.
 */
public interface Nic extends AutoCloseable {
    /** A request without a flag. */
    long NO_FLAG = -1;

    /** Bits of {@code options}: report a completion when the request is done. */
    int SIGNALED = 1;

    /**
     * Bits of {@code options}: take the flag's eight bytes when posted, not when sent. Only a NIC that grants
     * {@link NicCapabilities#inlineBytes()} ≥ 8 does so; any other ignores it and reads the flag's source later.
     */
    int INLINE_FLAG = 2;

    /**
     * Bits of {@code options}, for NICs with {@link NicCapabilities#peerReadable()}: the payload stays where it is and the
     * peer will fetch it. {@code localOffset} is written as it is, as one 64-bit word, into the peer's memory at
     * {@code flagRemoteOffset + 8}, before the flag.
     */
    int ANNOUNCE = 4;

    /** {@code shm}, {@code tcp}, {@code verbs}, {@code sim} or what a test calls its own. */
    String name();

    NicCapabilities capabilities();

    /**
     * Fresh memory for a region: zeroed, aligned to 4,096 bytes, a new mapping (where files are involved, a new inode). It
     * ends with {@link #close}.
     *
     * @param bytes its size, a multiple of 4,096
     * @throws NicException when the system does not give it
     */
    MemorySegment allocate(long bytes) throws NicException;

    /**
     * Opens memory to the writes of peers, once per session, without relaxed ordering.
     *
     * @param region memory of {@link #allocate}; a NIC may take other memory and says so in its own documentation
     * @return what the peers need to write there
     * @throws NicException when it is refused; the message says by whom, with the error's number and the usual remedy
     */
    RegionRecord register(MemorySegment region) throws NicException;

    /**
     * Makes the local end of a lane.
     *
     * @throws NicException when the device refuses
     */
    LaneEndpoint openLane(LaneRequest request) throws NicException;

    /**
     * Joins the local end of a lane to the peer's. May finish later: see {@link #laneState}.
     *
     * @param lane number of the lane
     * @param remote what the peer's {@link #openLane} returned for this lane
     * @param remoteRegion what the peer's {@link #register} returned
     * @throws NicException when it is refused at once
     */
    void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) throws NicException;

    /** Where a lane stands. Cheap. */
    LaneState laneState(int lane);

    /**
     * Takes one request: the payload, if any, and after it on the same lane the flag, if any.
     *
     * <p>The sources (payload and, unless inlined, the flag's eight bytes) are read when the NIC likes, also again at a
     * retransmission. They may be written again only with the proof that {@link NicCapabilities#sourceProof()} names.
     *
     * <p>On a lane that has failed the request is taken and completes with an error, as real queue pairs do. After
     * {@link #freeze} nothing is taken.
     *
     * @param lane number of a lane that is or was ready
     * @param workId the caller's own mark, handed back by {@link NicListener#completed}
     * @param localOffset first byte of the payload in the own region; with {@link #ANNOUNCE} any word
     * @param bytes bytes of payload, 0 for a flag alone
     * @param remoteOffset first byte in the peer's region; unused when {@code bytes} is 0 or with {@link #ANNOUNCE}
     * @param flagSourceOffset where the flag's eight bytes stand in the own region, aligned to 8
     * @param flagRemoteOffset where they go in the peer's region, aligned to 8, written as one word; or {@link #NO_FLAG}
     * @param options {@link #SIGNALED} | {@link #INLINE_FLAG} | {@link #ANNOUNCE}
     * @return whether it was taken; false: no room now, nothing was written, try again after {@link #poll}
     */
    boolean post(
            int lane,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            int options);

    /**
     * Does what the NIC must do in software, and reports completions and events.
     *
     * @return how much there was to do; 0 tells the caller that it may rest
     */
    int poll(NicListener listener);

    /**
     * Bytes that were taken by {@link #post} on a lane and that this process must still help on their way (a TCP socket
     * that is full). 0 for NICs that work on their own. A call of a collective does not return before it is 0: who computes
     * next would strand the peer.
     */
    long backlogBytes(int lane);

    /**
     * The region of a peer, for reading, on NICs with {@link NicCapabilities#peerReadable()}; empty before its lanes are
     * ready and on other NICs.
     */
    Optional<MemorySegment> peerMemory(int peer);

    /**
     * Copies from another process's memory by address, where {@link NicCapabilities#directRead()} is granted. It may
     * block in the kernel for the time of the copy.
     *
     * @param peer whose memory
     * @param remoteAddress address in that process
     * @param target where to, native memory
     * @param targetOffset first byte in {@code target}
     * @param bytes how many
     * @return whether all of them came from the process that was there at set-up; false: nothing of it may be used, and
     *     an event says why
     */
    default boolean readPeer(int peer, long remoteAddress, MemorySegment target, long targetOffset, long bytes) {
        throw new UnsupportedOperationException(name() + " reads no memory by address");
    }

    /**
     * Ends {@link #readPeer} of this process's memory for all peers, before buffers of calls that are not over go back to their
     * caller: a peer that was late would read what is in them then. A read that has succeeded was over before.
     */
    default void endReads() {}

    /**
     * Lends memory outside the region: until {@link #takeBack}, payload of these bytes of the region is read from
     * {@code source} instead, which must not change meanwhile. For NICs that send in {@link #post} and {@link #poll}. One
     * loan at a time; a new one takes the one before back.
     *
     * @param offset first byte in the own region, where requests will say that the payload lies; nobody else uses these bytes
     * @param bytes how many, more than 0
     * @param source any memory that whoever polls may read
     * @param sourceOffset first byte in {@code source}
     * @return whether it is taken; false: this NIC reads the region alone
     */
    default boolean lend(long offset, long bytes, MemorySegment source, long sourceOffset) {
        return false;
    }

    /**
     * Ends the loan; also without one. What was posted of it and is not sent yet goes into the region first, so that every
     * request stays whole, and the lent memory is not looked at again.
     */
    default void takeBack() {}

    /**
     * Lets one payload land outside the region: the next one that the peer writes to exactly these bytes goes to
     * {@code target} instead. For NICs that place arrivals in {@link #poll}; what {@code target} lies in must stand until
     * {@link #landed} was called, and nothing is written there afterwards. One landing at a time on a lane. It says nothing to
     * the peer and changes nothing but the place.
     *
     * @param offset first byte in the own region, where the peer believes it writes
     * @param bytes how many, more than 0
     * @param target any memory that whoever polls may write
     * @param targetOffset first byte in {@code target}
     * @return whether it may happen; false: this NIC writes to the region alone
     */
    default boolean land(int lane, long offset, long bytes, MemorySegment target, long targetOffset) {
        return false;
    }

    /**
     * Ends what {@link #land} began; also without having been asked, and before the payload has come: then what has not come
     * yet goes to the region.
     *
     * @return whether the whole payload lies in the target; false: it lies in the region when it had come before, and what
     *     has yet to come goes there
     */
    default boolean landed(int lane) {
        return false;
    }

    /** Device, lane and queue pair as people read them, e.g. {@code rocep1s0f0 lane 0 qp 0x1f2 psn 0x3a}. Allocates. */
    String describeLane(int lane);

    /** Takes no further request. Idempotent; what was taken goes on. */
    void freeze();

    /**
     * Ends everything in order: freeze, lanes to error, destroy, deregister, unmap. What cannot be destroyed is leaked and
     * never used again. Idempotent. Views of the region throw afterwards.
     */
    @Override
    void close();
}
