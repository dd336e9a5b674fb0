package dev.kolo.plan.artefact;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.engine.EngineSection;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.relay.Bounds;
import dev.kolo.plan.relay.Group;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelayPlanner;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * HandMadePlans for the tests of rendering: rings and paths whose port 0 is cabled to the next host's port 1, built from records and
 * the relay planner alone. The 32 low bits of a MAC say host, port and plane.
 */
final class HandMadePlans {
    static final String MARKER = "/opt/kolo/bin/mlx5-marker";

    private int size = 4;
    private int planes = 2;
    private boolean closed = true;
    private Backend backend = Backend.KERNEL;
    private int relays;
    private List<PlanRequest.RankRange> groups = List.of();
    private IntFunction<String> names = i -> "spark" + (i + 1);
    private BinaryOperator<String> netdevs = (device, netdev) -> netdev;
    private String marker = MARKER;
    private List<TransitRoute> transit = List.of();

    static HandMadePlans ring(int size) {
        HandMadePlans plans = new HandMadePlans();
        plans.size = size;
        return plans;
    }

    static HandMadePlans path(int size) {
        HandMadePlans plans = ring(size);
        plans.closed = false;
        return plans;
    }

    HandMadePlans planes(int count) {
        planes = count;
        return this;
    }

    HandMadePlans backend(Backend value) {
        backend = value;
        return this;
    }

    HandMadePlans relays(int most) {
        relays = most;
        return this;
    }

    HandMadePlans groups(List<PlanRequest.RankRange> value) {
        groups = value;
        return this;
    }

    HandMadePlans hosts(IntFunction<String> value) {
        names = value;
        return this;
    }

    /** Gives netdevs other names; called with the usual device and netdev name. */
    HandMadePlans netdevs(BinaryOperator<String> value) {
        netdevs = value;
        return this;
    }

    HandMadePlans marker(String value) {
        marker = value;
        return this;
    }

    HandMadePlans transit(TransitRoute... routes) {
        transit = List.of(routes);
        return this;
    }

