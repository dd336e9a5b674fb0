package dev.kolo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.plan.Boxes.Ends;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.engine.EngineEnvironment.Line;
import dev.kolo.plan.relay.RelayObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The examples of the public guides that describe such rings, with their own values: reproduced, or refused with the reason.
 * The ring of four is that of the switchless ring guide (four hosts, 10.10.N.10 and .11 on cable N, port 0 to the next
 * host's port 1); the triangle is that of an engine's issue on per-peer devices.
 */
class PublishedExamplesTest {
    /** "Give each cable its own /24", .10 at the originating rank; the second plane cabled, up, and unaddressed. */
    private static Boxes guide() {
        return Boxes.ring(4)
                .addresses((cable, plane) ->
                        plane == 0 ? Optional.of(Ends.in("10.10." + cable + ".0/24", 10, 11)) : Optional.empty());
    }

    private static Map<String, String> values(List<Line> lines) {
        return lines.stream().collect(Collectors.toMap(Line::name, Line::value));
    }

    @Test
    void keepsTheAddressTableOfTheGuide() {
        Plan plan = Plans.of(guide().fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links().stream().filter(LinkAddress::kept))
                .extracting(l -> l.a() + " " + l.addressA() + " " + l.b() + " " + l.addressB() + " " + l.subnet())
                .containsExactly(
                        "spark1:enp1s0f0np0 10.10.0.10 spark2:enp1s0f1np1 10.10.0.11 10.10.0.0/24",
                        "spark2:enp1s0f0np0 10.10.1.10 spark3:enp1s0f1np1 10.10.1.11 10.10.1.0/24",
                        "spark3:enp1s0f0np0 10.10.2.10 spark4:enp1s0f1np1 10.10.2.11 10.10.2.0/24",
                        "spark4:enp1s0f0np0 10.10.3.10 spark1:enp1s0f1np1 10.10.3.11 10.10.3.0/24");
        assertThat(plan.addresses().links().stream().filter(l -> !l.kept()))
                .as("the second plane's network has to exist before the flags can reach it")
                .hasSize(4)
                .allMatch(l -> l.plane() == 1);
    }

    @Test
    void setsTheRingBlockOfTheGuideAndTheFourFlagsOfItsSecondPlane() {
        EngineEnvironment rank =
                Plans.of(guide().fabric(), PlanRequest.DEFAULT).engine().ranks().getFirst();
        assertThat(values(rank.set()))
                .containsAllEntriesOf(Map.of(
                        "NCCL_SWITCHLESS_RING_ONLY", "1",
                        "NCCL_SKIP_TREE_CONNECT", "1",
                        "NCCL_ALGO", "Ring",
                        "NCCL_IB_SUBNET_PREFIX_LEN", "24",
                        "NCCL_MIN_NCHANNELS", "4",
                        "NCCL_MAX_NCHANNELS", "4",
                        "NCCL_P2P_LEVEL", "SYS"))
                .containsAllEntriesOf(Map.of(
                        "NCCL_IB_HCA", "=rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1",
                        "NCCL_IB_EXTENDED_IPV4_GIDS", "1",
                        "NCCL_IB_PRESERVE_PCI_DOMAIN", "1",
                        "NCCL_IB_QPS_PER_CONNECTION", "1"));
        assertThat(values(rank.firstBoot()))
                .containsEntry("NCCL_DEBUG_SUBSYS", "INIT,ENV,NET")
                .containsEntry("NCCL_IB_ROUTE_DIAGNOSTICS", "1");
        assertThat(values(rank.oneShot())).containsExactlyEntriesOf(Map.of("SGLANG_ROCE_ALLREDUCE", "0"));
    }

    /** The guide's template gives rank 0's second plane 10.10.0.10 and 10.10.3.11, which its first plane has already. */
    @Test
    void saysThatTheSecondPlaneTemplateReusesTheFirstPlanesNetworks() {
        Boxes template =
                Boxes.ring(4).addresses((cable, plane) -> Optional.of(Ends.in("10.10." + cable + ".0/24", 10, 11)));
        Plan plan = Plans.of(template.fabric(), PlanRequest.DEFAULT);
        for (int cable = 0; cable < 4; cable++) {
            String from = "spark" + (cable + 1);
            String to = "spark" + ((cable + 1) % 4 + 1);
            assertThat(plan.notes())
                    .contains(
                            "The link " + from + ":enP2p1s0f0np0 - " + to + ":enP2p1s0f1np1 gets new addresses: 10.10."
                                    + cable + ".0/24 is the network of " + from + ":enp1s0f0np0 - " + to
                                    + ":enp1s0f1np1: every cable and plane needs its own.");
        }
        assertThat(plan.addresses().links())
                .allMatch(l -> l.kept() == (l.plane() == 0))
                .extracting(LinkAddress::subnet)
                .doesNotHaveDuplicates();
    }

    /** The template's routes: cable 1 over rank 1's end of cable 0, cable 2 over rank 3's end of cable 3. */
    @Test
    void plansTheRoutesOfTheTemplateOnRequest() {
        Plan plan = Plans.of(
                guide().fabric(), PlanRequest.DEFAULT.with().transitRoutes(true).build());
        assertThat(plan.transit().stream()
                        .filter(r -> r.host().equals("spark1") && r.netdev().startsWith("enp1")))
                .extracting(r -> r.destination() + " via " + r.via() + " dev " + r.netdev())
                .containsExactlyInAnyOrder(
                        "10.10.1.0/24 via 10.10.0.11 dev enp1s0f0np0", "10.10.2.0/24 via 10.10.3.10 dev enp1s0f1np1");
    }

    /** Per node two /32 routes, two tc rules and two markers; the cap follows the smallest hairpin queue. */
    @ParameterizedTest
    @CsvSource({"1024, 81920", "8192, 262144"})
    void rendersTheOppositeNodePathsOfTheGuideWithItsCaps(String queue, String cap) {
        Boxes boxes = guide().changeAll(facts -> {
            for (int port = 0; port < 2; port++) {
                for (int plane = 0; plane < 2; plane++) {
                    facts.netdev(Boxes.netdev(port, plane), Evidence.NONE).feature("hairpin_queue_size", queue);
                }
            }
        });
        PlanRequest older = PlanRequest.DEFAULT
                .with()
                .relays(new Relays.Auto())
                .form(RelayForm.FLOW_LABEL)
                .marker("/opt/dsv41-mesh/bin/mlx5-rdma-tx-rewrite-probe")
                .build();
        Plan plan = Plans.of(boxes.fabric(), older);
        for (PlannedHost host : plan.hosts()) {
            Map<Class<?>, Long> counts = plan.relays().objects().stream()
                    .filter(o -> o.host().equals(host.name()))
                    .collect(Collectors.groupingBy(Object::getClass, Collectors.counting()));
            assertThat(counts)
                    .containsEntry(RelayObject.Route.class, 2L)
                    .containsEntry(RelayObject.PairFilter.class, 2L)
                    .containsEntry(RelayObject.PortMarker.class, 2L);
        }
        assertThat(values(plan.engine().ranks().getFirst().oneShot()))
                .containsEntry("SGLANG_ROCE_MAX_SIZE", cap)
                .containsEntry("DSV41_ROCE_GATHER", cap)
                .containsEntry("SGLANG_ROCE_ALLREDUCE", "1")
                .containsEntry("DSV41_ROCE_RING", "1")
                .containsEntry("B12X_ROCE_HCA", "rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1");
        assertThat(plan.notes()).anyMatch(n -> n.contains("65535 is reserved") && n.contains("flow label 16383"));
    }

    /** "plan.py refuses a node whose links, MTU, GID, TC offload or steering mode do not match": so does this. */
    @ParameterizedTest
    @CsvSource({"hw-tc-offload, off", "flow_steering_mode, dmfs", "hairpin_num_queues, 2", "eswitch, switchdev"})
    void refusesANicThatTheForwardingWasNotQualifiedOn(String setting, String value) {
        Boxes boxes = guide().change(
                        2, facts -> facts.netdev("enp1s0f0np0", Evidence.NONE).feature(setting, value));
        Finding refusal = Plans.refused(boxes.fabric(), Plans.HARDWARE, Code.RELAY_NIC_PROFILE);
        assertThat(refusal.host()).isEqualTo("spark3");
        assertThat(refusal.seen()).isEqualTo(setting + " is " + value);
    }

    /** "A single subnet across all four cables was not tested": it cannot be planned as it is, and every cable gets its own. */
    @Test
    void separatesASingleSubnetAcrossAllFourCables() {
        Boxes single = Boxes.ring(4)
                .planes(1)
                .addresses((cable, plane) -> Optional.of(Ends.in("10.10.0.0/24", 10 + 2 * cable, 11 + 2 * cable)));
        Plan plan = Plans.of(single.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links()).extracting(LinkAddress::subnet).doesNotHaveDuplicates();
        assertThat(plan.addresses().links().stream().filter(LinkAddress::kept)).hasSizeLessThanOrEqualTo(1);
    }

    /** Three hosts, a /30 a cable and half, several of them in one /24: under NCCL's 24 they would look like one link. */
    @Test
    void comparesTheSlashThirtiesOfTheTriangleWithTheirOwnLength() {
        Boxes triangle = Boxes.ring(3)
                .addresses((cable, plane) -> Optional.of(Ends.in("10.41.13." + 4 * (2 * cable + plane) + "/30", 1, 2)));
        Plan plan = Plans.of(triangle.fabric(), PlanRequest.DEFAULT);
        assertThat(plan.addresses().links()).allMatch(LinkAddress::kept);
        assertThat(plan.addresses().links().getFirst().addressA()).hasToString("10.41.13.1");
        assertThat(plan.addresses().comparedPrefixLength()).isEqualTo(30);
        assertThat(values(plan.engine().ranks().getFirst().set())).containsEntry("NCCL_IB_SUBNET_PREFIX_LEN", "30");
        assertThat(plan.wire().lanes().lanesPerPeer())
                .as("one function of each cable's port")
                .isEqualTo(1);
    }
}
