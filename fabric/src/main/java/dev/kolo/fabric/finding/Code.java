package dev.kolo.fabric.finding;

/**
 * Every code of the catalogue, in the order in which causes come before their consequences. The usual severity stands
 * here; a code's page says when a finding differs from it.
 */
public enum Code {
    // Hosts as sources
    HOST_UNREACHABLE(Severity.ERROR),
    // Drift: what changed since an earlier observation; the host's own restart first, since it explains the rest
    HOST_RESTARTED(Severity.INFO),
    DRIVER_RELOADED(Severity.INFO),
    FIRMWARE_CHANGED(Severity.WARNING),
    DEVICE_GONE(Severity.ERROR),
    CABLE_MOVED(Severity.WARNING),
    LINK_DRIFT(Severity.WARNING),
    ADDRESS_DRIFT(Severity.WARNING),
    MTU_DRIFT(Severity.WARNING),
    RULES_GONE(Severity.WARNING),
    NIC_SETTING_DRIFT(Severity.WARNING),
    DRIFT_APPEARED(Severity.INFO),
    // Cables and shape
    PORT_NO_LINK(Severity.ERROR),
    CABLE_MISSING(Severity.ERROR),
    ENDS_IN_DIFFERENT_SUBNETS(Severity.ERROR),
    CABLE_SAME_INDEX(Severity.ERROR),
    SHAPE_NOT_RING(Severity.ERROR),
    SHAPE_NOT_WANTED(Severity.ERROR),
    CABLE_DOUBLED(Severity.WARNING),
    CABLES_DISAGREE(Severity.WARNING),
    RANK_ORDER_NOT_CABLE_ORDER(Severity.ERROR),
    LINK_SPEED_MIXED(Severity.WARNING),
    PCIE_AER(Severity.WARNING),
    LINK_DEGRADED(Severity.WARNING),
    DRIVER_MISMATCH(Severity.WARNING),
    ONE_CABLE_TWO_FUNCTIONS(Severity.INFO),
    // Addresses
    UNADDRESSED(Severity.ERROR),
    DUPLICATE_ADDRESS(Severity.ERROR),
    DUPLICATE_SUBNET(Severity.ERROR),
    TWINS_IN_ONE_SUBNET(Severity.ERROR),
    PREFIX_LEN_MERGES_CABLES(Severity.ERROR),
    PREFIX_LEN_SPLITS_CABLE(Severity.ERROR),
    LINK_LOCAL_FABRIC(Severity.WARNING),
    MANAGEMENT_IN_FABRIC_SUBNET(Severity.ERROR),
    PEER_FABRIC_ADDRESS_WRONG(Severity.ERROR),
    ADDRESS_VOLATILE(Severity.WARNING),
    NETWORKMANAGER_STANZA_REVIVES(Severity.WARNING),
    ADDRESS_NOT_PLANNED(Severity.WARNING),
    // MTU
    MTU_MISMATCH(Severity.ERROR),
    MTU_SMALL(Severity.WARNING),
    JUMBO_BLOCKED(Severity.ERROR),
    // RoCE
    RDMA_PORT_DOWN(Severity.ERROR),
    GID_MISSING(Severity.ERROR),
    GID_INDEX_INVALID(Severity.ERROR),
    GID_INDEX_DIFFERS(Severity.ERROR),
    GID_PICKED_WRONG(Severity.ERROR),
    GID_DRIFT(Severity.WARNING),
    GID_WRONG_TYPE(Severity.ERROR),
    RDMA_NAMESPACE(Severity.ERROR),
    MEMLOCK_LOW(Severity.ERROR),
    // Planes
    DEVICES_CARRY_NOTHING(Severity.WARNING),
    LISTENER_CAP(Severity.WARNING),
    DEVICE_COLLAPSE(Severity.WARNING),
    SHARE_NOT_PLANNED(Severity.WARNING),
    ONE_ORIENTATION(Severity.WARNING),
    // Control plane
    HEAD_IS_LOOPBACK(Severity.ERROR),
    CONTROL_PLANE_ADDRESS_NOT_PINNED(Severity.WARNING),
    BOOTSTRAP_ON_VPN_OR_WIFI(Severity.WARNING),
    SOCKET_IFNAME_LISTS_FABRIC(Severity.WARNING),
    ENV_PLAN_VS_PROCESS_MISMATCH(Severity.ERROR),
    // NCCL
    NET_IB_NO_DEVICE(Severity.ERROR),
    HCA_LISTS_FOREIGN_PORTS(Severity.WARNING),
    HCA_SELECTOR_LOOSE(Severity.INFO),
    NCCL_VERSIONS_DIFFER(Severity.ERROR),
    NCCL_HASHES_DIFFER(Severity.WARNING),
    NCCL_DUPLICATE_LIBRARY(Severity.WARNING),
    NCCL_LACKS_SUBNET_ROUTING(Severity.ERROR),
    NCCL_NOT_PATCHED(Severity.ERROR),
    NCCL_CONF_IN_IMAGE(Severity.WARNING),
    EXTERNAL_NET_PLUGIN(Severity.WARNING),
    NET_SOCKET_FALLBACK(Severity.WARNING),
    SWITCHLESS_ON_SWITCHED_FABRIC(Severity.WARNING),
    CHANNELS_NOT_MULTIPLE_OF_DEVICES(Severity.WARNING),
    ROUTING_LINES_HIDDEN(Severity.INFO),
    KERNEL_CMA(Severity.ERROR),
    // The host
    DISK_LOW(Severity.WARNING),
    WEIGHTS_MISSING(Severity.ERROR),
    WEIGHTS_DIFFER(Severity.ERROR),
    CLOCK_SKEW(Severity.WARNING),
    // Relays
    RELAY_FOREIGN(Severity.ERROR),
    RELAY_MISSING(Severity.ERROR),
    RELAY_WRONG(Severity.ERROR),
    ROUTE_MISSING(Severity.ERROR),
    NEIGHBOUR_WRONG(Severity.ERROR),
    MARKER_DEAD(Severity.ERROR),
    RELAY_IN_SOFTWARE(Severity.ERROR),
    ORPHANED_RULES(Severity.WARNING),
    MARK_PORT_NOT_RESERVED(Severity.WARNING),
    ONE_SHOT_WITHOUT_RELAYS(Severity.ERROR),
    FORWARD_DROP(Severity.WARNING),
    // NCCL's errors, which the codes above may explain
    REG_MR_ENOMEM(Severity.ERROR),
    TREE_NEEDS_DIAGONAL(Severity.ERROR),
    PAIR_SHARES_NO_CABLE(Severity.ERROR),
    MODIFY_QP_ENODATA(Severity.ERROR),
    MODIFY_QP_ENODEV(Severity.ERROR),
    MODIFY_QP_EINVAL(Severity.ERROR),
    MODIFY_QP_ENETUNREACH(Severity.ERROR),
    MODIFY_QP_ETIMEDOUT(Severity.ERROR),
    MODIFY_QP_FAILED(Severity.ERROR),
    COMPLETION_RETRY_EXCEEDED(Severity.ERROR),
    COMPLETION_FAILED(Severity.ERROR),
    NCCL_ERROR(Severity.WARNING),
    NCCL_RANK_LATE(Severity.WARNING),
    // Loss
    HAIRPIN_QUEUE_TOO_SMALL(Severity.ERROR),
    HAIRPIN_OVERFLOW(Severity.ERROR),
    FABRIC_LOSS(Severity.ERROR),
    // Lanes (pairing), shared with the wire
    PAIRING_BAD_MAGIC(Severity.ERROR),
    PAIRING_VERSION(Severity.ERROR),
    PAIRING_RECORD_LENGTH(Severity.ERROR),
    PAIRING_DEVICE_COUNT(Severity.ERROR),
    PAIRING_NO_SHARED_LINK(Severity.ERROR),
    PAIRING_NOT_ONE_TO_ONE(Severity.ERROR),
    PAIRING_PORT_NOT_ACTIVE(Severity.ERROR),
    PAIRING_GID_MISSING(Severity.ERROR),
    PAIRING_MTU_DIFFERS(Severity.ERROR),
    PAIRING_SETTINGS_DIFFER(Severity.ERROR),
    LANES_LOWERED(Severity.WARNING),
    // The wire while it runs
    WIRE_POISONED(Severity.ERROR),
    WIRE_STALE_FLAGS(Severity.WARNING),
    WIRE_LATE_WAITS(Severity.INFO),
    WIRE_SHARES_NCCL_FUNCTIONS(Severity.INFO),
    // Planning
    PLAN_NO_ADDRESSES(Severity.ERROR),
    PLAN_HOST_COUNT(Severity.ERROR),
    PLAN_NAME_UNFIT(Severity.ERROR),
    PLAN_OVER_MANAGEMENT(Severity.ERROR),
    PLANES_MIXED(Severity.ERROR),
    PLAN_KEEP_APART(Severity.ERROR),
    PLAN_PROOF_FAILED(Severity.ERROR),
    RELAY_REACH(Severity.ERROR),
    RELAY_GROUP(Severity.ERROR),
    RELAY_FORM(Severity.ERROR),
    RELAY_MARKER_MISSING(Severity.ERROR),
    RELAY_PLANE_MISSING(Severity.ERROR),
    RELAY_NIC_PROFILE(Severity.ERROR),
    // Changing machines
    APPLY_WINDOW(Severity.WARNING),
    SERVING_RUNNING(Severity.ERROR);

    private final Severity usual;

    Code(Severity usual) {
        this.usual = usual;
    }

    /** The severity that findings of this code normally have. */
    public Severity usualSeverity() {
        return usual;
    }
}
