package dev.kolo.verbs.nic;

import dev.kolo.fabric.address.Gid;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.OperationsTable;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * One lane: its queue pair, and the work requests that every post fills in anew: payload and flag in one chain, and payload
 * alone. A provider copies what it is given, so they may be written again at once.
 */
final class VerbsLane {
    private static final long PAYLOAD = 0;
    private static final long FLAG = VerbsAbi.SEND_WR_BYTES;
    /** Payload with nothing behind it. */
    private static final long ALONE = 2L * VerbsAbi.SEND_WR_BYTES;

    private static final long PAYLOAD_PIECE = 3L * VerbsAbi.SEND_WR_BYTES;
    private static final long FLAG_PIECE = PAYLOAD_PIECE + VerbsAbi.SGE_BYTES;
    private static final long ALONE_PIECE = FLAG_PIECE + VerbsAbi.SGE_BYTES;
    private static final long BAD = ALONE_PIECE + VerbsAbi.SGE_BYTES;

    final LaneRequest request;
    /** The lane's number, and the same where a work request's mark has it. */
    final int number;

    private final long numberInMark;
    final DeviceInUse device;
    final QueuePair pair;
    final WorkLog log;
    private final OperationsTable operations;
    private final long pairAddress;
    private final long requests;
    private final long localBase;
    private final long localBytes;
    private final long longestMessage;
    private final int inlineBit;
    LaneState state = LaneState.OPEN;
    private long remoteBase;
    private long remoteBytes;
    private String remote = "";
    /** Why it failed, once it has and until that was told. */
    String untold = "";

    CompletionStatus untoldStatus = CompletionStatus.OK;
    int untoldNumber;

    VerbsLane(LaneRequest request, DeviceInUse device, QueuePair pair, Arena arena, MemorySegment region) {
        this.request = request;
        this.number = request.lane();
        this.numberInMark = (long) number << WorkLog.SEQUENCE_BITS;
        this.device = device;
        this.pair = pair;
        this.log = new WorkLog(pair.depth());
        this.operations = device.operations();
        this.pairAddress = pair.address();
        this.requests = arena.allocate(BAD + 8, 64).address();
        this.localBase = region.address();
        this.localBytes = region.byteSize();
        this.longestMessage = device.port().maxMessageBytes();
        this.inlineBit = pair.inlineBytes() >= Long.BYTES ? VerbsAbi.SEND_INLINE : 0;
    }

    /** What the peer must know of this end: the GID, and the key of the region on this device. */
    LaneEndpoint endpoint() {
        VerbsPort port = device.port();
        return new LaneEndpoint(
                pair.number(), pair.psn(), port.mtuBytes(), LaneAddress.text(port.gid(), device.remoteKey()));
    }

    void connect(LaneEndpoint end, RegionRecord region) throws NicException {
        LaneAddress address = LaneAddress.parse(request.peer(), end.address());
        if ((end.queuePair() & 0xff00_0000) != 0 || (end.startPsn() & 0xff00_0000) != 0) {
            throw new NicException("rank " + request.peer() + " says queue pair " + QueuePair.hex(end.queuePair())
                    + " and packet number " + QueuePair.hex(end.startPsn()) + ": both have 24 bits");
        }
        state = LaneState.CONNECTING;
        Gid gid = address.gid();
        remote = "qp " + QueuePair.hex(end.queuePair()) + " at "
                + gid.ipv4().map(Object::toString).orElseGet(gid::toString);
        pair.connect(
                end.queuePair(),
                end.startPsn(),
                gid,
                Math.min(end.mtuBytes(), device.port().mtuBytes()));
        remoteBase = region.address();
        remoteBytes = region.bytes();
        prepare(address.remoteKey());
        state = LaneState.READY;
    }

    /** What never changes is written once. */
    private void prepare(int remoteKey) {
        NativeMemory.fill(requests, BAD + 8);
        long[] all = {PAYLOAD, FLAG, ALONE};
        for (int i = 0; i < all.length; i++) {
            long wr = all[i];
            long piece = PAYLOAD_PIECE + (long) i * VerbsAbi.SGE_BYTES;
            NativeMemory.putLong(requests + wr + VerbsAbi.SEND_WR_SG_LIST, requests + piece);
            NativeMemory.putInt(requests + wr + VerbsAbi.SEND_WR_NUM_SGE, 1);
            NativeMemory.putInt(requests + wr + VerbsAbi.SEND_WR_OPCODE, VerbsAbi.WR_RDMA_WRITE);
            NativeMemory.putInt(requests + wr + VerbsAbi.SEND_WR_RKEY, remoteKey);
            NativeMemory.putInt(requests + piece + VerbsAbi.SGE_LKEY, device.localKey());
        }
        NativeMemory.putLong(requests + PAYLOAD + VerbsAbi.SEND_WR_NEXT, requests + FLAG);
        NativeMemory.putInt(requests + FLAG_PIECE + VerbsAbi.SGE_LENGTH, Long.BYTES);
    }

    /** Whether it is or was ready. */
    boolean wasReady() {
        return state == LaneState.READY || state == LaneState.FAILED;
    }

    /**
     * How many work requests a request takes.
     *
     * @throws IndexOutOfBoundsException when it leaves the own region or the peer's
     * @throws IllegalArgumentException when it takes more than the queue holds
     */
    int requestsFor(long localOffset, long bytes, long remoteOffset, long flagSourceOffset, long flagRemoteOffset) {
        int count = 0;
        if (bytes != 0) {
            requireWithin(localOffset, bytes, localBytes);
            requireWithin(remoteOffset, bytes, remoteBytes);
            count = bytes <= longestMessage ? 1 : messagesOf(bytes);
        }
        if (flagRemoteOffset != Nic.NO_FLAG) {
            requireWithin(flagSourceOffset, Long.BYTES, localBytes);
            requireWithin(flagRemoteOffset, Long.BYTES, remoteBytes);
            count++;
        }
        return count;
    }