    Plan plan() {
        List<PlannedHost> hosts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            hosts.add(new PlannedHost(
                    names.apply(i),
                    i,
                    functions(i),
                    Optional.of(new PlannedHost.Management("mgmt0", Optional.empty()))));
        }
        List<RelayPlan> relayPlans = relays == 0 ? List.of() : relayPlans(hosts);
        return new Plan(
                size == 2 ? Shape.Kind.PAIR : closed ? Shape.Kind.RING : Shape.Kind.PATH,
                false,
                hosts,
                links(hosts),
                new AddressPlan(linkAddresses(hosts), List.of(), List.of(), 24, 24),
                new PairingResult.EveryPair(new LaneTable(size, 1, List.of()), List.of()),
                new WireSection(
                        new LaneTable(size, 1, List.of()),
                        List.of(),
                        List.of(),
                        false,
                        "wire and NCCL share all functions",
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()),
                relaySection(relayPlans),
                engine(hosts),
                transit,
                List.of(new Proof(
                        "addresses are unique", "each address of each function", size * 2 * planes, List.of())),
                List.of("A ring of four has a bisection of one link."));
    }

    private RelaySection relaySection(List<RelayPlan> relayPlans) {
        return new RelaySection(
                relays,
                backend,
                RelayForm.TAG,
                backend == Backend.HARDWARE ? Optional.of(marker) : Optional.empty(),
                true,
                relayPlans,
                relayPlans.stream().map(Bounds::of).toList(),
                relayPlans.stream().map(Bounds::of).toList(),
                RelaySection.BEST_QUEUE_SIZE,
                true);
    }

    private List<RelayPlan> relayPlans(List<PlannedHost> hosts) {
        List<PlanRequest.RankRange> ranges =
                groups.isEmpty() ? List.of(new PlanRequest.RankRange(0, size - 1)) : groups;
        return ranges.stream()
                .map(range -> RelayPlanner.plan(group(hosts, range), relays, RelayPlan.Spread.BY_PLANE))
                .toList();
    }

    private Group group(List<PlannedHost> hosts, PlanRequest.RankRange range) {
        boolean whole = closed && range.first() == 0 && range.last() == size - 1;
        List<Group.Member> members = new ArrayList<>();
        for (int rank = range.first(); rank <= range.last(); rank++) {
            PlannedHost host = hosts.get(rank);
            members.add(new Group.Member(
                    host.name(),
                    rank,
                    whole || rank < range.last() ? facing(host, 0) : List.of(),
                    whole || rank > range.first() ? facing(host, 1) : List.of()));
        }
        return new Group(members, whole, planes);
    }

    private static List<PlannedFunction> facing(PlannedHost host, int port) {
        return host.functions().stream().filter(f -> f.port() == port).toList();
    }

    private List<PlannedFunction> functions(int host) {
        List<PlannedFunction> functions = new ArrayList<>();
        for (int plane = 0; plane < planes; plane++) {
            for (int port = 0; port < 2; port++) {
                boolean linked = closed || (port == 0 ? host < size - 1 : host > 0);
                int cable = port == 0 ? host : Math.floorMod(host - 1, size);
                String prefix = plane == 0 ? "p1s0f" : "P2p1s0f";
                String device = "roce" + prefix + port;
                functions.add(new PlannedFunction(
                        netdevs.apply(device, "en" + prefix + port + "np" + port),
                        Optional.of(device),
                        Optional.of(new MacAddress(0x4cbb_0000_0000L | (long) host << 16 | port << 8 | plane)),
                        linked ? Optional.of(Ipv4Address.of(10, 41 + plane, cable, 1 + port)) : Optional.empty(),
                        linked ? OptionalInt.of(24) : OptionalInt.empty(),
                        0,
                        port,
                        plane,
                        Optional.of(new PciAddress(2 * plane, 1, 0, port)),
                        linked,
                        false));
            }
        }
        return functions;
    }

    private List<PlannedLink> links(List<PlannedHost> hosts) {
        return linkAddresses(hosts).stream()
                .map(l -> new PlannedLink(l.a(), l.b(), l.plane(), Optional.of(l.subnet())))
                .toList();
    }

    private List<LinkAddress> linkAddresses(List<PlannedHost> hosts) {
        List<LinkAddress> links = new ArrayList<>();
        for (int i = 0; i < (closed ? size : size - 1); i++) {
            for (int plane = 0; plane < planes; plane++) {
                PlannedHost a = hosts.get(i);
                PlannedHost b = hosts.get((i + 1) % size);
                PlannedFunction fromA = a.functions().get(2 * plane);
                PlannedFunction fromB = b.functions().get(2 * plane + 1);
                Ipv4Address address = fromA.address().orElseThrow();
                links.add(new LinkAddress(
                        new FunctionId(a.name(), fromA.netdev()),
                        new FunctionId(b.name(), fromB.netdev()),
                        plane,
                        Subnet.of(address, 24),
                        address,
                        fromB.address().orElseThrow(),
                        false));
            }
        }
        return links;
    }

    private static EngineSection engine(List<PlannedHost> hosts) {
        return new EngineSection(
                PlanRequest.Nccl.PATCHED,
                Optional.empty(),
                hosts.stream()
                        .map(h -> new EngineEnvironment(
                                h.rank(),
                                h.name(),
                                List.of(
                                        new EngineEnvironment.Line("NCCL_ALGO", "Ring", "the ring has no other way"),
                                        new EngineEnvironment.Line("NCCL_PROTO", "^LL128", "saves pinned memory")),
                                List.of(new EngineEnvironment.Unset("NCCL_IB_GID_INDEX", "it drifts")),
                                List.of(new EngineEnvironment.Line("NCCL_DEBUG", "INFO", "shows what runs")),
                                List.of()))
                        .toList(),
                Optional.empty(),
                "one link");
    }

    /** The objects of a host, for tests that look at a few of them. */
    static List<RelayObject> objectsOf(Plan plan, String host) {
        return plan.relays().objects().stream()
                .filter(o -> o.host().equals(host))
                .toList();
    }
}
