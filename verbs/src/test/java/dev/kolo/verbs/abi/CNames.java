package dev.kolo.verbs.abi;

import java.util.LinkedHashMap;
import java.util.Map;

/** What each constant of {@link VerbsAbi} is in C: structure and field for offsets, an expression for the rest. */
final class CNames {
    private CNames() {}

    /** Offsets: name of the constant → {@code struct field}. */
    static Map<String, String> offsets() {
        Map<String, String> all = new LinkedHashMap<>();
        String table = """
                DEVICE_NAME ibv_device name
                DEVICE_DEV_NAME ibv_device dev_name
                CONTEXT_POLL_CQ ibv_context ops.poll_cq
                CONTEXT_POST_SEND ibv_context ops.post_send
                CONTEXT_CMD_FD ibv_context cmd_fd
                CONTEXT_ASYNC_FD ibv_context async_fd
                DEVICE_ATTR_FW_VER ibv_device_attr fw_ver
                DEVICE_ATTR_NODE_GUID ibv_device_attr node_guid
                DEVICE_ATTR_SYS_IMAGE_GUID ibv_device_attr sys_image_guid
                DEVICE_ATTR_VENDOR_ID ibv_device_attr vendor_id
                DEVICE_ATTR_VENDOR_PART_ID ibv_device_attr vendor_part_id
                DEVICE_ATTR_MAX_QP_WR ibv_device_attr max_qp_wr
                DEVICE_ATTR_MAX_CQE ibv_device_attr max_cqe
                DEVICE_ATTR_PHYS_PORT_CNT ibv_device_attr phys_port_cnt
                PORT_ATTR_STATE ibv_port_attr state
                PORT_ATTR_MAX_MTU ibv_port_attr max_mtu
                PORT_ATTR_ACTIVE_MTU ibv_port_attr active_mtu
                PORT_ATTR_GID_TBL_LEN ibv_port_attr gid_tbl_len
                PORT_ATTR_MAX_MSG_SZ ibv_port_attr max_msg_sz
                PORT_ATTR_PHYS_STATE ibv_port_attr phys_state
                PORT_ATTR_LINK_LAYER ibv_port_attr link_layer
                GID_ENTRY_GID ibv_gid_entry gid
                GID_ENTRY_GID_INDEX ibv_gid_entry gid_index
                GID_ENTRY_PORT_NUM ibv_gid_entry port_num
                GID_ENTRY_GID_TYPE ibv_gid_entry gid_type
                GID_ENTRY_NDEV_IFINDEX ibv_gid_entry ndev_ifindex
                QP_INIT_ATTR_SEND_CQ ibv_qp_init_attr send_cq
                QP_INIT_ATTR_RECV_CQ ibv_qp_init_attr recv_cq
                QP_INIT_ATTR_MAX_SEND_WR ibv_qp_init_attr cap.max_send_wr
                QP_INIT_ATTR_MAX_RECV_WR ibv_qp_init_attr cap.max_recv_wr
                QP_INIT_ATTR_MAX_SEND_SGE ibv_qp_init_attr cap.max_send_sge
                QP_INIT_ATTR_MAX_RECV_SGE ibv_qp_init_attr cap.max_recv_sge
                QP_INIT_ATTR_MAX_INLINE_DATA ibv_qp_init_attr cap.max_inline_data
                QP_INIT_ATTR_QP_TYPE ibv_qp_init_attr qp_type
                QP_INIT_ATTR_SQ_SIG_ALL ibv_qp_init_attr sq_sig_all
                QP_ATTR_QP_STATE ibv_qp_attr qp_state
                QP_ATTR_PATH_MTU ibv_qp_attr path_mtu
                QP_ATTR_RQ_PSN ibv_qp_attr rq_psn
                QP_ATTR_SQ_PSN ibv_qp_attr sq_psn
                QP_ATTR_DEST_QP_NUM ibv_qp_attr dest_qp_num
                QP_ATTR_QP_ACCESS_FLAGS ibv_qp_attr qp_access_flags
                QP_ATTR_DGID ibv_qp_attr ah_attr.grh.dgid
                QP_ATTR_FLOW_LABEL ibv_qp_attr ah_attr.grh.flow_label
                QP_ATTR_SGID_INDEX ibv_qp_attr ah_attr.grh.sgid_index
                QP_ATTR_HOP_LIMIT ibv_qp_attr ah_attr.grh.hop_limit
                QP_ATTR_TRAFFIC_CLASS ibv_qp_attr ah_attr.grh.traffic_class
                QP_ATTR_IS_GLOBAL ibv_qp_attr ah_attr.is_global
                QP_ATTR_AH_PORT_NUM ibv_qp_attr ah_attr.port_num
                QP_ATTR_PKEY_INDEX ibv_qp_attr pkey_index
                QP_ATTR_MAX_RD_ATOMIC ibv_qp_attr max_rd_atomic
                QP_ATTR_MAX_DEST_RD_ATOMIC ibv_qp_attr max_dest_rd_atomic
                QP_ATTR_MIN_RNR_TIMER ibv_qp_attr min_rnr_timer
                QP_ATTR_PORT_NUM ibv_qp_attr port_num
                QP_ATTR_TIMEOUT ibv_qp_attr timeout
                QP_ATTR_RETRY_CNT ibv_qp_attr retry_cnt
                QP_ATTR_RNR_RETRY ibv_qp_attr rnr_retry
                SGE_ADDR ibv_sge addr
                SGE_LENGTH ibv_sge length
                SGE_LKEY ibv_sge lkey
                SEND_WR_WR_ID ibv_send_wr wr_id
                SEND_WR_NEXT ibv_send_wr next
                SEND_WR_SG_LIST ibv_send_wr sg_list
                SEND_WR_NUM_SGE ibv_send_wr num_sge
                SEND_WR_OPCODE ibv_send_wr opcode
                SEND_WR_SEND_FLAGS ibv_send_wr send_flags
                SEND_WR_REMOTE_ADDR ibv_send_wr wr.rdma.remote_addr
                SEND_WR_RKEY ibv_send_wr wr.rdma.rkey
                WC_WR_ID ibv_wc wr_id
                WC_STATUS ibv_wc status
                WC_OPCODE ibv_wc opcode
                WC_VENDOR_ERR ibv_wc vendor_err
                WC_QP_NUM ibv_wc qp_num
                MR_LKEY ibv_mr lkey
                MR_RKEY ibv_mr rkey
                QP_QP_NUM ibv_qp qp_num
                QP_CONTEXT ibv_qp context
                CQ_CONTEXT ibv_cq context
                ASYNC_EVENT_ELEMENT ibv_async_event element
                ASYNC_EVENT_EVENT_TYPE ibv_async_event event_type
                """;
        table.lines().forEach(line -> {
            String[] words = line.split(" ", 2);
            all.put(words[0], words[1]);
        });
        return all;
    }

