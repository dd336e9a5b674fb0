package dev.kolo.probe.nccl;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.facts.Evidence;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code Call to ibv_modify_qp failed with 110 …}: one pair of GIDs that could not be joined, with all its retries.
 *
 * @param errno the number; 0 when the line gives words only
 * @param words the error's words, e.g. {@code Connection timed out}
 * @param device RDMA device name; empty when the line does not say
 * @param port RDMA port
 * @param step the states of the queue pair, e.g. {@code INIT to RTR}; empty when the line does not say
 * @param gidIndex local GID index
 * @param local the local GID
 * @param remote the peer's GID
 * @param attempts how many calls failed
 * @param attemptLimit how many NCCL wanted to make
 * @param sleptMillis time that it slept between them, in milliseconds
 * @param gaveUp true when the final warning was seen
 * @param first when the first failure was printed
 * @param last when the last one was
 * @param evidence the most telling line: the final warning, else the first retry
 */
public record ConnectFailure(
        int errno,
        String words,
        String device,
        int port,
        String step,
        OptionalInt gidIndex,
        Optional<Gid> local,
        Optional<Gid> remote,
        int attempts,
        OptionalInt attemptLimit,
        long sleptMillis,
        boolean gaveUp,
        Optional<LogTime> first,
        Optional<LogTime> last,
        Evidence evidence) {
    /** The local GID as people know it: an IPv4 address where it holds one. */
    public String localAddress() {
        return address(local);
    }

    /** The peer's GID as people know it. */
    public String remoteAddress() {
        return address(remote);
    }

    /** {@code ENODATA} and its like: the number with its name. */
    public String errnoName() {
        return switch (errno) {
            case 12 -> "12 (ENOMEM)";
            case 19 -> "19 (ENODEV)";
            case 22 -> "22 (EINVAL)";
            case 61 -> "61 (ENODATA)";
            case 101 -> "101 (ENETUNREACH)";
            case 110 -> "110 (ETIMEDOUT)";
            case 113 -> "113 (EHOSTUNREACH)";
            case 0 -> "\"" + words + "\"";
            default -> String.valueOf(errno);
        };
    }

    private static String address(Optional<Gid> gid) {
        return gid.map(g ->
                        g.ipv4().map(Object::toString).orElseGet(() -> g.ipv6().toString()))
                .orElse("");
    }
}
