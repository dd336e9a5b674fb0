package dev.kolo.fabric.facts;

import dev.kolo.fabric.address.Gid;
import java.util.Optional;

/**
 * One entry of a GID table.
 *
 * @param index its index; NCCL_IB_GID_INDEX names these
 * @param gid the identifier; a zero one is an empty slot that was looked at
 * @param type RoCE version
 * @param netdev the netdev that it belongs to (gid_attrs/ndevs)
 * @param evidence where it was read
 */
public record GidEntry(int index, Gid gid, Type type, Optional<String> netdev, Evidence evidence) {
    /** RoCE version of an entry, as gid_attrs/types or show_gids print it. */
    public enum Type {
        ROCE_V1,
        ROCE_V2,
        UNKNOWN
    }

    /** True for what NCCL picks by default: a non-zero IPv4-mapped RoCE v2 entry. */
    public boolean isIpv4RoceV2() {
        return type == Type.ROCE_V2 && gid.ipv4().isPresent();
    }
}
