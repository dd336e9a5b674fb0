package dev.kolo.plan.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.plan.Boxes;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.Plans;
import dev.kolo.plan.diff.Difference.Kind;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A host that applied the plan shows no difference; each change to it shows as what it is. */
class PlanDiffTest {
    private static final Plan PLAN = Plans.of(Boxes.ring(4).addressed().fabric(), Plans.KERNEL);

    @Test
    void findsNothingOnHostsThatAppliedThePlan() {
        PlanDiff diff = PlanDiff.of(PLAN, applied(o -> o, facts -> {}));
        assertThat(diff.differences()).isEmpty();
        assertThat(diff.notObserved()).isEmpty();
        assertThat(diff.compared()).isEqualTo(16 + 16 + 64);
    }

    @Test
    void findsEverythingMissingOnHostsThatDidNot() {
        Inventory bare =
                Boxes.ring(4).addressed().changeAll(PlanDiffTest::looked).inventory();
        PlanDiff diff = PlanDiff.of(PLAN, bare);
        assertThat(diff.differences()).hasSize(64).allMatch(d -> d.kind() == Kind.MISSING);
        assertThat(diff.differences())
                .extracting(Difference::object)
                .contains(
                        "route 10.10.1.11 dev enp1s0f0np0 src 10.10.0.10 proto 82",
                        "neigh 10.10.1.11 lladdr 4c:bb:47:02:01:00 dev enp1s0f0np0 permanent proto 82",
                        "filter dev enp1s0f1np1 ingress pref 11 protocol 0x88b5 flower eth dst 4c:bb:47:03:01:00 eth type"
                                + " 0x0800 redirect enp1s0f0np0",
                        "filter dev enp1s0f0np0 egress pref 20 protocol ip flower dst_ip 10.10.1.11 eth type 0x88b5");
        assertThat(diff.notObserved()).allMatch(g -> g.check().contains("MTU"));
    }

    @Test
    void saysWhatItCouldNotSee() {
        PlanDiff diff = PlanDiff.of(PLAN, Boxes.ring(4).inventory());
        assertThat(diff.notObserved()).extracting(g -> g.check()).anyMatch(c -> c.startsWith("the filters of spark1"));
        PlanDiff nobody = PlanDiff.of(PLAN, Inventory.of(List.of()));
        assertThat(nobody.notObserved()).hasSize(4);
        assertThat(nobody.differences()).isEmpty();
        assertThat(nobody.compared()).isZero();
    }

    @Test
    void findsWrongObjects() {
        PlanDiff diff = PlanDiff.of(PLAN, applied(PlanDiffTest::twisted, facts -> {}));
        assertThat(diff.differences()).hasSize(3).allMatch(d -> d.kind() == Kind.WRONG);
        assertThat(diff.differences()).extracting(Difference::host).containsOnly("spark2");
    }

    /** Another MAC in the first rule, another netdev in the first route, another MAC in the first neighbour entry. */
    private static List<RelayObject> twisted(List<RelayObject> objects) {
        List<RelayObject> changed = new ArrayList<>();
        boolean route = false;
        boolean neighbour = false;
        boolean filter = false;
        MacAddress nobody = new MacAddress(0x02_00_00_00_00_01L);
        for (RelayObject object : objects) {
            if (!object.host().equals("spark2")) {
                changed.add(object);
            } else if (object instanceof RelayObject.Route r && !route) {
                route = true;
                changed.add(new RelayObject.Route(r.host(), r.destination(), "enp1s0f9np9", r.source()));
            } else if (object instanceof RelayObject.Neighbour n && !neighbour) {
                neighbour = true;
                changed.add(new RelayObject.Neighbour(n.host(), n.destination(), n.netdev(), nobody));
            } else if (object instanceof RelayObject.Filter f && !filter) {
                filter = true;
                changed.add(new RelayObject.Filter(f.host(), f.ingress(), f.relaysLeft(), f.egress(), nobody));
            } else {
                changed.add(object);
            }
        }
        return changed;
    }

    @Test
    void findsForeignAndOrphanedObjects() {
        Inventory now = applied(o -> o, facts -> {
            if (facts.host().equals("spark3")) {
                facts.route(route("10.99.0.1", Boxes.netdev(0, 0), Ipv4Address.of(10, 10, 2, 10), "82"));
                facts.route(route("10.98.0.1", Boxes.netdev(0, 0), Ipv4Address.of(10, 10, 2, 10), "static"));
                facts.filter(filter(Boxes.netdev(0, 0), "ingress", 13, Map.of(), List.of("matchall")));
                facts.netdev(Boxes.netdev(0, 0), Evidence.NONE)
                        .address(NetAddress.live(Ipv4Address.of(10, 77, 0, 1), 24, Evidence.NONE));
                facts.netdev(Boxes.netdev(1, 0), Evidence.NONE).mtu(1500);
            }
        });
        PlanDiff diff = PlanDiff.of(PLAN, now);
        assertThat(diff.differences())
                .extracting(d -> d.kind() + " " + d.object())
                .containsExactlyInAnyOrder(
                        "ORPHANED route 10.99.0.1 dev enp1s0f0np0 src 10.10.2.10 proto 82",
                        "FOREIGN filter dev enp1s0f0np0 ingress pref 13 protocol 0x88b7 flower",
                        "FOREIGN addr 10.77.0.1/24 dev enp1s0f0np0",
                        "WRONG mtu dev enp1s0f1np1");
    }

