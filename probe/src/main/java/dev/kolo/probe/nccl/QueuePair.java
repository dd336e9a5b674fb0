package dev.kolo.probe.nccl;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.facts.Evidence;
import java.util.Optional;

/**
 * {@code NET/IB: … NCCL Dev d IbDev n Port 1 qp_num q mtu m GID g (…)}: the device that a connection really took.
 *
 * @param role which end of the connection it is, when the line names the function (2.30 and later)
 * @param device NCCL's index
 * @param ibDevice index of the RDMA device: the true one
 * @param port RDMA port
 * @param number queue pair number
 * @param mtuEnum path MTU as verbs count it: 3 is 1024 bytes, 5 is 4096
 * @param gidIndex index in the GID table
 * @param gid the local GID
 * @param evidence the line
 */
public record QueuePair(
        Role role,
        int device,
        int ibDevice,
        int port,
        long number,
        int mtuEnum,
        int gidIndex,
        Optional<Gid> gid,
        Evidence evidence) {
    /** Which end of a connection a queue pair serves. */
    public enum Role {
        SENDS,
        RECEIVES,
        UNKNOWN
    }

    /** Path MTU in bytes; 0 for a number that verbs do not know. */
    public int mtuBytes() {
        return mtuEnum >= 1 && mtuEnum <= 5 ? 128 << mtuEnum : 0;
    }
}
