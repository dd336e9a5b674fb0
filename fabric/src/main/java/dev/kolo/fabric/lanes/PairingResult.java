package dev.kolo.fabric.lanes;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import java.util.List;

/** What pairing decided; the same on every rank, since it is computed from the same records. */
public sealed interface PairingResult {
    /**
     * Every pair of ranks has lanes.
     *
     * @param table the lanes
     * @param notices what made it worse than it could be
     */
    record EveryPair(LaneTable table, List<Finding> notices) implements PairingResult {}

    /**
     * A ring of four or more without relays: only neighbours have lanes, so there is no one-shot; the session takes the
     * neighbour schedules, or refuses if told to.
     *
     * @param table the lanes between neighbours
     * @param unpaired pairs of ranks without a shared link, each lower rank first
     * @param notices what made it worse than it could be
     */
    record NeighboursOnly(LaneTable table, List<RankPair> unpaired, List<Finding> notices) implements PairingResult {}

    /**
     * No lanes at all.
     *
     * @param refusal the cause
     */
    record Refused(Finding refusal) implements PairingResult {
        public Code code() {
            return refusal.code();
        }
    }

    /**
     * Two ranks, lower first.
     *
     * @param low lower rank
     * @param high higher rank
     */
    record RankPair(int low, int high) {}
}
