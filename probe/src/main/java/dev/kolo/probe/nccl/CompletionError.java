package dev.kolo.probe.nccl;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.facts.Evidence;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@code Got completion from peer … with status=…}: a connection that had worked and broke.
 *
 * @param peer the peer's socket address as printed, e.g. {@code 10.0.0.2<51234>}
 * @param status the work completion's status; 12 is "retry exceeded", 5 "flushed" (a consequence)
 * @param statusName its name, if the line has it
 * @param opcode the operation, as printed
 * @param vendorError the NIC's own code
 * @param local the local GID
 * @param remote the first of the peer's GIDs
 * @param device RDMA device name; empty when the line does not say
 * @param count how often the same error was printed
 * @param time when it was first printed
 * @param evidence the first such line
 */
public record CompletionError(
        String peer,
        int status,
        String statusName,
        String opcode,
        OptionalLong vendorError,
        Optional<Gid> local,
        Optional<Gid> remote,
        String device,
        int count,
        Optional<LogTime> time,
        Evidence evidence) {
    /** Work that was thrown away because the queue pair had failed before. */
    public boolean isFlushed() {
        return status == 5;
    }
}
