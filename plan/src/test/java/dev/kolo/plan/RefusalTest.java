package dev.kolo.plan;

import static dev.kolo.plan.Plans.HARDWARE;
import static dev.kolo.plan.Plans.KERNEL;
import static dev.kolo.plan.Plans.refused;
import static dev.kolo.plan.Plans.relays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Boxes.Ends;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.wish.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each reason to refuse, with its own code, what was seen and what to do. */
class RefusalTest {
    private static Fabric ring(int hosts) {
        return Fabric.of(new Wish(Shape.Kind.RING, hosts).inventory());
    }

    @ParameterizedTest
    @CsvSource({"10, 4", "12, 5", "14, 6", "16, 7", "17, 7"})
    void namesTheExactNumberOfRelaysThatALargerRingNeeds(int hosts, int relays) {
        Finding refusal = refused(ring(hosts), KERNEL, Code.RELAY_REACH);
        assertThat(refusal.fix()).contains("--relays " + relays + " to reach everyone");
        assertThat(Plans.ring(hosts, relays(KERNEL, relays)).relays().everyPair())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {18, 20, 256})
    void refusesFullReachBeyondSevenRelays(int hosts) {
        Finding refusal = refused(ring(hosts), KERNEL, Code.RELAY_REACH);
        assertThat(refusal.fix()).contains("--relays 7 to reach near hosts only");
    }

    @Test
    void refusesAPathWhoseEndsAreTooFarApart() {
        Finding refusal = refused(Fabric.of(new Wish(Shape.Kind.PATH, 10).inventory()), KERNEL, Code.RELAY_REACH);
        assertThat(refusal.seen()).isEqualTo("a path of 10, whose farthest hosts are 8 relays apart");
    }

    @Test
    void refusesHardwareWithoutAMarkerByName() {
        Finding refusal = refused(ring(4), KERNEL.withBackend(Backend.HARDWARE), Code.RELAY_MARKER_MISSING);
        assertThat(refusal.seen()).isEqualTo("no --marker");
    }

