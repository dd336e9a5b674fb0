package dev.kolo.verbs.nic;

import dev.kolo.fabric.address.Gid;
import dev.kolo.verbs.abi.Errno;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.VerbsCalls;
import dev.kolo.verbs.device.FlowLabel;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.NicException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** One RC queue pair and its way from RESET over INIT and RTR to RTS, and to ERR and away. */
final class QueuePair {
    private static final ValueLayout.OfLong NETWORK_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** 0.64 ms, as the specification of the wire has it. */
    private static final int MIN_RNR_TIMER = 12;

    private static final int RNR_RETRIES = 7;
    private static final int HOP_LIMIT = 64;

    private final VerbsCalls calls;
    private final VerbsPort port;
    private final LaneTuning tuning;
    private final long address;
    private final int number;
    private final int psn;
    private final int depth;
    private final int inlineBytes;
    private boolean destroyed;

    private QueuePair(
            VerbsCalls calls, VerbsPort port, LaneTuning tuning, long address, int psn, int depth, int inlineBytes) {
        this.calls = calls;
        this.port = port;
        this.tuning = tuning;
        this.address = address;
        this.number = NativeMemory.getInt(address + VerbsAbi.QP_QP_NUM);
        this.psn = psn;
        this.depth = depth;
        this.inlineBytes = inlineBytes;
    }