    /** Sizes: name of the constant → structure. */
    static Map<String, String> sizes() {
        return Map.of(
                "DEVICE_ATTR_BYTES", "ibv_device_attr",
                "PORT_ATTR_BYTES", "ibv_port_attr",
                "GID_ENTRY_BYTES", "ibv_gid_entry",
                "QP_INIT_ATTR_BYTES", "ibv_qp_init_attr",
                "QP_ATTR_BYTES", "ibv_qp_attr",
                "SGE_BYTES", "ibv_sge",
                "SEND_WR_BYTES", "ibv_send_wr",
                "WC_BYTES", "ibv_wc",
                "ASYNC_EVENT_BYTES", "ibv_async_event");
    }

    /** Numbers: name of the constant → C expression. */
    static Map<String, String> numbers() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("SYSFS_NAME_MAX", "IBV_SYSFS_NAME_MAX");
        all.put("PORT_DOWN", "IBV_PORT_DOWN");
        all.put("PORT_ACTIVE", "IBV_PORT_ACTIVE");
        all.put("LINK_LAYER_ETHERNET", "IBV_LINK_LAYER_ETHERNET");
        all.put("GID_TYPE_ROCE_V1", "IBV_GID_TYPE_ROCE_V1");
        all.put("GID_TYPE_ROCE_V2", "IBV_GID_TYPE_ROCE_V2");
        all.put("QPT_RC", "IBV_QPT_RC");
        all.put("QPS_RESET", "IBV_QPS_RESET");
        all.put("QPS_INIT", "IBV_QPS_INIT");
        all.put("QPS_RTR", "IBV_QPS_RTR");
        all.put("QPS_RTS", "IBV_QPS_RTS");
        all.put("QPS_ERR", "IBV_QPS_ERR");
        all.put("MASK_STATE", "IBV_QP_STATE");
        all.put("MASK_TO_INIT", "IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS");
        all.put(
                "MASK_TO_RTR",
                "IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN"
                        + " | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER");
        all.put(
                "MASK_TO_RTS",
                "IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN"
                        + " | IBV_QP_MAX_QP_RD_ATOMIC");
        all.put("ACCESS_LOCAL_WRITE", "IBV_ACCESS_LOCAL_WRITE");
        all.put("ACCESS_REMOTE_WRITE", "IBV_ACCESS_REMOTE_WRITE");
        all.put("WR_RDMA_WRITE", "IBV_WR_RDMA_WRITE");
        all.put("SEND_SIGNALED", "IBV_SEND_SIGNALED");
        all.put("SEND_INLINE", "IBV_SEND_INLINE");
        return all;
    }
}
