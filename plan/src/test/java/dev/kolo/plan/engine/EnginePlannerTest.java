package dev.kolo.plan.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Boxes;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Nccl;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.Plans;
import dev.kolo.plan.engine.EngineEnvironment.Line;
import dev.kolo.plan.wish.Wish;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnginePlannerTest {
    private static final PlanRequest STOCK =
            PlanRequest.DEFAULT.with().nccl(Nccl.STOCK).build();

    private static Map<String, String> values(List<Line> lines) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Line line : lines) {
            assertThat(line.reason()).as(line.name()).isNotBlank();
            assertThat(values.put(line.name(), line.value()))
                    .as("%s once", line.name())
                    .isNull();
        }
        return values;
    }

    private static Map<String, String> set(Plan plan, int rank) {
        return values(plan.engine().ranks().get(rank).set());
    }

    private static List<String> unset(Plan plan) {
        return plan.engine().ranks().getFirst().unset().stream()
                .map(EngineEnvironment.Unset::name)
                .toList();
    }

    @Test
    void setsWhatAPatchedRingOfFourNeeds() {
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), PlanRequest.DEFAULT);
        assertThat(plan.engine().ranks()).hasSize(4);
        assertThat(set(plan, 2))
                .containsEntry("NCCL_SWITCHLESS_RING_ONLY", "1")
                .containsEntry("NCCL_SKIP_TREE_CONNECT", "1")
                .containsEntry("NCCL_ALGO", "Ring")
                .containsEntry("NCCL_NET", "IB")
                .containsEntry("NCCL_NET_PLUGIN", "none")
                .containsEntry("NCCL_IB_HCA", "=rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1")
                .containsEntry("NCCL_IB_SUBNET_AWARE_ROUTING", "1")
                .containsEntry("NCCL_IB_SUBNET_PREFIX_LEN", "24")
                .containsEntry("NCCL_IB_MERGE_NICS", "0")
                .containsEntry("NCCL_IB_EXTENDED_IPV4_GIDS", "1")
                .containsEntry("NCCL_IB_PRESERVE_PCI_DOMAIN", "1")
                .containsEntry("NCCL_IB_QPS_PER_CONNECTION", "1")
                .containsEntry("NCCL_MIN_NCHANNELS", "4")
                .containsEntry("NCCL_MAX_NCHANNELS", "4")
                .containsEntry("NCCL_P2P_LEVEL", "SYS")
                .containsEntry("NCCL_SOCKET_IFNAME", "enP7s7")
                .containsEntry("GLOO_SOCKET_IFNAME", "enP7s7")
                .containsEntry("TP_SOCKET_IFNAME", "enP7s7")
                .containsEntry("SGLANG_HOST_IP", "192.168.1.12")
                .containsEntry("VLLM_HOST_IP", "192.168.1.12")
                .doesNotContainKey("NCCL_CUMEM_ENABLE");
        assertThat(unset(plan)).contains("NCCL_IB_GID_INDEX", "NCCL_CROSS_NIC");
        assertThat(values(plan.engine().ranks().getFirst().firstBoot()))
                .containsEntry("NCCL_DEBUG_SUBSYS", "INIT,ENV,NET")
                .containsEntry("NCCL_IB_ROUTE_DIAGNOSTICS", "1");
        assertThat(plan.engine().label()).isEmpty();
        assertThat(plan.engine().bisection()).contains("one link");
    }

    @Test
    void leavesCuMemOnForAStockLibraryAndLabelsIt() {
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), STOCK);
        assertThat(set(plan, 0))
                .containsEntry("NCCL_CUMEM_ENABLE", "1")
                .containsEntry("NCCL_RUNTIME_CONNECT", "1")
                .containsEntry("NCCL_ALGO", "Ring")
                .containsEntry("NCCL_IB_MERGE_NICS", "0")
                .doesNotContainKeys(
                        "NCCL_SWITCHLESS_RING_ONLY", "NCCL_SKIP_TREE_CONNECT", "NCCL_IB_EXTENDED_IPV4_GIDS");
        assertThat(plan.engine().label()).hasValueSatisfying(l -> assertThat(l).contains("not yet shown on a ring"));
        assertThat(plan.notes()).anyMatch(n -> n.contains("not yet shown on a ring"));
    }

    @Test
    void mergesPortsForAStockLibraryWhereACableJoinsEqualPorts() {
        // Spark2's ports are the other way round: two of the cables join equal port numbers.
        Plan plan = Plans.of(Boxes.ring(3).upPort(1, 1).fabric(), STOCK);
        assertThat(set(plan, 0)).containsEntry("NCCL_IB_MERGE_NICS", "1");
        assertThat(plan.engine().label()).hasValueSatisfying(l -> assertThat(l).contains("merged ports"));
        Plan patched = Plans.of(Boxes.ring(3).upPort(1, 1).fabric(), PlanRequest.DEFAULT);
        assertThat(set(patched, 0)).containsEntry("NCCL_IB_MERGE_NICS", "0");
    }

    @Test
    void refusesAStockLibraryWhereEqualPortsCannotBeMergedAndNamesTheCable() {
        // Two single-port cards on each host: nothing to merge.
        Boxes boxes = Boxes.ring(3).planes(1).upPort(1, 1).changeAll(facts -> {
            for (int port = 0; port < 2; port++) {
                PciAddress pci = new PciAddress(0, 1 + port, 0, 0);
                facts.netdev(Boxes.netdev(port, 0), Evidence.NONE).pci(pci).portNumber(0);
                facts.rdmaDevice(Boxes.device(port, 0), Evidence.NONE).pci(pci);
            }
        });
        Finding refusal = Plans.refused(boxes.fabric(), STOCK, Code.CABLE_SAME_INDEX);
        assertThat(refusal.seen()).contains("are both device 0 of their hosts");
        assertThat(refusal.subject()).contains("spark1").contains("spark2");
        assertThat(Plans.of(boxes.fabric(), PlanRequest.DEFAULT).engine().ranks())
                .hasSize(3);
    }

    @Test
    void leavesTheTreeToATriangle() {
        Plan plan = Plans.of(Boxes.ring(3).addressed().fabric(), PlanRequest.DEFAULT);
        assertThat(set(plan, 0)).doesNotContainKeys("NCCL_ALGO", "NCCL_SWITCHLESS_RING_ONLY");
        assertThat(unset(plan)).contains("NCCL_SWITCHLESS_RING_ONLY");
    }

    @Test
    void setsNoRoutingOnASwitchOrAStraightPair() {
        for (Shape.Kind shape : List.of(Shape.Kind.SWITCHED, Shape.Kind.PAIR)) {
            int hosts = shape == Shape.Kind.PAIR ? 2 : 4;
            Plan plan = Plans.of(Fabric.of(new Wish(shape, hosts).inventory()), PlanRequest.DEFAULT);
            assertThat(set(plan, 0)).doesNotContainKeys("NCCL_IB_SUBNET_AWARE_ROUTING", "NCCL_SWITCHLESS_RING_ONLY");
            assertThat(unset(plan)).contains("NCCL_IB_SUBNET_AWARE_ROUTING", "NCCL_SWITCHLESS_RING_ONLY");
            assertThat(set(plan, 0)).containsEntry("NCCL_IB_HCA", "=rocep1s0f0,roceP2p1s0f0");
        }
    }

    @Test
    void saysWhyAPathOrAGroupHasNone() {
        assertThat(Plans.path(4, Plans.KERNEL).engine().absence())
                .hasValueSatisfying(a -> assertThat(a).contains("a cable between spark4 and spark1"));
        Plan groups = Plans.ring(8, Plans.KERNEL.withGroups(List.of(new RankRange(0, 3), new RankRange(4, 7))));
        assertThat(groups.engine().ranks()).isEmpty();
        assertThat(groups.engine().absence()).isPresent();
    }

    @Test
    void givesNcclNoFunctionsWhereItCannotRun() {
        for (Plan plan : List.of(
                Plans.path(4, Plans.KERNEL),
                Plans.ring(8, Plans.KERNEL.withGroups(List.of(new RankRange(0, 3), new RankRange(4, 7)))))) {
            assertThat(plan.engine().absence()).isPresent();
            assertThat(plan.wire().devices())
                    .allMatch(d -> d.nccl().isEmpty() && !d.wire().isEmpty());
            assertThat(plan.wire().trade()).startsWith("NCCL does not run in this plan");
        }
    }

    @Test
    void saysThatFormAndGroupsRelayNothingByThemselves() {
        PlanRequest older =
                PlanRequest.DEFAULT.with().form(RelayForm.FLOW_LABEL).build();
        assertThat(Plans.ring(4, older).notes())
                .contains("--relay-form was given without --relays: no path is relayed in this plan.");
        PlanRequest groups = PlanRequest.DEFAULT.withGroups(List.of(new RankRange(0, 1), new RankRange(2, 3)));
        assertThat(Plans.ring(4, groups).notes())
                .contains("--groups was given without --relays: no path is relayed in this plan.");
    }

    @Test
    void pinsAGidIndexOnlyWhenItIsProvenGoodOnEveryFunction() {
        Boxes everywhere = Boxes.ring(4).addressed().changeAll(facts -> gids(facts, 3, 3));
        assertThat(set(Plans.of(everywhere.fabric(), PlanRequest.DEFAULT), 0)).containsEntry("NCCL_IB_GID_INDEX", "3");
        Boxes differs = Boxes.ring(4)
                .addressed()
                .changeAll(facts -> gids(facts, 3, facts.host().equals("spark2") ? 1 : 3));
        Plan plan = Plans.of(differs.fabric(), PlanRequest.DEFAULT);
        assertThat(set(plan, 0)).doesNotContainKey("NCCL_IB_GID_INDEX");
        assertThat(unset(plan)).contains("NCCL_IB_GID_INDEX");
    }

    private static void gids(dev.kolo.fabric.facts.FactsBuilder facts, int index, int indexOfLast) {
        var built = facts.build();
        for (var device : built.rdmaDevices()) {
            built.netdev(device.netdev().orElseThrow()).orElseThrow().addresses().stream()
                    .flatMap(a -> a.ipv4().stream())
                    .forEach(ip -> facts.rdmaDevice(device.name(), Evidence.NONE)
                            .gid(new GidEntry(
                                    device.name().equals("roceP2p1s0f1") ? indexOfLast : index,
                                    Gid.of(ip),
                                    GidEntry.Type.ROCE_V2,
                                    device.netdev(),
                                    Evidence.NONE))
                            .gidsObserved());
        }
    }

    /** The maps that run on the seed's ring of four, cabled port 0 to the next host's port 1 in rank order. */
    @Test
    void givesTheOlderFormTheMapsAndCapsThatRun() {
        PlanRequest older = Plans.HARDWARE.with().form(RelayForm.FLOW_LABEL).build();
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), older);
        Map<String, String> lines = values(plan.engine().ranks().get(1).oneShot());
        assertThat(lines)
                .containsEntry("SGLANG_ROCE_ALLREDUCE", "1")
                .containsEntry("DSV41_ROCE_RING", "1")
                .containsEntry("B12X_ROCE_HCA", "rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1")
                .containsEntry(
                        "B12X_ROCE_PEER_HCA_MAPS",
                        "1=0/2,2=0/3,3=1/3;0=1/3,2=0/2,3=0/3;0=1/2,1=1/3,3=0/2;0=0/2,1=1/2,2=1/3")
                .containsEntry("SGLANG_ROCE_MAX_SIZE", "81920")
                .containsEntry("DSV41_ROCE_GATHER", "81920")
                .containsEntry("B12X_ROCE_TWO_WAVE_THRESHOLD_BYTES", "0");
        Boxes large = Boxes.ring(4).addressed().changeAll(facts -> {
            for (int plane = 0; plane < 2; plane++) {
                facts.netdev(Boxes.netdev(0, plane), Evidence.NONE).feature("hairpin_queue_size", "8192");
                facts.netdev(Boxes.netdev(1, plane), Evidence.NONE).feature("hairpin_queue_size", "8192");
            }
        });
        assertThat(values(
                        Plans.of(large.fabric(), older).engine().ranks().get(0).oneShot()))
                .containsEntry("SGLANG_ROCE_MAX_SIZE", "262144");
    }

    /** Measured on boxes whose port 0 is cabled to the host before: the recipe's own expected maps. */
    @Test
    void givesTheMapsOfARingThatIsCabledTheOtherWayRound() {
        PlanRequest older = Plans.HARDWARE.with().form(RelayForm.FLOW_LABEL).build();
        Boxes boxes = Boxes.ring(4);
        for (int host = 0; host < 4; host++) {
            boxes.upPort(host, 1);
        }
        Plan plan = Plans.of(boxes.fabric(), older);
        assertThat(plan.order()).containsExactly("spark1", "spark4", "spark3", "spark2");
        assertThat(values(plan.engine().ranks().getFirst().oneShot()).get("B12X_ROCE_PEER_HCA_MAPS"))
                .isEqualTo("1=0/2,2=0/3,3=1/3;0=1/3,2=0/2,3=0/3;0=1/2,1=1/3,3=0/2;0=0/2,1=1/2,2=1/3");
    }

    @Test
    void keepsOneShotCollectivesOffWithoutRelays() {
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), PlanRequest.DEFAULT);
        assertThat(values(plan.engine().ranks().getFirst().oneShot()))
                .containsOnlyKeys("SGLANG_ROCE_ALLREDUCE")
                .containsEntry("SGLANG_ROCE_ALLREDUCE", "0");
        assertThat(unset(plan)).contains("DSV41_ROCE_GATHER");
    }

    /** Nobody has published a run on more than four hosts. */
    @Test
    void keepsOneShotCollectivesOffWhereNobodyHasShownThem() {
        Plan plan = Plans.ring(8, Plans.KERNEL);
        assertThat(plan.relays().everyPair()).isTrue();
        assertThat(plan.engine().ranks().getFirst().oneShot()).singleElement().satisfies(line -> {
            assertThat(line.name() + "=" + line.value()).isEqualTo("SGLANG_ROCE_ALLREDUCE=0");
            assertThat(line.reason()).contains("known to run on a ring of four, not on 8 hosts");
        });
    }

    @Test
    void givesNcclTheSecondPlaneWhenKeptApart() {
        Plan plan = Plans.of(
                Boxes.ring(3).addressed().fabric(),
                PlanRequest.DEFAULT.with().keepApart(true).build());
        assertThat(set(plan, 0))
                .containsEntry("NCCL_IB_HCA", "=roceP2p1s0f0,roceP2p1s0f1")
                .containsEntry("NCCL_MIN_NCHANNELS", "4")
                .doesNotContainKey("NCCL_IB_EXTENDED_IPV4_GIDS");
        assertThat(plan.wire().devices().getFirst().wire()).containsExactly("rocep1s0f0", "rocep1s0f1");
        assertThat(plan.wire().trade()).contains("8.5 %");
    }

    @Test
    void saysWhichDeviceNobodySaw() {
        var facts = Boxes.ring(3).addressed().inventory().hosts().stream()
                .map(f -> {
                    var builder = new dev.kolo.fabric.facts.FactsBuilder(f.host());
                    f.netdevs().forEach(n -> {
                        var netdev = builder.netdev(n.name(), Evidence.NONE).state(n.state());
                        n.addresses().forEach(netdev::address);
                    });
                    f.routes().forEach(builder::route);
                    return builder.build();
                })
                .toList();
        Plan plan = Plans.of(Fabric.of(dev.kolo.fabric.facts.Inventory.of(facts)), PlanRequest.DEFAULT);
        assertThat(plan.engine().absence())
                .hasValueSatisfying(a -> assertThat(a).contains("was not observed"));
        assertThat(Optional.of(Ipv4Address.of(10, 10, 0, 10)))
                .isEqualTo(plan.hosts().getFirst().functions().getFirst().address());
    }
}