    /**
     * Makes one and takes it to INIT.
     *
     * @param psn random number of its first packet, 24 bits
     */
    static QueuePair create(VerbsCalls calls, VerbsPort port, LaneTuning tuning, long domain, long queue, int psn)
            throws NicException {
        try (Arena arena = Arena.ofConfined()) {
            int depth = Math.min(tuning.queueDepth(), port.maxRequests());
            MemorySegment wanted = arena.allocate(VerbsAbi.QP_INIT_ATTR_BYTES, 8);
            long made = 0;
            // A device that grants no inline data refuses the wish instead of lowering it; flags then go the other way.
            for (int inline = tuning.inlineBytes(); made == 0; inline = 0) {
                wanted.fill((byte) 0);
                wanted.set(ValueLayout.JAVA_LONG, VerbsAbi.QP_INIT_ATTR_SEND_CQ, queue);
                wanted.set(ValueLayout.JAVA_LONG, VerbsAbi.QP_INIT_ATTR_RECV_CQ, queue);
                wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_MAX_SEND_WR, depth);
                wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_MAX_RECV_WR, 1);
                wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_MAX_SEND_SGE, 1);
                wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_MAX_RECV_SGE, 1);
                wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_MAX_INLINE_DATA, inline);
                wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_QP_TYPE, VerbsAbi.QPT_RC);
                made = calls.createQp(domain, wanted.address());
                if (made == 0 && (inline == 0 || calls.errno() != Errno.EINVAL)) {
                    throw new NicException(port.label() + ": ibv_create_qp with " + depth + " requests fails: "
                            + Errno.describe(calls.errno()));
                }
            }
            int granted = wanted.get(ValueLayout.JAVA_INT, VerbsAbi.QP_INIT_ATTR_MAX_INLINE_DATA);
            QueuePair pair = new QueuePair(calls, port, tuning, made, psn, depth, granted);
            try {
                pair.toInit(arena);
                return pair;
            } catch (NicException refused) {
                pair.destroy();
                throw refused;
            }
        }
    }

    private void toInit(Arena arena) throws NicException {
        MemorySegment wanted = arena.allocate(VerbsAbi.QP_ATTR_BYTES, 8);
        wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_QP_STATE, VerbsAbi.QPS_INIT);
        wanted.set(
                ValueLayout.JAVA_INT,
                VerbsAbi.QP_ATTR_QP_ACCESS_FLAGS,
                VerbsAbi.ACCESS_LOCAL_WRITE | VerbsAbi.ACCESS_REMOTE_WRITE);
        wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_PORT_NUM, (byte) port.number());
        modify(wanted, VerbsAbi.MASK_TO_INIT, "INIT", "");
    }

    /**
     * Joins it to the peer's and opens it for sending.
     *
     * @param remoteNumber the peer's queue pair number
     * @param remotePsn number of the first packet that the peer sends
     * @param gid the peer's GID
     * @param mtuBytes path MTU, the smaller of both ends
     */
    void connect(int remoteNumber, int remotePsn, Gid gid, int mtuBytes) throws NicException {
        String whom = " to qp " + hex(remoteNumber) + " at "
                + gid.ipv4().map(Object::toString).orElseGet(gid::toString);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = arena.allocate(VerbsAbi.QP_ATTR_BYTES, 8);
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_QP_STATE, VerbsAbi.QPS_RTR);
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_PATH_MTU, mtuNumber(mtuBytes));
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_RQ_PSN, remotePsn);
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_DEST_QP_NUM, remoteNumber);
            wanted.set(NETWORK_LONG, VerbsAbi.QP_ATTR_DGID, gid.high());
            wanted.set(NETWORK_LONG, VerbsAbi.QP_ATTR_DGID + 8, gid.low());
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_FLOW_LABEL, FlowLabel.of(number, remoteNumber));
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_SGID_INDEX, (byte) port.gidIndex());
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_HOP_LIMIT, (byte) HOP_LIMIT);
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_TRAFFIC_CLASS, (byte) tuning.trafficClass());
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_IS_GLOBAL, (byte) 1);
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_AH_PORT_NUM, (byte) port.number());
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_MAX_DEST_RD_ATOMIC, (byte) 1);
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_MIN_RNR_TIMER, (byte) MIN_RNR_TIMER);
            modify(wanted, VerbsAbi.MASK_TO_RTR, "RTR", whom);
            wanted.fill((byte) 0);
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_QP_STATE, VerbsAbi.QPS_RTS);
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_SQ_PSN, psn);
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_MAX_RD_ATOMIC, (byte) 1);
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_TIMEOUT, (byte) tuning.timeout());
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_RETRY_CNT, (byte) tuning.retriesOn(port.soft()));
            wanted.set(ValueLayout.JAVA_BYTE, VerbsAbi.QP_ATTR_RNR_RETRY, (byte) RNR_RETRIES);
            modify(wanted, VerbsAbi.MASK_TO_RTS, "RTS", whom);
        }
    }

    private void modify(MemorySegment wanted, int mask, String state, String whom) throws NicException {
        int error = calls.modifyQp(address, wanted.address(), mask);
        if (error != 0) {
            throw new NicException(port.label() + ": ibv_modify_qp of qp " + hex(number) + " to " + state + whom
                    + " (GID index " + port.gidIndex() + ") fails: " + Errno.describe(Math.abs(error)));
        }
    }

    private static int mtuNumber(int bytes) throws NicException {
        for (int number = 1; number <= 5; number++) {
            if (128 << number == bytes) {
                return number;
            }
        }
        throw new NicException("a path MTU is 256, 512, 1024, 2048 or 4096 bytes, got " + bytes);
    }

    /** Nothing goes out any more; what was posted is flushed. Errors are of no consequence: it is destroyed next. */
    void toError() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = arena.allocate(VerbsAbi.QP_ATTR_BYTES, 8);
            wanted.set(ValueLayout.JAVA_INT, VerbsAbi.QP_ATTR_QP_STATE, VerbsAbi.QPS_ERR);
            calls.modifyQp(address, wanted.address(), VerbsAbi.MASK_STATE);
        }
    }

    /** False when the device does not let go of it: it is leaked, and so is the memory that it may write. */
    boolean destroy() {
        destroyed = destroyed || calls.destroyQp(address) == 0;
        return destroyed;
    }

    long address() {
        return address;
    }

    int number() {
        return number;
    }

    int psn() {
        return psn;
    }

    /** Most work requests under way. */
    int depth() {
        return depth;
    }

    /** What the device granted. */
    int inlineBytes() {
        return inlineBytes;
    }

    static String hex(int number) {
        return "0x" + Integer.toHexString(number);
    }
}
