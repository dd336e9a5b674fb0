package dev.kolo.cli.demo;

import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.PairingResult.RankPair;
import dev.kolo.page.text.Table;
import java.util.List;
import java.util.Optional;

/** Lanes for people: which devices each pair of hosts would use, and what follows for small exchanges. */
final class LaneWords {
    private static final int MOST_PAIRS = 4;

    private LaneWords() {}

    /** The lane table, when there are lanes. */
    static Optional<LaneTable> tableOf(PairingResult result) {
        return switch (result) {
            case PairingResult.EveryPair every -> Optional.of(every.table());
            case PairingResult.NeighboursOnly neighbours -> Optional.of(neighbours.table());
            case PairingResult.Refused refused -> Optional.empty();
        };
    }

    /** What the lanes mean for small exchanges, one sentence. */
    static String summary(PairingResult result, List<String> hosts) {
        return switch (result) {
            case PairingResult.EveryPair every ->
                hosts.size() == 2
                        ? "The two hosts exchange directly."
                        : "Every pair of hosts shares a cable: a small exchange takes one step.";
            case PairingResult.NeighboursOnly neighbours ->
                words(neighbours.unpaired(), hosts) + (neighbours.unpaired().size() == 1 ? " shares" : " share")
                        + " no cable: without relays a small exchange takes rounds between neighbours.";
            case PairingResult.Refused refused ->
                "No lanes: " + refused.refusal().seen() + "; wanted: "
                        + refused.refusal().wanted() + ".";
        };
    }

    private static String words(List<RankPair> pairs, List<String> hosts) {
        if (pairs.size() > MOST_PAIRS) {
            return pairs.size() + " pairs of hosts";
        }
        List<String> names = pairs.stream()
                .map(p -> hosts.get(p.low()) + "–" + hosts.get(p.high()))
                .toList();
        return names.size() == 1
                ? names.getFirst()
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    /** How many lanes each peer has, and which pairs have them: {@code 1 (spark1–spark2, spark2–spark3)}. */
    static String perPeer(LaneTable lanes, List<String> hosts) {
        List<String> pairs = lanes.lanes().stream()
                .filter(l -> l.index() == 0)
                .map(l -> hosts.get(l.lowRank()) + "–" + hosts.get(l.highRank()))
                .toList();
        String more = pairs.size() > MOST_PAIRS ? " and " + (pairs.size() - MOST_PAIRS) + " pairs more" : "";
        return lanes.lanesPerPeer() + " (" + String.join(", ", pairs.subList(0, Math.min(MOST_PAIRS, pairs.size())))
                + more + ")";
    }

    /** The lanes, one a row. */
    static Table table(LaneTable lanes, List<String> hosts) {
        Table table = new Table("Lane", "Host", "Device", "Host", "Device", "Subnet");
        for (Lane lane : lanes.lanes()) {
            table.row(
                    Integer.toString(lane.index()),
                    hosts.get(lane.lowRank()),
                    lane.low().name(),
                    hosts.get(lane.highRank()),
                    lane.high().name(),
                    lane.low().subnet().toString());
        }
        return table;
    }
}
