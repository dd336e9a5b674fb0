package dev.kolo.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabRelaysTest {
    @ParameterizedTest
    @CsvSource({"PAIR, 2, 0", "RING, 3, 0", "RING, 4, 1", "RING, 6, 2", "PATH, 4, 2"})
    void plansForTheKernelsBackendWhatReachesEveryone(Shape.Kind shape, int hosts, int relays) {
        Plan plan = LabRelays.plan(LabLayout.of(LabSpec.of(shape, hosts)));

        assertThat(plan.relays().relays()).isEqualTo(relays);
        if (relays > 0) {
            assertThat(plan.relays().backend()).isEqualTo(PlanRequest.Backend.KERNEL);
        }
        assertThat(plan.hosts()).hasSize(hosts);
    }

    @Test
    void keepsTheAddressesThatTheLabHas() {
        LabLayout layout = LabLayout.of(LabSpec.of(Shape.Kind.RING, 4));
        Plan plan = LabRelays.plan(layout);

        assertThat(plan.hosts().getFirst().functions())
                .filteredOn(function -> function.netdev().equals("enp1s0f0np0"))
                .first()
                .satisfies(function ->
                        assertThat(function.address().map(Object::toString)).contains("10.10.0.10"));
    }

    @Test
    void saysInThePlannersWordsWhyThereCanBeNone() {
        LabLayout swapped = LabLayout.of(LabSpec.of(Shape.Kind.RING, 4).withSwapped(OptionalInt.of(1)));

        assertThatThrownBy(() -> LabRelays.plan(swapped))
                .isInstanceOfSatisfying(
                        LabException.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(LabException.Kind.REFUSED))
                .hasMessageContaining("relays cannot be planned");
    }
}