    /** {@code Objects.checkFromIndexSize} in two comparisons, for a size that is known to be no negative number. */
    private static void requireWithin(long from, long bytes, long all) {
        if (Long.compareUnsigned(bytes, all) > 0 || Long.compareUnsigned(from, all - bytes) > 0) {
            Objects.checkFromIndexSize(from, bytes, all);
        }
    }

    private int messagesOf(long bytes) {
        long messages = Math.ceilDiv(bytes, longestMessage);
        if (messages + 1 > log.depth()) {
            throw new IllegalArgumentException(bytes + " bytes need " + (messages + 1)
                    + " work requests with their flag, and the queue holds " + log.depth());
        }
        return (int) messages;
    }

    /**
     * Posts a request for which there is room: payload, longer than a message in several, and chained to its last part the
     * flag.
     *
     * @param asks whether the device makes a completion of its last part
     * @param reported whether that is reported
     * @return 0, or the provider's error; the lane is then of no more use
     */
    int post(
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            boolean asks,
            boolean reported,
            boolean inlined) {
        if (bytes == 0 || bytes > longestMessage || flagRemoteOffset == Nic.NO_FLAG) {
            return postOther(
                    workId,
                    localOffset,
                    bytes,
                    remoteOffset,
                    flagSourceOffset,
                    flagRemoteOffset,
                    asks,
                    reported,
                    inlined);
        }
        long at = NativeMemory.plain(requests);
        long sequence = log.addChain(workId, reported, asks);
        NativeMemory.putLong(at + PAYLOAD + VerbsAbi.SEND_WR_WR_ID, mark(sequence));
        payload(at, PAYLOAD, PAYLOAD_PIECE, localBase + localOffset, bytes, remoteBase + remoteOffset);
        flag(at, mark(sequence + 1), flagSourceOffset, flagRemoteOffset, asks, inlined);
        return send(at + PAYLOAD, 2);
    }

    /** A flag alone, payload without a flag, or payload that is longer than a message. */
    private int postOther(
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            boolean asks,
            boolean reported,
            boolean inlined) {
        boolean flagged = flagRemoteOffset != Nic.NO_FLAG;
        long at = NativeMemory.plain(requests);
        long from = localBase + localOffset;
        long to = remoteBase + remoteOffset;
        long left = bytes;
        while (left > longestMessage || (left > 0 && flagged)) {
            long part = Math.min(left, longestMessage);
            alone(at, from, part, to, 0);
            log.addPart();
            int error = send(at + ALONE, 1);
            if (error != 0) {
                return error;
            }
            from += part;
            to += part;
            left -= part;
        }
        if (flagged) {
            flag(at, mark(log.head()), flagSourceOffset, flagRemoteOffset, asks, inlined);
            log.addLast(workId, reported, asks);
            return send(at + FLAG, 1);
        }
        alone(at, from, left, to, asks ? VerbsAbi.SEND_SIGNALED : 0);
        log.addLast(workId, reported, asks);
        return send(at + ALONE, 1);
    }

    private void alone(long at, long from, long bytes, long to, int flags) {
        NativeMemory.putLong(at + ALONE + VerbsAbi.SEND_WR_WR_ID, mark(log.head()));
        NativeMemory.putInt(at + ALONE + VerbsAbi.SEND_WR_SEND_FLAGS, flags);
        payload(at, ALONE, ALONE_PIECE, from, bytes, to);
    }

    private static void payload(long at, long request, long piece, long from, long bytes, long to) {
        NativeMemory.putLong(at + request + VerbsAbi.SEND_WR_REMOTE_ADDR, to);
        NativeMemory.putLong(at + piece + VerbsAbi.SGE_ADDR, from);
        NativeMemory.putInt(at + piece + VerbsAbi.SGE_LENGTH, (int) bytes);
    }

    private void flag(long at, long mark, long flagSourceOffset, long flagRemoteOffset, boolean asks, boolean inlined) {
        int flags = (asks ? VerbsAbi.SEND_SIGNALED : 0) | (inlined ? inlineBit : 0);
        NativeMemory.putLong(at + FLAG + VerbsAbi.SEND_WR_WR_ID, mark);
        NativeMemory.putInt(at + FLAG + VerbsAbi.SEND_WR_SEND_FLAGS, flags);
        NativeMemory.putLong(at + FLAG + VerbsAbi.SEND_WR_REMOTE_ADDR, remoteBase + flagRemoteOffset);
        NativeMemory.putLong(at + FLAG_PIECE + VerbsAbi.SGE_ADDR, localBase + flagSourceOffset);
    }

    private int send(long first, int count) {
        device.posted(count);
        return operations.postSend(pairAddress, first, requests + BAD);
    }

    /** Lane and sequence number of a work request in one word, which its completion brings back. */
    private long mark(long sequence) {
        return numberInMark | sequence & WorkLog.SEQUENCE_MASK;
    }

    static int laneOf(long mark) {
        return (int) (mark >>> WorkLog.SEQUENCE_BITS);
    }

    /** Device, lane, queue pair and packet number, as people read them. */
    String describe() {
        return device.port().label() + " lane " + request.index() + " qp " + QueuePair.hex(pair.number()) + " psn "
                + QueuePair.hex(pair.psn()) + " to rank " + request.peer()
                + (remote.isEmpty() ? "" : " (" + remote + ")");
    }
}
