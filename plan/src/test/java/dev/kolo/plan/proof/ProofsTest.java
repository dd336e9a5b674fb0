package dev.kolo.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.Plans;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import dev.kolo.plan.wish.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proof is worth what it finds: each is shown to fail when the plan is damaged in the way it looks for. */
class ProofsTest {
    private static final Plan RING = Plans.ring(6, Plans.KERNEL);
    private static final Fabric FABRIC = Fabric.of(new Wish(Shape.Kind.RING, 6).inventory());

    private static List<String> failedBy(Plan damaged) {
        return Proofs.of(damaged, FABRIC, Optional.empty()).stream()
                .filter(p -> !p.holds())
                .map(Proof::name)
                .toList();
    }

    @Test
    void allHoldForAnUndamagedPlan() {
        assertThat(failedBy(RING)).isEmpty();
        assertThat(RING.proofs().stream().map(Proof::name))
                .containsExactly(
                        "addresses are unique",
                        "ends match and no two networks match",
                        "rank order is cable order",
                        "every pair is reached",
                        "every way has its reverse",
                        "no frame leaves its group",
                        "tags strictly decrease",
                        "nothing foreign is used",
                        "bounds hold",
                        "relay NICs have the profile",
                        "management is untouched");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 7, 8, 9})
    void walksEveryOrderedPairOfARing(int hosts) {
        Proof reach = proof(Plans.ring(hosts, Plans.KERNEL), "every pair is reached");
        int pairs = hosts * (hosts - 1);
        assertThat(reach.checked()).contains(pairs + " of " + pairs + " ordered pairs");
    }

    @Test
    void saysHowManyPairsShareNoCableWithoutRelays() {
        Proof reach = proof(Plans.ring(4, Plans.relays(Plans.KERNEL, 0)), "every pair is reached");
        assertThat(reach.checked())
                .contains("8 of 12 ordered pairs of ranks reach each other; the others share no cable");
    }

    private static Proof proof(Plan plan, String name) {
        return plan.proofs().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Without any one object, some frame is lost; with any one MAC changed, too. */
    @Test
    void everyObjectIsNeeded() {
        int count = RING.relays().objects().size();
        assertThat(count).isEqualTo(6 * (8 + 8 + 8 + 8));
        for (int i = 0; i < count; i++) {
            int at = i;
            RelayObject object = RING.relays().objects().get(i);
            assertThat(failedBy(withObjects(objects -> without(objects, at))))
                    .as("without %s", object)
                    .contains("every pair is reached");
        }
    }

    @Test
    void everyMacAndEgressMatters() {
        for (int i = 0; i < RING.relays().objects().size(); i++) {
            int at = i;
            Optional<RelayObject> damaged = damaged(RING.relays().objects().get(i));
            damaged.ifPresent(object -> assertThat(failedBy(withObjects(objects -> with(objects, at, object))))
                    .as("with %s", object)
                    .contains("every pair is reached"));
        }
    }

    private static Optional<RelayObject> damaged(RelayObject object) {
        var nobody = new dev.kolo.fabric.address.MacAddress(0x02_ff_ff_ff_ff_ffL);
        return switch (object) {
            case RelayObject.Neighbour n -> Optional.empty();
            case RelayObject.Filter f ->
                Optional.of(
                        f.relaysLeft() == 1
                                ? new RelayObject.Filter(f.host(), f.ingress(), 1, f.egress(), nobody)
                                : new RelayObject.Filter(
                                        f.host(), f.ingress(), f.relaysLeft(), f.ingress(), f.nextHop()));
            case RelayObject.Marker m ->
                Optional.of(new RelayObject.Marker(m.host(), m.netdev(), m.device(), m.destination(), m.relays() + 1));
            case RelayObject.Route r ->
                Optional.of(new RelayObject.Route(r.host(), r.destination(), other(r.netdev()), r.source()));
            case RelayObject.PairFilter _, RelayObject.PortMarker _ -> Optional.empty();
        };
    }

    private static String other(String netdev) {
        return netdev.endsWith("f0np0") ? netdev.replace("f0np0", "f1np1") : netdev.replace("f1np1", "f0np0");
    }

    @Test
    void findsAWayWithoutItsReverse() {
        RelayPlan group = RING.relays().groups().getFirst();
        Plan oneWay = withGroup(new RelayPlan(
                group.group(),
                group.relays(),
                group.paths().subList(1, group.paths().size()),
                group.objects(),
                group.lanes(),
                group.spread()));
        assertThat(failedBy(oneWay)).containsExactly("every way has its reverse");
    }

    @Test
    void findsAFrameThatLeavesItsGroup() {
        Plan halves = Plans.ring(8, Plans.KERNEL.withGroups(List.of(new RankRange(0, 3), new RankRange(4, 7))));
        assertThat(proof(halves, "no frame leaves its group").cases()).isPositive();
        RelayPlan first = halves.relays().groups().getFirst();
        List<RelayObject> leaking = new ArrayList<>(first.objects());
        // A rule at the edge lets in what comes from the host next to the group.
        leaking.add(new RelayObject.Filter(
                "spark1",
                "enp1s0f1np1",
                1,
                "enp1s0f0np0",
                new dev.kolo.fabric.address.MacAddress(0x02_4b_00_02_01_00L)));
        List<RelayPlan> groups = new ArrayList<>(halves.relays().groups());
        groups.set(0, copy(first, leaking));
        Plan damaged = withRelays(halves, groups);
        Fabric fabric = Fabric.of(new Wish(Shape.Kind.RING, 8).inventory());
        assertThat(Proofs.of(damaged, fabric, Optional.empty()))
                .filteredOn(p -> !p.holds())
                .extracting(Proof::name)
                .contains("no frame leaves its group");
    }

    @Test
    void findsAddressesThatTwoFunctionsHave() {
        Plan twice = withHosts(hosts -> {
            List<PlannedHost> changed = new ArrayList<>(hosts);
            PlannedHost first = hosts.getFirst();
            List<PlannedFunction> functions = new ArrayList<>(first.functions());
            functions.set(
                    1, functions.get(1).withAddress(functions.get(0).address().orElseThrow(), 24, false));
            changed.set(0, new PlannedHost(first.name(), 0, functions, first.management()));
            return changed;
        });
        assertThat(failedBy(twice)).contains("addresses are unique");
    }

    @Test
    void findsARankOrderThatIsNotTheCablesOrder() {
        Plan swapped = withHosts(hosts -> {
            List<PlannedHost> changed = new ArrayList<>(hosts);
            PlannedHost second = hosts.get(1);
            PlannedHost third = hosts.get(2);
            changed.set(1, new PlannedHost(third.name(), 1, third.functions(), third.management()));
            changed.set(2, new PlannedHost(second.name(), 2, second.functions(), second.management()));
            return changed;
        });
        assertThat(failedBy(swapped)).contains("rank order is cable order");
    }

    @Test
    void findsAnOperationThatOverflowsAQueue() {
        WireSection wire = RING.wire();
        Plan tooLarge = copy(
                RING,
                RING.hosts(),
                new WireSection(
                        wire.lanes(),
                        wire.groups(),
                        wire.devices(),
                        false,
                        wire.trade(),
                        wire.windowBytes(),
                        wire.chunkBytes(),
                        OptionalLong.of(wire.operationBytes().orElseThrow() * 2)),
                RING.relays());
        assertThat(failedBy(tooLarge)).containsExactly("bounds hold");
        Plan tooWide = copy(
                RING,
                RING.hosts(),
                new WireSection(
                        wire.lanes(),
                        wire.groups(),
                        wire.devices(),
                        false,
                        wire.trade(),
                        OptionalLong.of(wire.windowBytes().orElseThrow() * 3),
                        wire.chunkBytes(),
                        wire.operationBytes()),
                RING.relays());
        assertThat(failedBy(tooWide)).containsExactly("bounds hold");
    }

    @Test
    void findsAnObjectOnTheNetdevOfTheLan() {
        RelayObject.Route route = (RelayObject.Route) RING.relays().objects().getFirst();
        Plan onLan = withObjects(objects ->
                with(objects, 0, new RelayObject.Route(route.host(), route.destination(), "enP7s7", route.source())));
        assertThat(failedBy(onLan)).contains("management is untouched", "nothing foreign is used");
    }

    private static List<RelayObject> without(List<RelayObject> objects, int at) {
        List<RelayObject> changed = new ArrayList<>(objects);
        changed.remove(at);
        return changed;
    }

    private static List<RelayObject> with(List<RelayObject> objects, int at, RelayObject object) {
        List<RelayObject> changed = new ArrayList<>(objects);
        changed.set(at, object);
        return changed;
    }

    private static Plan withObjects(UnaryOperator<List<RelayObject>> change) {
        RelayPlan group = RING.relays().groups().getFirst();
        return withGroup(copy(group, change.apply(group.objects())));
    }

    private static RelayPlan copy(RelayPlan group, List<RelayObject> objects) {
        return new RelayPlan(group.group(), group.relays(), group.paths(), objects, group.lanes(), group.spread());
    }

    private static Plan withGroup(RelayPlan group) {
        return withRelays(RING, List.of(group));
    }

    private static Plan withRelays(Plan plan, List<RelayPlan> groups) {
        RelaySection old = plan.relays();
        return copy(
                plan,
                plan.hosts(),
                plan.wire(),
                new RelaySection(
                        old.relays(),
                        old.backend(),
                        old.form(),
                        old.marker(),
                        old.everyPair(),
                        groups,
                        old.bounds(),
                        old.publishedBounds(),
                        old.queueSize(),
                        old.queueSizeKnown()));
    }

    private static Plan withHosts(Function<List<PlannedHost>, List<PlannedHost>> change) {
        return copy(RING, change.apply(RING.hosts()), RING.wire(), RING.relays());
    }

    private static Plan copy(Plan plan, List<PlannedHost> hosts, WireSection wire, RelaySection relays) {
        List<PlannedLink> links = plan.links();
        return new Plan(
                plan.shape(),
                plan.invented(),
                hosts,
                links,
                plan.addresses(),
                plan.lanes(),
                wire,
                relays,
                plan.engine(),
                plan.transit(),
                List.of(),
                plan.notes());
    }
}
