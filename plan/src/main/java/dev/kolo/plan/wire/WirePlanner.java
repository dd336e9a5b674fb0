package dev.kolo.plan.wire;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.relay.RelayLane;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Plans the wire: every lane of every pair, and the schedule of each size. */
public final class WirePlanner {
    /** Largest signalled piece of a relayed lane. */
    private static final long CHUNK_BYTES = 32_768;

    private static final Comparator<Lane> ORDER = Comparator.comparingInt(Lane::lowRank)
            .thenComparingInt(Lane::highRank)
            .thenComparingInt(Lane::index);

    private final Shape.Kind shape;
    private final List<PlannedHost> hosts;
    private final List<PlannedLink> links;
    private final RelaySection relays;
    private final PlanRequest request;
    private final Map<FunctionId, DeviceRecord> devices = new HashMap<>();
    private final Map<Ipv4Address, DeviceRecord> byAddress = new HashMap<>();

    private WirePlanner(
            Shape.Kind shape,
            List<PlannedHost> hosts,
            List<PlannedLink> links,
            List<RankRecord> records,
            RelaySection relays,
            PlanRequest request) {
        this.shape = shape;
        this.hosts = hosts;
        this.links = links;
        this.relays = relays;
        this.request = request;
        for (RankRecord record : records) {
            for (DeviceRecord device : record.devices()) {
                devices.put(new FunctionId(record.host(), device.netdev()), device);
                byAddress.put(device.ipv4(), device);
            }
        }
    }

    /**
     * Plans the wire of a fabric.
     *
     * @param shape its shape
     * @param hosts its hosts in rank order
     * @param links its links
     * @param records the device records of all ranks
     * @param direct what pairing gave without relays
     * @param relays the relays, if any
     * @param request what is asked
     */
    public static WireSection plan(
            Shape.Kind shape,
            List<PlannedHost> hosts,
            List<PlannedLink> links,
            List<RankRecord> records,
            PairingResult direct,
            RelaySection relays,
            PlanRequest request) {
        return new WirePlanner(shape, hosts, links, records, relays, request).run(direct);
    }

    private WireSection run(PairingResult direct) {
        boolean alongCables = relays.relays() > 0 || !request.groups().isEmpty();
        LaneTable table = alongCables ? tableAlongCables() : directTable(direct);
        OptionalLong window = relays.windowBytes();
        List<WireSection.Group> groups = new ArrayList<>();
        ranges().forEach(range -> groups.add(group(range, direct, table)));
        // The engine's part says why: its ring would have to close, on a path and in every group.
        boolean nccl = shape != Shape.Kind.PATH && request.groups().isEmpty();
        return new WireSection(
                table,
                groups,
                DeviceUse.of(hosts, table, nccl, request.keepApart()),
                request.keepApart(),
                nccl ? DeviceUse.trade(table, request.keepApart()) : DeviceUse.WITHOUT_NCCL,
                window,
                window.isPresent() ? OptionalLong.of(Math.min(CHUNK_BYTES, window.getAsLong())) : OptionalLong.empty(),
                relays.operationBytes());
    }

    private List<RankRange> ranges() {
        return request.groups().isEmpty()
                ? List.of(new RankRange(0, hosts.size() - 1))
                : request.groups().stream()
                        .sorted(Comparator.comparingInt(RankRange::first))
                        .toList();
    }

    private LaneTable directTable(PairingResult direct) {
        return switch (direct) {
            case PairingResult.EveryPair every -> every.table();
            case PairingResult.NeighboursOnly only -> only.table();
            case PairingResult.Refused _ -> new LaneTable(hosts.size(), 0, List.of());
        };
    }

    /** One lane a plane for every pair of a group: over the cable where there is one, relayed where there is none. */
    private LaneTable tableAlongCables() {
        int planes = lanesPerPeer();
        Map<String, Integer> rankOf = new HashMap<>();
        hosts.forEach(h -> rankOf.put(h.name(), h.rank()));
        List<RankRange> ranges = ranges();
        List<Lane> lanes = new ArrayList<>();
        Map<Long, Integer> seen = new HashMap<>();
        for (PlannedLink link : links) {
            int a = rankOf.getOrDefault(link.a().host(), 0);
            int b = rankOf.getOrDefault(link.b().host(), 0);
            boolean inside = ranges.stream().anyMatch(r -> r.contains(a) && r.contains(b));
            DeviceRecord here = devices.get(link.a());
            DeviceRecord there = devices.get(link.b());
            boolean first = inside
                    && link.plane() < planes
                    && seen.putIfAbsent((long) a << 32 | (long) b << 8 | link.plane(), 1) == null;
            if (first && here != null && there != null) {
                lanes.add(
                        a < b ? new Lane(a, b, link.plane(), here, there) : new Lane(b, a, link.plane(), there, here));
            }
        }
        for (RelayPlan group : relays.groups()) {
            group.lanes().forEach(lane -> lanes.add(relayed(group, lane)));
        }
        lanes.sort(ORDER);
        return new LaneTable(hosts.size(), planes, lanes);
    }

    private int lanesPerPeer() {
        int planes = 1 + links.stream().mapToInt(PlannedLink::plane).max().orElse(0);
        // Without relays two devices are the limit, and a rank inside a path needs one for each neighbour.
        boolean pairsOnly = ranges().stream().allMatch(r -> r.last() - r.first() == 1);
        boolean one = request.keepApart() || relays.relays() == 0 && !pairsOnly;
        return one ? 1 : Math.min(2, planes);
    }

    private Lane relayed(RelayPlan plan, RelayLane lane) {
        int low = plan.group().members().get(lane.low()).rank();
        int high = plan.group().members().get(lane.high()).rank();
        return new Lane(
                low, high, lane.plane(), deviceAt(lane.lowAddress()), deviceAt(lane.highAddress()), lane.relays());
    }

    private DeviceRecord deviceAt(Ipv4Address address) {
        DeviceRecord device = byAddress.get(address);
        if (device == null) {
            throw new IllegalStateException("no device has the address " + address + " of a relayed lane");
        }
        return device;
    }

    private WireSection.Group group(RankRange range, PairingResult direct, LaneTable table) {
        int world = range.last() - range.first() + 1;
        boolean whole = world == hosts.size();
        boolean everyPair = everyPair(range, direct, whole);
        boolean ring = shape == Shape.Kind.RING && whole && !table.lanes().isEmpty();
        if (everyPair) {
            return new WireSection.Group(
                    range.first(),
                    range.last(),
                    true,
                    Schedules.everyPair(world, relays.operationBytes()),
                    "Every pair of these " + world + " ranks has lanes, so that one-shot works.");
        }
        if (ring) {
            return new WireSection.Group(
                    range.first(),
                    range.last(),
                    false,
                    Schedules.neighbours(world),
                    "Not every pair has lanes, so that there is no one-shot: the wire runs neighbour schedules.");
        }
        return new WireSection.Group(
                range.first(),
                range.last(),
                false,
                List.of(),
                "The ranks at the ends of this path have no lanes between them, and the wire has no schedule for that:"
                        + " plan with --relays, or close a ring.");
    }

    private boolean everyPair(RankRange range, PairingResult direct, boolean whole) {
        int world = range.last() - range.first() + 1;
        if (relays.relays() > 0) {
            return relays.groups().stream()
                    .filter(g -> g.group().members().getFirst().rank() == range.first())
                    .allMatch(g -> g.group().relaysForAll() <= relays.relays());
        }
        return world == 2 || whole && direct instanceof PairingResult.EveryPair;
    }
}
