package dev.kolo.plan.engine;

import dev.kolo.fabric.lanes.Lane;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.engine.EngineEnvironment.Line;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.DeviceUse;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of engines that move small collectives themselves in one shot (profile {@code rocenante}): over relays each
 * peer has two paths, one a plane, named by the place of the device in the rank's own list. They are known to run on a ring
 * of four, and on nothing larger.
 */
final class OneShotProfile {
    /** Sizes are positive multiples of this. */
    private static final long STEP_BYTES = 16;

    /** The only ring of which such a run was published. */
    private static final int KNOWN_HOSTS = 4;

    private final List<PlannedHost> hosts;
    private final WireSection wire;
    private final RelaySection relays;
    private final List<Map<String, Integer>> places = new ArrayList<>();

    OneShotProfile(List<PlannedHost> hosts, WireSection wire, RelaySection relays) {
        this.hosts = hosts;
        this.wire = wire;
        this.relays = relays;
        for (PlannedHost host : hosts) {
            Map<String, Integer> byDevice = new HashMap<>();
            for (PlannedFunction function : DeviceUse.inPciOrder(host)) {
                byDevice.put(function.device().orElse(function.netdev()), byDevice.size());
            }
            places.add(byDevice);
        }
    }

    /** Whether it is known to run on so many hosts, and the plan gives every pair the two paths that it needs. */
    boolean applies() {
        return hosts.size() == KNOWN_HOSTS && everyPairHasTwoPaths();
    }

    /** Why it does not apply. */
    String absence() {
        return everyPairHasTwoPaths()
                ? "one-shot collectives of an engine are known to run on a ring of four, not on " + hosts.size()
                        + " hosts"
                : "one-shot collectives have no path to opposite hosts in this plan";
    }

    private boolean everyPairHasTwoPaths() {
        return relays.relays() > 0
                && wire.groups().size() == 1
                && wire.groups().getFirst().everyPair()
                && wire.lanes().lanesPerPeer() == 2;
    }

    /** The lines for one rank, where it applies. */
    List<Line> lines(int rank) {
        String cap = Long.toString(relays.operationBytes().orElse(0) / STEP_BYTES * STEP_BYTES);
        String devices = String.join(
                ",",
                DeviceUse.inPciOrder(hosts.get(rank)).stream()
                        .map(f -> f.device().orElse(f.netdev()))
                        .toList());
        String bound = "what the smallest relay queue holds (" + relays.queueSize() + " entries)";
        return List.of(
                new Line(
                        "SGLANG_ROCE_ALLREDUCE",
                        "1",
                        "small collectives in one shot, over the relayed paths; known to run on a ring of four"
                                + (relays.form() == RelayForm.TAG
                                        ? " in the older form, with this one not yet shown"
                                        : "")),
                new Line("DSV41_ROCE_RING", "1", "loads the collectives that know one path per peer and plane"),
                new Line("B12X_ROCE_HCA", devices, "the devices in the order to which the peer maps refer"),
                new Line(
                        "B12X_ROCE_PEER_HCA_MAPS",
                        maps(),
                        "for each rank, in rank order: peer=first path/second path, by place in B12X_ROCE_HCA"),
                new Line("SGLANG_ROCE_MAX_SIZE", cap, bound),
                new Line("DSV41_ROCE_GATHER", cap, bound),
                new Line(
                        "B12X_ROCE_TWO_WAVE_THRESHOLD_BYTES",
                        "0",
                        "sizes stay within the queues, so that nothing drops and a second wave only costs"));
    }

    private String maps() {
        List<TreeMap<Integer, TreeMap<Integer, Integer>>> maps = new ArrayList<>();
        hosts.forEach(h -> maps.add(new TreeMap<>()));
        for (Lane lane : wire.lanes().lanes()) {
            place(maps, lane.lowRank(), lane.highRank(), lane);
            place(maps, lane.highRank(), lane.lowRank(), lane);
        }
        List<String> texts = new ArrayList<>();
        for (TreeMap<Integer, TreeMap<Integer, Integer>> peers : maps) {
            List<String> entries = new ArrayList<>();
            peers.forEach((peer, paths) -> entries.add(peer + "="
                    + String.join(
                            "/", paths.values().stream().map(String::valueOf).toList())));
            texts.add(String.join(",", entries));
        }
        return String.join(";", texts);
    }

    private void place(List<TreeMap<Integer, TreeMap<Integer, Integer>>> maps, int rank, int peer, Lane lane) {
        int place = places.get(rank).getOrDefault(lane.deviceOf(rank).name(), 0);
        maps.get(rank).computeIfAbsent(peer, p -> new TreeMap<>()).put(lane.index(), place);
    }
}
