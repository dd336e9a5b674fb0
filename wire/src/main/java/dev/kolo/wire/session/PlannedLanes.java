package dev.kolo.wire.session;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.wire.schedule.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lanes that a plan gives in place of pairing, relayed ones among them: pairing only sees devices of one network. All ranks
 * must have been given the same.
 *
 * @param lanes every lane, device names in place of devices
 * @param windowBytes most bytes under way at once on a relayed lane, so that no relay's queue overflows; 0 without relays,
 *     otherwise at least one word, which is never parted
 */
public record PlannedLanes(List<Planned> lanes, long windowBytes) {
    private static final int FIELDS = 6;
    private static final int MOST_RELAYS = 7;
    private static final int WORD_BYTES = 8;

    public PlannedLanes {
        if (windowBytes < 0 || windowBytes > 0 && windowBytes < WORD_BYTES) {
            throw new IllegalArgumentException("a window of " + windowBytes
                    + " bytes on relayed lanes takes nothing in: wanted are 8 or more, or 0 where no host relays");
        }
        lanes = List.copyOf(lanes);
    }

    /**
     * One lane.
     *
     * @param lowRank the lower rank
     * @param highRank the higher rank
     * @param index 0 to lanes per peer − 1
     * @param lowDevice the lower rank's RDMA device
     * @param highDevice the higher rank's RDMA device
     * @param relays hosts that forward
     */
    public record Planned(int lowRank, int highRank, int index, String lowDevice, String highDevice, int relays) {}

    /** A planned table. */
    public static PlannedLanes of(LaneTable table, long windowBytes) {
        return new PlannedLanes(
                table.lanes().stream()
                        .map(l -> new Planned(
                                l.lowRank(),
                                l.highRank(),
                                l.index(),
                                l.low().name(),
                                l.high().name(),
                                l.relays()))
                        .toList(),
                windowBytes);
    }

    /** One line: the window, then each lane as {@code low:high:index:device:device:relays}, separated by commas. */
    public String text() {
        return windowBytes
                + lanes.stream()
                        .map(l -> "," + l.lowRank + ":" + l.highRank + ":" + l.index + ":" + l.lowDevice + ":"
                                + l.highDevice + ":" + l.relays)
                        .collect(Collectors.joining());
    }

    /**
     * Reads {@link #text}.
     *
     * @throws IllegalArgumentException when it is none; the message shows the part
     */
    public static PlannedLanes parse(String text) {
        String[] parts = text.split(",", -1);
        List<Planned> lanes = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            String[] fields = parts[i].split(":", -1);
            if (fields.length != FIELDS) {
                throw new IllegalArgumentException("\"" + parts[i] + "\" is no planned lane: it has " + fields.length
                        + " fields, wanted are low:high:index:device:device:relays");
            }
            Planned lane = new Planned(
                    number(fields[0]), number(fields[1]), number(fields[2]), fields[3], fields[4], number(fields[5]));
            if (lane.lowRank >= lane.highRank || lane.relays > MOST_RELAYS) {
                throw new IllegalArgumentException("\"" + parts[i]
                        + "\" is no planned lane: it goes from a lower to a higher rank, over 7 relays at most");
            }
            lanes.add(lane);
        }
        return new PlannedLanes(lanes, number(parts[0], Long.MAX_VALUE));
    }

    private static int number(String digits) {
        return (int) number(digits, Integer.MAX_VALUE - 1);
    }

    private static long number(String digits, long most) {
        try {
            long value = Long.parseLong(digits);
            if (value >= 0 && value <= most) {
                return value;
            }
        } catch (NumberFormatException none) {
            // As one that is too small or too large.
        }
        throw new IllegalArgumentException("\"" + digits + "\" is no number of a plan's lanes: wanted is 0 to " + most);
    }

    /** Lanes of each pair that has any. */
    public int lanesPerPeer() {
        return lanes.stream().mapToInt(lane -> lane.index + 1).max().orElse(1);
    }

    /**
     * Which ranks the lanes join, for schedules.
     *
     * @param world number of ranks
     * @throws IllegalArgumentException when the plan is for another number of ranks, or joins them in a way that no schedule
     *     goes; the message says what
     */
    public Reach reach(int world) {
        int planned = 1 + lanes.stream().mapToInt(Planned::highRank).max().orElse(0);
        if (planned != world) {
            throw new IllegalArgumentException("the plan has lanes for " + planned + " ranks, and there are " + world
                    + " ranks: plan for these hosts");
        }
        return Reach.over(world, (low, high) -> lanes.stream().anyMatch(l -> l.lowRank == low && l.highRank == high))
                .orElseThrow(
                        () -> new IllegalArgumentException("the plan's lanes join neither every pair of ranks nor a"
                                + " closed ring, so no schedule carries exchanges: add relays (kolo plan --relays auto), or close"
                                + " the ring"));
    }

    /**
     * The lanes over the devices that the ranks have.
     *
     * @param ranks what every rank said of its devices
     * @throws Step.StepFailure when the plan does not fit them; the message says where
     */
    LaneTable over(List<RankRecord> ranks) throws Step.StepFailure {
        List<Lane> table = new ArrayList<>();
        int perPeer = 1;
        for (Planned lane : lanes) {
            if (lane.highRank >= ranks.size()) {
                throw new Step.StepFailure("the plan has a lane to rank " + lane.highRank + ", and there are "
                        + ranks.size() + " ranks: plan for these hosts");
            }
            DeviceRecord low = device(ranks.get(lane.lowRank), lane.lowDevice);
            DeviceRecord high = device(ranks.get(lane.highRank), lane.highDevice);
            if (low.activeMtu() != high.activeMtu()) {
                throw new Step.StepFailure("the lane between " + low.name() + " of "
                        + ranks.get(lane.lowRank).label() + " and " + high.name() + " of "
                        + ranks.get(lane.highRank).label() + " has MTU " + low.activeMtu() + " at one end and "
                        + high.activeMtu() + " at the other: set both netdevs to the same MTU");
            }
            table.add(new Lane(lane.lowRank, lane.highRank, lane.index, low, high, lane.relays));
            perPeer = Math.max(perPeer, lane.index + 1);
        }
        LaneTable all = new LaneTable(ranks.size(), perPeer, table);
        for (Lane lane : table) {
            int found = all.between(lane.lowRank(), lane.highRank()).size();
            if (found != perPeer) {
                throw new Step.StepFailure("the plan gives " + found + " lanes to ranks " + lane.lowRank() + " and "
                        + lane.highRank() + " and " + perPeer + " to others: all have the same number");
            }
        }
        return all;
    }

    private static DeviceRecord device(RankRecord rank, String name) throws Step.StepFailure {
        DeviceRecord device = rank.devices().stream()
                .filter(d -> d.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Step.StepFailure("the plan uses " + name + " of " + rank.label()
                        + ", which has "
                        + rank.devices().stream().map(DeviceRecord::name).toList()
                        + ": plan again from facts of today"));
        if (!device.isUsable()) {
            throw new Step.StepFailure("the plan uses " + device.label() + " of " + rank.label() + ", which "
                    + (device.active() ? "has no GID of its address" : "is not active")
                    + ": look at the port and its cable");
        }
        return device;
    }
}
