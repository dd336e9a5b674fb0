package dev.kolo.verbs.nic;

import dev.kolo.fabric.address.Gid;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.NativeMemory;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import java.lang.foreign.Arena;

/**
 * One lane: its queue pair, and the two work requests (payload, flag) that every post fills in anew. A provider copies what
 * it is given, so they may be written again at once.
 */
final class VerbsLane {
    private static final long PAYLOAD = 0;
    private static final long FLAG = VerbsAbi.SEND_WR_BYTES;
    private static final long PAYLOAD_PIECE = 2L * VerbsAbi.SEND_WR_BYTES;
    private static final long FLAG_PIECE = PAYLOAD_PIECE + VerbsAbi.SGE_BYTES;
    private static final long BAD = FLAG_PIECE + VerbsAbi.SGE_BYTES;
    private static final int SEQUENCE_BITS = 40;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

    final LaneRequest request;
    final DeviceInUse device;
    final QueuePair pair;
    final WorkLog log;
    private final long requests;
    private final long localBase;
    LaneState state = LaneState.OPEN;
    private long remoteBase;
    long remoteBytes;
    private String remote = "";
    /** Why it failed, once it has and until that was told. */
    String untold = "";

    CompletionStatus untoldStatus = CompletionStatus.OK;
    int untoldNumber;

    VerbsLane(LaneRequest request, DeviceInUse device, QueuePair pair, Arena arena, long localBase) {
        this.request = request;
        this.device = device;
        this.pair = pair;
        this.localBase = localBase;
        this.log = new WorkLog(pair.depth());
        this.requests = arena.allocate(BAD + 8, 64).address();
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
        for (long wr : new long[] {PAYLOAD, FLAG}) {
            long piece = wr == PAYLOAD ? PAYLOAD_PIECE : FLAG_PIECE;
            NativeMemory.putLong(requests + wr + VerbsAbi.SEND_WR_SG_LIST, requests + piece);
            NativeMemory.putInt(requests + wr + VerbsAbi.SEND_WR_NUM_SGE, 1);
            NativeMemory.putInt(requests + wr + VerbsAbi.SEND_WR_OPCODE, VerbsAbi.WR_RDMA_WRITE);
            NativeMemory.putInt(requests + wr + VerbsAbi.SEND_WR_RKEY, remoteKey);
            NativeMemory.putInt(requests + piece + VerbsAbi.SGE_LKEY, device.localKey());
        }
        NativeMemory.putInt(requests + FLAG_PIECE + VerbsAbi.SGE_LENGTH, Long.BYTES);
    }

    /** How many work requests a request takes. */
    int requestsFor(long bytes, boolean flagged) {
        long longest = device.port().maxMessageBytes();
        long pieces = bytes <= longest ? (bytes == 0 ? 0 : 1) : (bytes + longest - 1) / longest;
        return (int) Math.min(Integer.MAX_VALUE, pieces + (flagged ? 1 : 0));
    }

    /**
     * Posts a request for which there is room: payload, longer than a message in several, and chained to its last part the
     * flag.
     *
     * @return 0, or the provider's error; the lane is then of no more use
     */
    int post(
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            boolean flagged,
            boolean signaled,
            boolean inlined) {
        boolean asks = signaled || log.mustSignal(requestsFor(bytes, flagged));
        long longest = device.port().maxMessageBytes();
        long done = 0;
        while (bytes - done > longest) {
            payload(workId, localOffset + done, longest, remoteOffset + done, false, false, signaled, 0);
            int error = send(PAYLOAD, 1);
            if (error != 0) {
                return error;
            }
            done += longest;
        }
        boolean pays = bytes > 0;
        if (pays) {
            payload(
                    workId,
                    localOffset + done,
                    bytes - done,
                    remoteOffset + done,
                    !flagged,
                    asks && !flagged,
                    signaled,
                    flagged ? requests + FLAG : 0);
        }
        if (flagged) {
            flag(workId, flagSourceOffset, flagRemoteOffset, asks, signaled, inlined);
        }
        return send(pays ? PAYLOAD : FLAG, (pays ? 1 : 0) + (flagged ? 1 : 0));
    }

    private void payload(
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            boolean last,
            boolean asks,
            boolean reported,
            long next) {
        NativeMemory.putLong(requests + PAYLOAD + VerbsAbi.SEND_WR_WR_ID, mark(log.head()));
        NativeMemory.putLong(requests + PAYLOAD + VerbsAbi.SEND_WR_NEXT, next);
        NativeMemory.putInt(requests + PAYLOAD + VerbsAbi.SEND_WR_SEND_FLAGS, asks ? VerbsAbi.SEND_SIGNALED : 0);
        NativeMemory.putLong(requests + PAYLOAD + VerbsAbi.SEND_WR_REMOTE_ADDR, remoteBase + remoteOffset);
        NativeMemory.putLong(requests + PAYLOAD_PIECE + VerbsAbi.SGE_ADDR, localBase + localOffset);
        NativeMemory.putInt(requests + PAYLOAD_PIECE + VerbsAbi.SGE_LENGTH, (int) bytes);
        log.add(workId, last, reported, asks);
    }

    private void flag(
            long workId, long sourceOffset, long remoteOffset, boolean asks, boolean reported, boolean inlined) {
        int flags = (asks ? VerbsAbi.SEND_SIGNALED : 0)
                | (inlined && pair.inlineBytes() >= Long.BYTES ? VerbsAbi.SEND_INLINE : 0);
        NativeMemory.putLong(requests + FLAG + VerbsAbi.SEND_WR_WR_ID, mark(log.head()));
        NativeMemory.putInt(requests + FLAG + VerbsAbi.SEND_WR_SEND_FLAGS, flags);
        NativeMemory.putLong(requests + FLAG + VerbsAbi.SEND_WR_REMOTE_ADDR, remoteBase + remoteOffset);
        NativeMemory.putLong(requests + FLAG_PIECE + VerbsAbi.SGE_ADDR, localBase + sourceOffset);
        log.add(workId, true, reported, asks);
    }

    private int send(long first, int count) {
        device.posted(count);
        return device.operations().postSend(pair.address(), requests + first, requests + BAD);
    }

    /** Lane and sequence number of a work request in one word, which its completion brings back. */
    private long mark(long sequence) {
        return (long) request.lane() << SEQUENCE_BITS | sequence & SEQUENCE_MASK;
    }

    static int laneOf(long mark) {
        return (int) (mark >>> SEQUENCE_BITS);
    }

    /** The sequence number that a mark stands for: no more work requests than the queue is deep are under way. */
    long sequenceOf(long mark) {
        long low = mark & SEQUENCE_MASK;
        return log.tail() + (low - log.tail() & SEQUENCE_MASK);
    }

    /** Device, lane, queue pair and packet number, as people read them. */
    String describe() {
        return device.port().label() + " lane " + request.index() + " qp " + QueuePair.hex(pair.number()) + " psn "
                + QueuePair.hex(pair.psn()) + " to rank " + request.peer()
                + (remote.isEmpty() ? "" : " (" + remote + ")");
    }
}
