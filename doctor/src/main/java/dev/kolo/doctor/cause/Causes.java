package dev.kolo.doctor.cause;

import static dev.kolo.doctor.cause.Causes.Match.ANYWHERE;
import static dev.kolo.doctor.cause.Causes.Match.COVERED;
import static dev.kolo.doctor.cause.Causes.Match.SAME_HOST;
import static dev.kolo.doctor.cause.Causes.Match.SAME_PLACE;

import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of causes: which code explains which other, and what the two findings must share for that. An arrow stands
 * here only where mending the cause is expected to make the consequence go away; what merely adds to a trouble is no cause
 * of it.
 */
public final class Causes {
    private static final List<Arrow> ARROWS = collect();
    private static final Map<Code, List<Arrow>> BY_CONSEQUENCE = byConsequence();

    private Causes() {}

    /** What a cause and its consequence must share. */
    public enum Match {
        /** Nothing: the cause stands in the way of the whole judgement. */
        ANYWHERE,
        /** A host, or one of them concerns all hosts. */
        SAME_HOST,
        /** A function or port; findings that name none share a host. */
        SAME_PLACE,
        /** Every function that the consequence names is one of the cause's. */
        COVERED
    }

    /**
     * One arrow of the graph.
     *
     * @param cause what explains
     * @param consequence what is explained
     * @param match what the two must share
     */
    public record Arrow(Code cause, Code consequence, Match match) {}

    /** Every arrow. */
    public static List<Arrow> arrows() {
        return ARROWS;
    }

    /** The arrows that lead to a code. */
    public static List<Arrow> leadingTo(Code consequence) {
        return BY_CONSEQUENCE.getOrDefault(consequence, List.of());
    }

    private static List<Arrow> collect() {
        List<Arrow> all = new ArrayList<>();
        cables(all);
        addresses(all);
        ports(all);
        hosts(all);
        logs(all);
        relays(all);
        return List.copyOf(all);
    }

    private static void cables(List<Arrow> all) {
        from(all, Code.HOST_UNREACHABLE, ANYWHERE, Code.CABLE_MISSING, Code.SHAPE_NOT_RING, Code.SHAPE_NOT_WANTED);
        from(all, Code.PORT_NO_LINK, ANYWHERE, Code.SHAPE_NOT_RING, Code.SHAPE_NOT_WANTED);
        from(all, Code.PORT_NO_LINK, SAME_HOST, Code.CABLE_MISSING, Code.RANK_ORDER_NOT_CABLE_ORDER);
        from(
                all,
                Code.PORT_NO_LINK,
                COVERED,
                Code.UNADDRESSED,
                Code.RDMA_PORT_DOWN,
                Code.GID_MISSING,
                Code.DEVICES_CARRY_NOTHING);
        from(all, Code.CABLE_MISSING, ANYWHERE, Code.SHAPE_NOT_RING, Code.SHAPE_NOT_WANTED);
        from(
                all,
                Code.ENDS_IN_DIFFERENT_SUBNETS,
                ANYWHERE,
                Code.SHAPE_NOT_RING,
                Code.SHAPE_NOT_WANTED,
                Code.RANK_ORDER_NOT_CABLE_ORDER);
        from(all, Code.ENDS_IN_DIFFERENT_SUBNETS, COVERED, Code.CABLE_SAME_INDEX, Code.CABLES_DISAGREE);
        from(all, Code.ENDS_IN_DIFFERENT_SUBNETS, SAME_HOST, Code.PEER_FABRIC_ADDRESS_WRONG);
        from(all, Code.SHAPE_NOT_RING, ANYWHERE, Code.RANK_ORDER_NOT_CABLE_ORDER);
    }

    private static void addresses(List<Arrow> all) {
        from(all, Code.TWINS_IN_ONE_SUBNET, COVERED, Code.DUPLICATE_ADDRESS, Code.DUPLICATE_SUBNET);
        from(all, Code.DUPLICATE_ADDRESS, COVERED, Code.DUPLICATE_SUBNET);
        from(all, Code.DUPLICATE_SUBNET, COVERED, Code.PREFIX_LEN_MERGES_CABLES);
        from(all, Code.UNADDRESSED, COVERED, Code.GID_MISSING, Code.ENDS_IN_DIFFERENT_SUBNETS);
        from(all, Code.UNADDRESSED, SAME_PLACE, Code.DEVICES_CARRY_NOTHING);
        from(all, Code.LINK_LOCAL_FABRIC, SAME_HOST, Code.GID_INDEX_DIFFERS, Code.GID_PICKED_WRONG);
        from(all, Code.NETWORKMANAGER_STANZA_REVIVES, SAME_PLACE, Code.DUPLICATE_ADDRESS);
    }