    @Test
    void findsWhatAnEarlierPlanWithRelaysLeftBehind() {
        Plan without = Plans.of(Boxes.ring(4).addressed().fabric(), Plans.relays(Plans.KERNEL, 0));
        PlanDiff diff = PlanDiff.of(without, applied(o -> o, facts -> {}));
        assertThat(diff.differences()).hasSize(64).allMatch(d -> d.kind() == Kind.ORPHANED);
    }

    private static void looked(FactsBuilder facts) {
        for (Topic topic : List.of(Topic.ADDRESSES, Topic.ROUTES, Topic.NEIGHBOURS, Topic.FILTERS)) {
            facts.observe(topic, Observation.OBSERVED);
        }
    }

    private static Inventory applied(UnaryOperator<List<RelayObject>> change, Consumer<FactsBuilder> more) {
        List<RelayObject> objects = change.apply(PLAN.relays().objects());
        List<NodeFacts> hosts = new ArrayList<>();
        for (PlannedHost host : PLAN.hosts()) {
            FactsBuilder facts = new FactsBuilder(host.name());
            looked(facts);
            host.functions().stream()
                    .filter(PlannedFunction::linked)
                    .forEach(f -> facts.netdev(f.netdev(), Evidence.NONE)
                            .mtu(9000)
                            .address(NetAddress.live(
                                    f.address().orElseThrow(), f.prefixLength().orElseThrow(), Evidence.NONE)));
            objects.stream().filter(o -> o.host().equals(host.name())).forEach(o -> place(facts, o));
            more.accept(facts);
            hosts.add(facts.build());
        }
        return Inventory.of(hosts);
    }

    private static void place(FactsBuilder facts, RelayObject object) {
        switch (object) {
            case RelayObject.Route r -> facts.route(route(r.destination().toString(), r.netdev(), r.source(), "82"));
            case RelayObject.Neighbour n ->
                facts.neighbour(new Neighbour(
                        n.destination(),
                        n.netdev(),
                        Optional.of(n.nextHop()),
                        Neighbour.State.PERMANENT,
                        Optional.of("82"),
                        Evidence.NONE));
            case RelayObject.Filter f ->
                facts.filter(new TcFilter(
                        f.ingress(),
                        "ingress",
                        Tag.text(Tag.of(f.relaysLeft())),
                        10 + f.relaysLeft(),
                        "flower",
                        "0x" + f.relaysLeft(),
                        Map.of("skip_hw", "true", "not_in_hw", "true"),
                        List.of(
                                pedit(macKeys(f.nextHop())),
                                pedit(typeKey(Tag.of(f.relaysLeft() - 1))),
                                new TcFilter.Action("mirred", Map.of("to_dev", f.egress()), 0, 0)),
                        Evidence.NONE));
            case RelayObject.Marker m ->
                facts.filter(new TcFilter(
                        m.netdev(),
                        "egress",
                        "ip",
                        20,
                        "flower",
                        "",
                        Map.of("dst_ip", m.destination().toString(), "skip_hw", "true"),
                        List.of(pedit(typeKey(Tag.of(m.relays())))),
                        Evidence.NONE));
            case RelayObject.PairFilter _, RelayObject.PortMarker _ -> throw new IllegalStateException();
        }
    }

    private static Route route(String destination, String netdev, Ipv4Address source, String protocol) {
        return new Route(
                destination,
                Optional.of(netdev),
                Optional.empty(),
                Optional.of(source),
                Optional.of(protocol),
                Optional.of("link"),
                OptionalInt.empty(),
                Evidence.NONE);
    }

    private static TcFilter filter(
            String netdev, String hook, int preference, Map<String, String> keys, List<String> actions) {
        return new TcFilter(
                netdev,
                hook,
                Tag.text(0x88b4 + preference - 10),
                preference,
                "flower",
                "",
                keys,
                actions.stream()
                        .map(a -> new TcFilter.Action(a, Map.of(), 0, 0))
                        .toList(),
                Evidence.NONE);
    }

    private static TcFilter.Action pedit(Map<String, String> attributes) {
        return new TcFilter.Action("pedit", attributes, 0, 0);
    }

    private static Map<String, String> macKeys(MacAddress mac) {
        String hex = String.format(Locale.ROOT, "%012x", mac.bits());
        Map<String, String> keys = new TreeMap<>();
        keys.put("key0.offset", "0");
        keys.put("key0.val", hex.substring(0, 8));
        keys.put("key1.offset", "4");
        keys.put("key1.val", hex.substring(8) + "0000");
        return keys;
    }

    private static Map<String, String> typeKey(int etherType) {
        return Map.of("key0.offset", "12", "key0.val", String.format(Locale.ROOT, "%04x0000", etherType));
    }
}
