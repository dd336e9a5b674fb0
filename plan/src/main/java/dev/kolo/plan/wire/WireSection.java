package dev.kolo.plan.wire;

import dev.kolo.fabric.lanes.LaneTable;
import java.util.List;
import java.util.OptionalLong;

/**
 * All that a plan says of the wire.
 *
 * @param lanes every lane, direct ones first within a pair of ranks
 * @param groups what each group of ranks runs; one group of all unless groups were asked for
 * @param devices which functions each rank gives to the wire and to NCCL, in rank order
 * @param keptApart whether these are different ones
 * @param trade what sharing or keeping apart costs
 * @param windowBytes most bytes that a relayed lane may have in flight; absent without relayed lanes
 * @param chunkBytes size of the signalled pieces in which a relayed lane sends; absent without relayed lanes
 * @param operationBytes largest payload per peer of one operation; absent without relayed lanes
 */
public record WireSection(
        LaneTable lanes,
        List<Group> groups,
        List<RankDevices> devices,
        boolean keptApart,
        String trade,
        OptionalLong windowBytes,
        OptionalLong chunkBytes,
        OptionalLong operationBytes) {
    public WireSection {
        groups = List.copyOf(groups);
        devices = List.copyOf(devices);
    }

    /**
     * Ranks that exchange with each other.
     *
     * @param first first rank
     * @param last last rank
     * @param everyPair whether every pair of them has lanes
     * @param schedules what they run, by operation and size; empty when nothing can
     * @param said why, in one sentence
     */
    public record Group(int first, int last, boolean everyPair, List<Schedule> schedules, String said) {
        public Group {
            schedules = List.copyOf(schedules);
        }
    }

    /**
     * How a collective of some size goes.
     *
     * @param name one-shot, both ways round, matchings, two-shot, ring
     * @param fromBytes smallest payload per rank
     * @param toBytes largest payload per rank; {@link Long#MAX_VALUE} for no limit
     * @param rounds steps, one after the other
     * @param reason why this one
     */
    public record Schedule(String name, long fromBytes, long toBytes, int rounds, String reason) {}

    /**
     * The functions of one rank, by RDMA device name.
     *
     * @param rank the rank
     * @param host its host
     * @param wire those of the wire
     * @param nccl those of NCCL
     */
    public record RankDevices(int rank, String host, List<String> wire, List<String> nccl) {
        public RankDevices {
            wire = List.copyOf(wire);
            nccl = List.copyOf(nccl);
        }
    }
}
