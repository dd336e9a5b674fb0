package dev.kolo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.wish.Wish;

/** Shortcuts for tests: plans that must come about, refusals that must. */
public final class Plans {
    /** Relays over kernels, as many as it takes. */
    public static final PlanRequest KERNEL =
            PlanRequest.DEFAULT.withBackend(Backend.KERNEL).withRelays(new Relays.Auto());

    /** Relays in hardware, as many as it takes. */
    public static final PlanRequest HARDWARE = PlanRequest.DEFAULT
            .with()
            .marker("/usr/local/sbin/kolo-marker")
            .relays(new Relays.Auto())
            .build();

    private Plans() {}

    /** A ring that nobody has, with a number of relays. */
    public static Plan ring(int hosts, PlanRequest request) {
        return of(Fabric.of(new Wish(Shape.Kind.RING, hosts).inventory()), request);
    }

    /** A path that nobody has. */
    public static Plan path(int hosts, PlanRequest request) {
        return of(Fabric.of(new Wish(Shape.Kind.PATH, hosts).inventory()), request);
    }

    /** The request with exactly so many relays. */
    public static PlanRequest relays(PlanRequest request, int count) {
        return request.withRelays(new Relays.Count(count));
    }

    /** The plan, which must come about. */
    public static Plan of(Fabric fabric, PlanRequest request) {
        PlanOutcome outcome = Planner.plan(fabric, request);
        assertThat(outcome).as("%s", outcome).isInstanceOf(PlanOutcome.Planned.class);
        return ((PlanOutcome.Planned) outcome).plan();
    }

    /** The refusal, which must come about and have a code. */
    public static Finding refused(Fabric fabric, PlanRequest request, Code code) {
        PlanOutcome outcome = Planner.plan(fabric, request);
        assertThat(outcome).isInstanceOf(PlanOutcome.Refused.class);
        Finding refusal = ((PlanOutcome.Refused) outcome).refusal();
        assertThat(refusal.code()).as("%s", refusal).isEqualTo(code);
        assertThat(refusal.seen()).isNotBlank();
        assertThat(refusal.wanted()).isNotBlank();
        assertThat(refusal.consequence()).isNotBlank();
        assertThat(refusal.fix()).isNotBlank();
        return refusal;
    }
}