    @Test
    void needsNoMarkerWhereNoRelayIsNeeded() {
        assertThat(Plans.ring(3, KERNEL.withBackend(Backend.HARDWARE)).relays().relays())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"marker", "/opt/m;reboot", "/opt/my marker", "/opt/$(id)", "/opt/../x", "/opt/a\n/b", "/"})
    void refusesAMarkerPathThatAShellCouldMisread(String path) {
        assertThatThrownBy(() -> PlanRequest.DEFAULT.with().marker(path).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("absolute path");
    }

    @ParameterizedTest
    @CsvSource({"0-4, ranks 0 to 3", "2-2, one host alone"})
    void refusesAGroupThatIsNeitherPathNorRing(String group, String seen) {
        String[] ends = group.split("-", -1);
        RankRange range = new RankRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
        assertThat(refused(ring(4), KERNEL.withGroups(List.of(range)), Code.RELAY_GROUP)
                        .seen())
                .contains(seen);
    }

    @Test
    void refusesGroupsThatShareARank() {
        PlanRequest request = KERNEL.withGroups(List.of(new RankRange(0, 3), new RankRange(3, 5)));
        assertThat(refused(ring(8), request, Code.RELAY_GROUP).seen()).contains("share a rank");
    }

    @Test
    void refusesGroupsOnASwitch() {
        Fabric fabric = Fabric.of(new Wish(Shape.Kind.SWITCHED, 4).inventory());
        refused(fabric, KERNEL.withGroups(List.of(new RankRange(0, 1))), Code.RELAY_GROUP);
    }

    @Test
    void refusesTheOlderFormForAnythingButARingOfFour() {
        PlanRequest older = HARDWARE.with().form(RelayForm.FLOW_LABEL).build();
        assertThat(refused(ring(5), older, Code.RELAY_FORM).seen()).isEqualTo("a ring of 5");
        assertThat(refused(Boxes.ring(4).planes(1).fabric(), older, Code.RELAY_FORM)
                        .seen())
                .isEqualTo("a ring of four on 1 plane");
        assertThat(refused(ring(4), older.withBackend(Backend.KERNEL), Code.RELAY_FORM)
                        .seen())
                .isEqualTo("--backend kernel");
    }

    @ParameterizedTest
    @CsvSource({"hw-tc-offload, off [fixed]", "hairpin_num_queues, 2", "flow_steering_mode, dmfs", "eswitch, switchdev"
    })
    void refusesHardwareRelaysOverAFunctionThatIsSetOtherwise(String setting, String value) {
        Boxes boxes = Boxes.ring(4)
                .addressed()
                .change(
                        2,
                        facts -> facts.netdev(Boxes.netdev(1, 1), Evidence.NONE).feature(setting, value));
        Finding refusal = refused(boxes.fabric(), HARDWARE, Code.RELAY_NIC_PROFILE);
        assertThat(refusal.host()).isEqualTo("spark3");
        assertThat(refusal.subject()).isEqualTo("enP2p1s0f1np1");
        assertThat(refusal.seen()).isEqualTo(setting + " is " + value);
        assertThat(Plans.of(boxes.fabric(), KERNEL).relays().relays())
                .as("the kernel needs none of it")
                .isEqualTo(1);
    }

    @Test
    void refusesHardwareRelaysOverASmallMtu() {
        Boxes boxes = Boxes.ring(4)
                .addressed()
                .change(
                        0,
                        facts -> facts.netdev(Boxes.netdev(0, 0), Evidence.NONE).mtu(1500));
        assertThat(refused(boxes.fabric(), HARDWARE, Code.RELAY_NIC_PROFILE).seen())
                .isEqualTo("MTU is 1500");
    }

    @Test
    void refusesHardwareRelaysOverAnAddressWithoutItsGid() {
        Boxes boxes = Boxes.ring(4)
                .addressed()
                .change(
                        0,
                        facts -> facts.rdmaDevice(Boxes.device(0, 0), Evidence.NONE)
                                .gidsObserved());
        assertThat(refused(boxes.fabric(), HARDWARE, Code.RELAY_NIC_PROFILE).wanted())
                .isEqualTo("GID a RoCE v2 entry of 10.10.0.10");
    }

    @Test
    void saysWhatOfTheProfileNobodyShowed() {
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), HARDWARE);
        assertThat(plan.proofs())
                .filteredOn(p -> p.name().equals("relay NICs have the profile"))
                .singleElement()
                .satisfies(p -> {
                    assertThat(p.holds()).isTrue();
                    assertThat(p.notObserved()).anyMatch(s -> s.contains("hw-tc-offload"));
                });
        assertThat(plan.notes()).anyMatch(n -> n.contains("hairpin_queue_size was not observed"));
    }

    @Test
    void refusesRelaysOverAHalfOfACableThatIsDownAndNamesIt() {
        Finding refusal = refused(halfCabled(), KERNEL, Code.RELAY_PLANE_MISSING);
        assertThat(refusal.subject()).isEqualTo("spark2 port 0 - spark3 port 1");
        assertThat(refusal.seen()).contains("enP2p1s0f0np0 of spark2 is down");
        assertThat(Plans.of(halfCabled(), PlanRequest.DEFAULT).notes())
                .anyMatch(n -> n.contains("enP2p1s0f0np0 of spark2 is down"));
    }

    /** One half of a port is down and has seen nothing. */
    private static Fabric halfCabled() {
        Boxes boxes = Boxes.ring(4);
        List<NodeFacts> hosts = boxes.inventory().hosts().stream()
                .map(facts -> withoutSecondHalf(facts))
                .toList();
        return Fabric.of(Inventory.of(hosts));
    }

    private static NodeFacts withoutSecondHalf(NodeFacts facts) {
        FactsBuilder builder = new FactsBuilder(facts.host());
        facts.netdevs()
                .forEach(n -> builder.netdev(n.name(), n.evidence())
                        .mac(n.mac().orElse(new MacAddress(1)))
                        .state(n.state()));
        facts.rdmaDevices()
                .forEach(d -> builder.rdmaDevice(d.name(), d.evidence())
                        .netdev(d.netdev().orElseThrow())
                        .state(d.state()));
        facts.routes().forEach(builder::route);
        facts.neighbours().stream().filter(n -> !n.netdev().startsWith("enP2")).forEach(builder::neighbour);
        if (facts.host().equals("spark2")) {
            builder.netdev(Boxes.netdev(0, 1), Evidence.NONE).state(LinkState.DOWN);
            builder.rdmaDevice(Boxes.device(0, 1), Evidence.NONE).state(RdmaDevice.State.DOWN);
        }
        return builder.build();
    }

    @Test
    void refusesSwappedPlugsAndNamesThem() {
        // Spark2's plugs are exchanged, its addresses are as before: it sees its neighbours on the wrong ports.
        Boxes boxes = Boxes.ring(4).upPort(1, 1).addressed();
        Fabric swapped = exchangeAddresses(boxes);
        Finding refusal = refused(swapped, PlanRequest.DEFAULT, Code.CABLES_DISAGREE);
        assertThat(refusal.host()).isEqualTo("spark2");
        assertThat(refusal.fix()).contains("Exchange the plugs in spark2 port 0 and port 1");
        Plan readdressed =
                Plans.of(swapped, PlanRequest.DEFAULT.with().readdress(true).build());
        assertThat(readdressed.addresses().links()).noneMatch(l -> l.kept());
    }

    private static Fabric exchangeAddresses(Boxes boxes) {
        List<NodeFacts> hosts = boxes.inventory().hosts().stream()
                .map(facts -> facts.host().equals("spark2") ? exchanged(facts) : facts)
                .toList();
        return Fabric.of(Inventory.of(hosts));
    }

    private static NodeFacts exchanged(NodeFacts facts) {
        FactsBuilder builder = new FactsBuilder(facts.host());
        for (Netdev netdev : facts.netdevs()) {
            var copy = builder.netdev(netdev.name(), Evidence.NONE).state(netdev.state());
            netdev.mac().ifPresent(copy::mac);
            String other = netdev.name().contains("f0np0")
                    ? netdev.name().replace("f0np0", "f1np1")
                    : netdev.name().replace("f1np1", "f0np0");
            facts.netdev(other).orElseThrow().addresses().forEach(copy::address);
        }
        facts.rdmaDevices()
                .forEach(d -> builder.rdmaDevice(d.name(), Evidence.NONE)
                        .netdev(d.netdev().orElseThrow())
                        .state(d.state()));
        facts.routes().forEach(builder::route);
        facts.neighbours().forEach(builder::neighbour);
        return builder.build();
    }

    @Test
    void refusesAddressesThatJoinTwoPlanesUnlessNewOnesAreWanted() {
        // On the second cable each half shares its network with the other half at the far end; no MAC was seen there.
        Fabric fabric = withoutNeighbours(Boxes.ring(3)
                .addresses((cable, plane) -> Optional.of(new Ends(
                        Ipv4Address.of(10, 10 + plane, cable, 10),
                        24,
                        Ipv4Address.of(10, 10 + (cable == 1 ? 1 - plane : plane), cable, 11),
                        24))));
        Finding refusal = refused(fabric, PlanRequest.DEFAULT, Code.PLANES_MIXED);
        assertThat(refusal.subject()).isEqualTo("spark2 port 0 - spark3 port 1");
        Plan plan = Plans.of(fabric, PlanRequest.DEFAULT.with().readdress(true).build());
        assertThat(plan.links()).hasSize(6);
    }

    private static Fabric withoutNeighbours(Boxes boxes) {
        List<NodeFacts> hosts = boxes.inventory().hosts().stream()
                .map(facts -> {
                    FactsBuilder builder = new FactsBuilder(facts.host());
                    facts.netdevs().forEach(n -> {
                        var netdev = builder.netdev(n.name(), n.evidence()).state(n.state());
                        n.addresses().forEach(netdev::address);
                    });
                    facts.routes().forEach(builder::route);
                    return builder.build();
                })
                .toList();
        return Fabric.of(Inventory.of(hosts));
    }

    @Test
    void namesACableWithoutASignalUnlessAPathIsWanted() {
        Boxes boxes = Boxes.path(4)
                .addresses((cable, plane) -> Optional.of(Ends.in("10.1" + plane + "." + cable + ".0/24", 10, 11)));
        for (int plane = 0; plane < 2; plane++) {
            NetAddress first = NetAddress.live(Ipv4Address.of(10, 10 + plane, 3, 10), 24, Evidence.NONE);
            NetAddress last = NetAddress.live(Ipv4Address.of(10, 10 + plane, 3, 11), 24, Evidence.NONE);
            String up = Boxes.netdev(0, plane);
            String down = Boxes.netdev(1, plane);
            boxes.change(3, facts -> facts.netdev(up, Evidence.NONE).address(first));
            boxes.change(0, facts -> facts.netdev(down, Evidence.NONE).address(last));
        }
        Finding refusal = refused(boxes.fabric(), PlanRequest.DEFAULT, Code.CABLE_MISSING);
        assertThat(refusal.subject()).isEqualTo("spark1 port 1 - spark4 port 0");
        PlanRequest path = PlanRequest.DEFAULT.with().shape(Shape.Kind.PATH).build();
        assertThat(Plans.of(boxes.fabric(), path).hosts()).hasSize(4);
    }

    @Test
    void refusesToPlanOverTheDefaultRoute() {
        List<NodeFacts> hosts = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            FactsBuilder facts = new FactsBuilder("server" + i);
            facts.netdev("enp1s0f0np0", Evidence.NONE)
                    .state(LinkState.UP)
                    .address(NetAddress.live(Ipv4Address.of(10, 0, 0, i), 24, Evidence.NONE));
            facts.rdmaDevice("rocep1s0f0", Evidence.NONE).netdev("enp1s0f0np0");
            facts.route(new Route(
                    "default",
                    Optional.of("enp1s0f0np0"),
                    Optional.of(Ipv4Address.of(10, 0, 0, 254)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    Evidence.NONE));
            hosts.add(facts.build());
        }
        Fabric fabric = Fabric.of(Inventory.of(hosts));
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.SWITCHED);
        Finding refusal = refused(fabric, PlanRequest.DEFAULT, Code.PLAN_OVER_MANAGEMENT);
        assertThat(refusal.seen())
                .isEqualTo("the default route of server1 leaves by enp1s0f0np0, a port of the fabric");
    }

    @Test
    void namesTheOpenPortsWhenARingIsWantedAndAPathIsThere() {
        Fabric path = Boxes.path(4).fabric();
        Finding refusal =
                refused(path, PlanRequest.DEFAULT.with().shape(Shape.Kind.RING).build(), Code.SHAPE_NOT_RING);
        assertThat(refusal.fix())
                .contains("spark1 port 1")
                .contains("spark4 port 0")
                .contains("close the ring");
    }

    @Test
    void refusesAPoolThatIsTooSmallAndSaysWhichWouldDo() {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .pools(List.of(Subnet.parse("10.9.0.0/22").orElseThrow()))
                .build();
        Finding refusal = refused(ring(4), request, Code.PLAN_NO_ADDRESSES);
        assertThat(refusal.fix()).contains("at least /21");
        Subnet enough = Subnet.parse("10.9.0.0/21").orElseThrow();
        assertThat(Plans.ring(4, request.with().pools(List.of(enough)).build())
                        .addresses()
                        .links())
                .hasSize(8)
                .allMatch(l -> enough.overlaps(l.subnet()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"198.18.0.0/16", "192.168.1.0/24", "127.0.0.0/16", "224.0.0.0/8"})
    void refusesAPoolThatIsUsedOtherwise(String pool) {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .pools(List.of(Subnet.parse(pool).orElseThrow()))
                .build();
        assertThat(refused(Boxes.ring(4).fabric(), request, Code.PLAN_NO_ADDRESSES)
                        .seen())
                .contains("pool " + pool + " overlaps");
    }

    @ParameterizedTest
    @CsvSource({"PAIR, 3", "PAIR, 1", "RING, 2", "RING, 257", "PATH, 257", "SWITCHED, 255", "SWITCHED, 2", "RING, 0"})
    void refusesWishesOutsideItsLimits(Shape.Kind shape, int hosts) {
        assertThat(new Wish(shape, hosts).refusal())
                .hasValueSatisfying(f -> assertThat(f.code()).isEqualTo(Code.PLAN_HOST_COUNT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$(reboot)",
                "a b",
                "a;b",
                "../etc",
                "..",
                ".",
                "-rf",
                "a\nb",
                "a'b",
                "a\"b",
                "a/b",
                "a:b",
                "é",
                "a#b",
                "a|b",
                "{a}",
                "a%b",
                "",
                "a\u202eb",
                "\u001b[31m"
            })
    void refusesHostNamesThatAShellAPathOrYamlCouldMisread(String name) {
        Fabric fabric = Boxes.ring(3).names(List.of(name, "h2", "h3")).fabric();
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.RING);
        refused(fabric, PlanRequest.DEFAULT, Code.PLAN_NAME_UNFIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"H2", "plan.json", "README.md"})
    void refusesHostNamesWhoseFolderWouldBeAnothers(String name) {
        Fabric fabric = Boxes.ring(3).names(List.of(name, "h2", "h3")).fabric();
        refused(fabric, PlanRequest.DEFAULT, Code.PLAN_NAME_UNFIT);
    }

    @Test
    void refusesALanNetdevNameThatAShellCouldMisread() {
        Finding refusal = refused(Boxes.ring(3).lan("eth0;reboot").fabric(), PlanRequest.DEFAULT, Code.PLAN_NAME_UNFIT);
        assertThat(refusal.seen()).isEqualTo("netdev name \"eth0;reboot\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"enp1$(id)", "enp1 s0", "-x", "enp1s0f0np0123456", "a/b", "a;b"})
    void refusesNetdevNamesThatAShellCouldMisread(String name) {
        Fabric fabric = Boxes.ring(3)
                .change(
                        0,
                        facts -> facts.rdmaDevice("rocep9s0f0", Evidence.NONE).netdev(name))
                .change(0, facts -> facts.netdev(name, Evidence.NONE).state(LinkState.DOWN))
                .fabric();
        String fix = refused(fabric, PlanRequest.DEFAULT, Code.PLAN_NAME_UNFIT).fix();
        boolean real = Set.of("enp1$(id)", "-x", "a;b").contains(name);
        assertThat(fix).contains(real ? "Rename it" : "No kernel has a netdev of that name");
    }

    /** Two cards of one port each: their PCI roots differ along a cable, and nothing is mixed. */
    @Test
    void relaysOverHostsWithOneCardAPort() {
        Boxes boxes = Boxes.ring(4).planes(1).changeAll(facts -> {
            for (int port = 0; port < 2; port++) {
                PciAddress pci = new PciAddress(0, 1 + port, 0, 0);
                facts.netdev(Boxes.netdev(port, 0), Evidence.NONE).pci(pci).portNumber(0);
                facts.rdmaDevice(Boxes.device(port, 0), Evidence.NONE).pci(pci);
            }
        });
        Plan plan = Plans.of(boxes.fabric(), KERNEL);
        assertThat(plan.relays().everyPair()).isTrue();
        assertThat(plan.wire().lanes().lanesPerPeer()).isEqualTo(1);
        assertThat(plan.links()).hasSize(4).allMatch(l -> l.plane() == 0);
    }

    @Test
    void refusesToKeepApartWhatHasOnePlane() {
        PlanRequest apart = PlanRequest.DEFAULT.with().keepApart(true).build();
        refused(Boxes.ring(3).planes(1).fabric(), apart, Code.PLAN_KEEP_APART);
    }

    @Test
    void refusesTransitRoutesForALargeRing() {
        refused(ring(17), PlanRequest.DEFAULT.with().transitRoutes(true).build(), Code.PLAN_HOST_COUNT);
    }

    @Test
    void doesNotTakeARouteThatSomebodyElseHas() {
        Fabric clean = Boxes.ring(4).addressed().fabric();
        assertThat(Plans.of(clean, KERNEL).relays().objects()).isNotEmpty();
        Boxes taken = Boxes.ring(4)
                .addressed()
                .change(
                        0,
                        facts -> facts.route(new Route(
                                "10.10.1.11",
                                Optional.of(Boxes.netdev(0, 0)),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("static"),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Evidence.NONE)));
        Finding refusal = refused(taken.fabric(), KERNEL, Code.PLAN_PROOF_FAILED);
        assertThat(refusal.seen()).contains("nothing foreign is used").contains("10.10.1.11 on spark1");
    }

    @Test
    void doesNotTakeAPreferenceThatSomebodyElseHolds() {
        Boxes taken = Boxes.ring(4)
                .addressed()
                .change(
                        1,
                        facts -> facts.filter(new TcFilter(
                                Boxes.netdev(1, 0),
                                "ingress",
                                "all",
                                11,
                                "matchall",
                                "0x1",
                                Map.of(),
                                List.of(),
                                Evidence.NONE)));
        assertThat(refused(taken.fabric(), KERNEL, Code.PLAN_PROOF_FAILED).seen())
                .contains("preference 11 at ingress of enp1s0f1np1 on spark2");
    }

    @Test
    void doesNotTakeAPermanentNeighbourEntryThatSomebodyElseMade() {
        Boxes taken = Boxes.ring(4)
                .addressed()
                .change(
                        0,
                        facts -> facts.neighbour(new Neighbour(
                                Ipv4Address.of(10, 10, 1, 11),
                                Boxes.netdev(0, 0),
                                Optional.of(Boxes.mac(1, 1, 0)),
                                Neighbour.State.PERMANENT,
                                Optional.empty(),
                                Evidence.NONE)));
        assertThat(refused(taken.fabric(), KERNEL, Code.PLAN_PROOF_FAILED).seen())
                .contains("10.10.1.11 on spark1");
    }

    @Test
    void refusesStatedCablesWithoutAnyFacts() {
        var end1 = new StatedCable.End("a", OptionalInt.of(0), Optional.empty());
        var end2 = new StatedCable.End("b", OptionalInt.of(0), Optional.empty());
        Fabric fabric = Fabric.of(new Inventory(
                List.of(), List.of(new StatedCable(end1, end2, Optional.empty(), Evidence.NONE)), List.of()));
        assertThat(fabric.shape().kind()).isEqualTo(Shape.Kind.PAIR);
        refused(fabric, PlanRequest.DEFAULT, Code.PLAN_NO_ADDRESSES);
    }

    @Test
    void neverPlansOverTheNetdevOfTheDefaultRoute() {
        Boxes boxes = Boxes.ring(3)
                .change(
                        0,
                        facts -> facts.netdev("enP7s7", Evidence.NONE)
                                .address(NetAddress.live(Ipv4Address.of(10, 40, 7, 1), 16, Evidence.NONE)));
        Plan plan = Plans.of(boxes.fabric(), PlanRequest.DEFAULT);
        Subnet lan = Subnet.parse("10.40.0.0/16").orElseThrow();
        assertThat(plan.addresses().links()).noneMatch(l -> lan.overlaps(l.subnet()));
        assertThat(plan.hosts())
                .allMatch(h -> h.management().orElseThrow().netdev().equals("enP7s7"));
    }
}
