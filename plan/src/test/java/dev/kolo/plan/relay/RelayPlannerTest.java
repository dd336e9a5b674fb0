package dev.kolo.plan.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelayPlannerTest {
    /** Objects a host: 4R routes and neighbours, 4R filters, markers on four functions (published for 4, 6, 8, 16). */
    @ParameterizedTest
    @CsvSource({"4, 1", "5, 1", "6, 2", "7, 2", "8, 3", "9, 3", "16, 7"})
    void needsFourObjectsOfEachKindPerRelayOnEveryHostOfARing(int size, int relays) {
        Group ring = Groups.ring(size, 2);
        assertThat(ring.relaysForAll()).isEqualTo(relays);
        RelayPlan plan = RelayPlanner.plan(ring, relays, RelayPlan.Spread.BY_PLANE);
        for (Group.Member member : ring.members()) {
            assertThat(countsOf(plan, member.host()))
                    .as(member.host())
                    .containsEntry("Route", 4L * relays)
                    .containsEntry("Neighbour", 4L * relays)
                    .containsEntry("Filter", 4L * relays);
            assertThat(markingFunctions(plan, member.host())).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 1, 16", "8, 3, 96", "16, 7, 448"})
    void countsTheFiltersOfWholeRings(int size, int relays, int filters) {
        RelayPlan plan = RelayPlanner.plan(Groups.ring(size, 2), relays, RelayPlan.Spread.BY_PLANE);
        assertThat(plan.objects().stream().filter(o -> o instanceof RelayObject.Filter))
                .hasSize(filters);
    }

    @Test
    void needsWhatWasPublishedForAPathOfFour() {
        RelayPlan plan = RelayPlanner.plan(Groups.path(4, 2), 2, RelayPlan.Spread.BY_PLANE);
        assertThat(countsOf(plan, "h0")).containsEntry("Route", 4L).doesNotContainKey("Filter");
        assertThat(countsOf(plan, "h1")).containsEntry("Route", 2L).containsEntry("Filter", 6L);
        assertThat(markingFunctions(plan, "h0")).isEqualTo(2);
        assertThat(markingFunctions(plan, "h1")).isEqualTo(2);
    }

    @Test
    void needsNothingWhereEveryPairSharesACable() {
        assertThat(RelayPlanner.plan(Groups.ring(3, 2), 3, RelayPlan.Spread.BY_PLANE)
                        .objects())
                .isEmpty();
    }

    /** Loads as published: 0.5, 0.5, 1.5, 3 for rings of 4, 5, 6, 8, and 1 for a path of four. */
    @ParameterizedTest
    @CsvSource({"4, 1, 0.5", "5, 1, 0.5", "6, 2, 1.5", "8, 3, 3.0"})
    void countsThePublishedLoads(int size, int relays, double load) {
        RelayPlan plan = RelayPlanner.plan(Groups.ring(size, 2), relays, RelayPlan.Spread.BY_PLANE);
        assertThat(Bounds.of(plan).worstLoad()).isEqualTo(load);
        RelayPlan onePlane = RelayPlanner.plan(Groups.ring(size, 1), relays, RelayPlan.Spread.BY_PLANE);
        assertThat(Bounds.of(onePlane).worstLoad())
                .as("one lane a peer doubles it")
                .isEqualTo(2 * load);
    }

    @Test
    void givesThePublishedBoundsAndBetterOnesWhenOppositeHostsAlternate() {
        Bounds ring8 = Bounds.of(RelayPlanner.plan(Groups.ring(8, 2), 3, RelayPlan.Spread.BY_PLANE));
        assertThat(ring8.operationBytes(8192)).isEqualTo(131_072);
        Bounds path4 = Bounds.of(RelayPlanner.plan(Groups.path(4, 2), 2, RelayPlan.Spread.BY_PLANE));
        assertThat(path4.operationBytes(8192)).isEqualTo(393_216);
        Bounds better = Bounds.of(RelayPlanner.plan(Groups.ring(8, 2), 3, RelayPlan.Spread.ALTERNATING));
        assertThat(better.worstLoad()).isEqualTo(2.5);
        assertThat(better.operationBytes(8192)).isEqualTo(157_286);
    }

    @ParameterizedTest
    @CsvSource({"4", "6", "8", "12", "16"})
    void alternatingIsNeverWorse(int size) {
        int relays = size / 2 - 1;
        double published = Bounds.of(RelayPlanner.plan(Groups.ring(size, 2), relays, RelayPlan.Spread.BY_PLANE))
                .worstLoad();
        double alternating = Bounds.of(RelayPlanner.plan(Groups.ring(size, 2), relays, RelayPlan.Spread.ALTERNATING))
                .worstLoad();
        assertThat(alternating).isLessThanOrEqualTo(published);
    }

    @Test
    void givesEveryPairWithoutACableOneLaneAPlane() {
        for (int size = 4; size <= 16; size++) {
            for (RelayPlan.Spread spread : RelayPlan.Spread.values()) {
                RelayPlan plan = RelayPlanner.plan(Groups.ring(size, 2), size / 2 - 1, spread);
                Map<String, Long> lanes = plan.lanes().stream()
                        .collect(Collectors.groupingBy(
                                l -> l.low() + "-" + l.high(), TreeMap::new, Collectors.counting()));
                assertThat(lanes).as("ring of %d", size).hasSize(size * (size - 3) / 2);
                assertThat(lanes.values()).allMatch(count -> count == 2);
            }
        }
    }

    @Test
    void reachesOnlyNearHostsWithFewerRelays() {
        RelayPlan plan = RelayPlanner.plan(Groups.ring(16, 2), 2, RelayPlan.Spread.BY_PLANE);
        assertThat(plan.paths()).allMatch(p -> p.relays().size() <= 2).hasSize(16 * 2 * 2 * 2);
    }

    @Test
    void keepsTheWindowsOfAllLanesOnAQueueWithinItsUsablePart() {
        for (int size = 4; size <= 16; size++) {
            Bounds bounds =
                    Bounds.of(RelayPlanner.plan(Groups.ring(size, 2), size / 2 - 1, RelayPlan.Spread.ALTERNATING));
            long window = bounds.windowBytes(8192);
            assertThat(bounds.queues())
                    .allSatisfy(q -> assertThat(q.lanes() * window)
                            .isLessThanOrEqualTo((long) (Bounds.FILL * HairpinQueue.bytesOf(8192))));
        }
    }

    private static Map<String, Long> countsOf(RelayPlan plan, String host) {
        return plan.objectsOf(host).stream()
                .collect(Collectors.groupingBy(o -> o.getClass().getSimpleName(), TreeMap::new, Collectors.counting()));
    }

    private static long markingFunctions(RelayPlan plan, String host) {
        List<RelayObject> objects = plan.objectsOf(host);
        return objects.stream()
                .filter(o -> o instanceof RelayObject.Marker)
                .map(o -> ((RelayObject.Marker) o).netdev())
                .distinct()
                .count();
    }
}
