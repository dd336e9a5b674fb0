package dev.kolo.fabric.lanes;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every lane of a session.
 *
 * @param world number of ranks
 * @param lanesPerPeer k, one for all pairs
 * @param lanes by lower rank, higher rank, index
 */
public record LaneTable(int world, int lanesPerPeer, List<Lane> lanes) {
    public LaneTable {
        lanes = List.copyOf(lanes);
    }

    public List<Lane> between(int rank, int peer) {
        return lanes.stream().filter(l -> l.joins(rank, peer)).toList();
    }

    /** The devices that a rank uses, by name. */
    public Set<String> devicesOf(int rank) {
        Set<String> names = new TreeSet<>();
        for (Lane lane : lanes) {
            if (lane.lowRank() == rank || lane.highRank() == rank) {
                names.add(lane.deviceOf(rank).name());
            }
        }
        return names;
    }
}
