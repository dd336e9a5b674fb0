package dev.kolo.verbs.abi;

/**
 * The layouts of libibverbs' structures and the numbers of its enums, as far as this binding uses them: the one place for
 * them. Source: {@code infiniband/verbs.h} of rdma-core; a test compiles a probe against the installed header and compares
 * every constant. All are the same on x86_64 and aarch64, because nothing used here lies behind a {@code pthread_mutex_t},
 * which alone differs (40 and 48 bytes).
 *
 * <p>Offsets are bytes; {@code _BYTES} is a structure's size. The name of a constant is the C name in capitals.
 */
public final class VerbsAbi {
    private VerbsAbi() {}

    /** {@code struct ibv_device}: name of the device. */
    public static final int DEVICE_NAME = 24;

    /** {@code struct ibv_device}: name of the character device, e.g. {@code uverbs0}. */
    public static final int DEVICE_DEV_NAME = 88;

    /** Longest name in {@code struct ibv_device}, with its zero. */
    public static final int SYSFS_NAME_MAX = 64;

    /** {@code struct ibv_context}: the functions that are inline in C, so not exported. */
    public static final int CONTEXT_POLL_CQ = 96;

    public static final int CONTEXT_POST_SEND = 208;
    public static final int CONTEXT_CMD_FD = 264;
    public static final int CONTEXT_ASYNC_FD = 268;

    /** How much of {@code struct ibv_context} is used here; the whole is larger. */
    public static final int CONTEXT_USED_BYTES = 280;

    public static final int DEVICE_ATTR_BYTES = 232;
    public static final int DEVICE_ATTR_FW_VER = 0;
    public static final int DEVICE_ATTR_NODE_GUID = 64;
    public static final int DEVICE_ATTR_SYS_IMAGE_GUID = 72;
    public static final int DEVICE_ATTR_VENDOR_ID = 96;
    public static final int DEVICE_ATTR_VENDOR_PART_ID = 100;
    public static final int DEVICE_ATTR_MAX_QP_WR = 112;
    public static final int DEVICE_ATTR_MAX_CQE = 132;
    public static final int DEVICE_ATTR_PHYS_PORT_CNT = 227;

    /** The exported {@code ibv_query_port} fills the first 48 of these bytes, which is all that RoCE needs. */
    public static final int PORT_ATTR_BYTES = 52;

    public static final int PORT_ATTR_STATE = 0;
    public static final int PORT_ATTR_MAX_MTU = 4;
    public static final int PORT_ATTR_ACTIVE_MTU = 8;
    public static final int PORT_ATTR_GID_TBL_LEN = 12;
    public static final int PORT_ATTR_MAX_MSG_SZ = 20;
    public static final int PORT_ATTR_PHYS_STATE = 45;
    public static final int PORT_ATTR_LINK_LAYER = 46;

    public static final int PORT_DOWN = 1;
    public static final int PORT_ACTIVE = 4;
    public static final int LINK_LAYER_ETHERNET = 2;

    public static final int GID_ENTRY_BYTES = 32;
    public static final int GID_ENTRY_GID = 0;
    public static final int GID_ENTRY_GID_INDEX = 16;
    public static final int GID_ENTRY_PORT_NUM = 20;
    public static final int GID_ENTRY_GID_TYPE = 24;
    public static final int GID_ENTRY_NDEV_IFINDEX = 28;
    public static final int GID_TYPE_ROCE_V1 = 1;
    public static final int GID_TYPE_ROCE_V2 = 2;

    public static final int QP_INIT_ATTR_BYTES = 64;
    public static final int QP_INIT_ATTR_SEND_CQ = 8;
    public static final int QP_INIT_ATTR_RECV_CQ = 16;
    public static final int QP_INIT_ATTR_MAX_SEND_WR = 32;
    public static final int QP_INIT_ATTR_MAX_RECV_WR = 36;
    public static final int QP_INIT_ATTR_MAX_SEND_SGE = 40;
    public static final int QP_INIT_ATTR_MAX_RECV_SGE = 44;
    public static final int QP_INIT_ATTR_MAX_INLINE_DATA = 48;
    public static final int QP_INIT_ATTR_QP_TYPE = 52;
    public static final int QP_INIT_ATTR_SQ_SIG_ALL = 56;
    public static final int QPT_RC = 2;

