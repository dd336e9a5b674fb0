package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.List;

/**
 * A device as NCCL counts them.
 *
 * @param index NCCL's number of it, the k of {@code NET/IB/k}
 * @param name the RDMA device's name; of a merged device all names, joined with {@code +}
 * @param port RDMA port
 * @param linkLayer {@code RoCE} or {@code IB}
 * @param evidence the line
 */
public record IbPort(int index, String name, int port, String linkLayer, Evidence evidence) {
    /** The RDMA devices that it stands for: several when NCCL merged the ports of a card. */
    public List<String> members() {
        return List.of(name.split("\\+", -1));
    }

    public boolean isMerged() {
        return name.indexOf('+') >= 0;
    }
}