    private static void ports(List<Arrow> all) {
        from(all, Code.MTU_MISMATCH, COVERED, Code.MTU_SMALL, Code.PAIRING_MTU_DIFFERS);
        from(all, Code.MTU_MISMATCH, SAME_HOST, Code.JUMBO_BLOCKED, Code.FABRIC_LOSS);
        from(all, Code.JUMBO_BLOCKED, SAME_HOST, Code.FABRIC_LOSS);
        from(all, Code.RDMA_PORT_DOWN, COVERED, Code.GID_MISSING, Code.PAIRING_PORT_NOT_ACTIVE);
        from(all, Code.RDMA_PORT_DOWN, SAME_PLACE, Code.DEVICES_CARRY_NOTHING);
        from(all, Code.GID_MISSING, COVERED, Code.PAIRING_GID_MISSING, Code.GID_INDEX_INVALID);
        from(all, Code.GID_MISSING, SAME_PLACE, Code.DEVICES_CARRY_NOTHING);
        from(
                all,
                Code.LISTENER_CAP,
                SAME_HOST,
                Code.DEVICE_COLLAPSE,
                Code.DEVICES_CARRY_NOTHING,
                Code.SHARE_NOT_PLANNED);
        from(all, Code.UNADDRESSED, SAME_HOST, Code.SHARE_NOT_PLANNED);
        from(all, Code.NET_IB_NO_DEVICE, SAME_HOST, Code.DEVICES_CARRY_NOTHING);
    }

    private static void hosts(List<Arrow> all) {
        from(all, Code.KERNEL_CMA, SAME_HOST, Code.REG_MR_ENOMEM);
        from(all, Code.MEMLOCK_LOW, SAME_HOST, Code.REG_MR_ENOMEM);
        from(
                all,
                Code.ENV_PLAN_VS_PROCESS_MISMATCH,
                SAME_HOST,
                Code.TREE_NEEDS_DIAGONAL,
                Code.ONE_SHOT_WITHOUT_RELAYS,
                Code.SHARE_NOT_PLANNED);
    }

    /** What NCCL says when it fails, under what the facts or the library explain of it. */
    private static void logs(List<Arrow> all) {
        for (Code cause : List.of(
                Code.CABLE_SAME_INDEX,
                Code.RANK_ORDER_NOT_CABLE_ORDER,
                Code.PREFIX_LEN_MERGES_CABLES,
                Code.EXTERNAL_NET_PLUGIN,
                Code.NCCL_LACKS_SUBNET_ROUTING)) {
            from(all, cause, ANYWHERE, Code.PAIR_SHARES_NO_CABLE);
        }
        from(all, Code.NCCL_NOT_PATCHED, ANYWHERE, Code.TREE_NEEDS_DIAGONAL);
        from(all, Code.GID_MISSING, SAME_HOST, Code.MODIFY_QP_ENODATA);
        from(all, Code.GID_INDEX_INVALID, SAME_HOST, Code.MODIFY_QP_ENODATA);
        from(all, Code.GID_INDEX_DIFFERS, SAME_HOST, Code.MODIFY_QP_ENODATA, Code.MODIFY_QP_EINVAL);
        from(all, Code.GID_WRONG_TYPE, SAME_HOST, Code.MODIFY_QP_EINVAL);
        from(all, Code.RDMA_NAMESPACE, SAME_HOST, Code.MODIFY_QP_ENODEV);
        from(all, Code.PORT_NO_LINK, SAME_HOST, Code.MODIFY_QP_ETIMEDOUT);
        from(all, Code.MTU_MISMATCH, SAME_HOST, Code.MODIFY_QP_ETIMEDOUT, Code.COMPLETION_RETRY_EXCEEDED);
        from(all, Code.JUMBO_BLOCKED, SAME_HOST, Code.COMPLETION_RETRY_EXCEEDED);
        from(all, Code.FABRIC_LOSS, SAME_HOST, Code.COMPLETION_RETRY_EXCEEDED);
        from(all, Code.NET_IB_NO_DEVICE, SAME_HOST, Code.NET_SOCKET_FALLBACK);
    }

    private static void relays(List<Arrow> all) {
        // One script sets all of these up; after a reboot without its unit they are gone together.
        from(all, Code.RELAY_MISSING, SAME_HOST, Code.ROUTE_MISSING, Code.NEIGHBOUR_WRONG, Code.MARKER_DEAD);
        from(all, Code.ROUTE_MISSING, SAME_HOST, Code.NEIGHBOUR_WRONG, Code.MARKER_DEAD);
        from(all, Code.RELAY_NIC_PROFILE, SAME_HOST, Code.RELAY_IN_SOFTWARE);
        from(all, Code.RELAY_FOREIGN, SAME_HOST, Code.RELAY_MISSING, Code.ROUTE_MISSING);
        from(all, Code.ENDS_IN_DIFFERENT_SUBNETS, SAME_HOST, Code.RELAY_WRONG, Code.NEIGHBOUR_WRONG);
        from(all, Code.HAIRPIN_QUEUE_TOO_SMALL, SAME_HOST, Code.HAIRPIN_OVERFLOW);
        from(all, Code.PCIE_AER, SAME_PLACE, Code.LINK_DEGRADED);
        from(all, Code.DISK_LOW, SAME_HOST, Code.WEIGHTS_MISSING);
    }

    private static void from(List<Arrow> all, Code cause, Match match, Code... consequences) {
        Arrays.stream(consequences).forEach(c -> all.add(new Arrow(cause, c, match)));
    }

    private static Map<Code, List<Arrow>> byConsequence() {
        Map<Code, List<Arrow>> map = new EnumMap<>(Code.class);
        ARROWS.forEach(a ->
                map.computeIfAbsent(a.consequence(), c -> new ArrayList<>()).add(a));
        return map;
    }
}