    public static final int QP_ATTR_BYTES = 144;
    public static final int QP_ATTR_QP_STATE = 0;
    public static final int QP_ATTR_PATH_MTU = 8;
    public static final int QP_ATTR_RQ_PSN = 20;
    public static final int QP_ATTR_SQ_PSN = 24;
    public static final int QP_ATTR_DEST_QP_NUM = 28;
    public static final int QP_ATTR_QP_ACCESS_FLAGS = 32;
    public static final int QP_ATTR_DGID = 56;
    public static final int QP_ATTR_FLOW_LABEL = 72;
    public static final int QP_ATTR_SGID_INDEX = 76;
    public static final int QP_ATTR_HOP_LIMIT = 77;
    public static final int QP_ATTR_TRAFFIC_CLASS = 78;
    public static final int QP_ATTR_IS_GLOBAL = 85;
    public static final int QP_ATTR_AH_PORT_NUM = 86;
    public static final int QP_ATTR_PKEY_INDEX = 120;
    public static final int QP_ATTR_MAX_RD_ATOMIC = 126;
    public static final int QP_ATTR_MAX_DEST_RD_ATOMIC = 127;
    public static final int QP_ATTR_MIN_RNR_TIMER = 128;
    public static final int QP_ATTR_PORT_NUM = 129;
    public static final int QP_ATTR_TIMEOUT = 130;
    public static final int QP_ATTR_RETRY_CNT = 131;
    public static final int QP_ATTR_RNR_RETRY = 132;

    public static final int QPS_RESET = 0;
    public static final int QPS_INIT = 1;
    public static final int QPS_RTR = 2;
    public static final int QPS_RTS = 3;
    public static final int QPS_ERR = 6;

    /** {@code STATE|PKEY_INDEX|PORT|ACCESS_FLAGS}: what RESET → INIT of an RC queue pair takes. */
    public static final int MASK_TO_INIT = 0x39;

    /** {@code STATE|AV|PATH_MTU|DEST_QPN|RQ_PSN|MAX_DEST_RD_ATOMIC|MIN_RNR_TIMER}. */
    public static final int MASK_TO_RTR = 0x12_9181;

    /** {@code STATE|TIMEOUT|RETRY_CNT|RNR_RETRY|SQ_PSN|MAX_QP_RD_ATOMIC}. */
    public static final int MASK_TO_RTS = 0x1_2e01;

    /** {@code STATE} alone. */
    public static final int MASK_STATE = 1;

    public static final int ACCESS_LOCAL_WRITE = 1;
    public static final int ACCESS_REMOTE_WRITE = 2;

    public static final int SGE_BYTES = 16;
    public static final int SGE_ADDR = 0;
    public static final int SGE_LENGTH = 8;
    public static final int SGE_LKEY = 12;

    public static final int SEND_WR_BYTES = 128;
    public static final int SEND_WR_WR_ID = 0;
    public static final int SEND_WR_NEXT = 8;
    public static final int SEND_WR_SG_LIST = 16;
    public static final int SEND_WR_NUM_SGE = 24;
    public static final int SEND_WR_OPCODE = 28;
    public static final int SEND_WR_SEND_FLAGS = 32;
    public static final int SEND_WR_REMOTE_ADDR = 40;
    public static final int SEND_WR_RKEY = 48;
    public static final int WR_RDMA_WRITE = 0;
    public static final int SEND_SIGNALED = 2;
    public static final int SEND_INLINE = 8;

    public static final int WC_BYTES = 48;
    public static final int WC_WR_ID = 0;
    public static final int WC_STATUS = 8;
    public static final int WC_OPCODE = 12;
    public static final int WC_VENDOR_ERR = 16;
    public static final int WC_QP_NUM = 28;

    public static final int MR_LKEY = 36;
    public static final int MR_RKEY = 40;
    public static final int QP_QP_NUM = 52;
    public static final int QP_CONTEXT = 0;
    public static final int CQ_CONTEXT = 0;

    public static final int ASYNC_EVENT_BYTES = 16;
    public static final int ASYNC_EVENT_ELEMENT = 0;
    public static final int ASYNC_EVENT_EVENT_TYPE = 8;
}
