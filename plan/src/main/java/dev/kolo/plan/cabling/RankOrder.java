package dev.kolo.plan.cabling;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Refusal;
import java.util.Optional;

/**
 * The order of ranks that the cables dictate: a ring of NCCL or of the wire only works when rank r and rank r+1 share a
 * cable, and nobody but the launcher gives ranks.
 */
public sealed interface RankOrder {
    /** Most hosts that a path or ring may have. */
    int MOST_HOSTS = 256;

    /** Most hosts on a switch: one /24 a plane. */
    int MOST_SWITCHED_HOSTS = 254;

    /**
     * An order was found.
     *
     * @param shape the shape, its hosts in rank order
     */
    record Ordered(Shape shape) implements RankOrder {}

    /**
     * There is none.
     *
     * @param refusal why
     */
    record Refused(Finding refusal) implements RankOrder {}

    /**
     * Finds the order.
     *
     * @param fabric the fabric
     * @param wanted the shape that the caller insists on; empty for whatever the cables make
     */
    static RankOrder of(Fabric fabric, Optional<Shape.Kind> wanted) {
        Shape shape = fabric.shape();
        Plugs plugs = new Plugs(fabric);
        if (shape.kind() == Shape.Kind.NONE) {
            return refused(Code.SHAPE_NOT_RING, "none: " + shape.reason(), wanted, plugs.remedyFor(wanted));
        }
        if (wanted.isPresent() && wanted.get() != shape.kind()) {
            return refused(
                    Code.SHAPE_NOT_RING,
                    shape.kind().word() + " (" + String.join(" – ", shape.hosts()) + ")",
                    wanted,
                    plugs.remedyFor(wanted));
        }
        int most = shape.kind() == Shape.Kind.SWITCHED ? MOST_SWITCHED_HOSTS : MOST_HOSTS;
        if (shape.hosts().size() > most) {
            return new Refused(Refusal.of(
                    Code.PLAN_HOST_COUNT,
                    "hosts",
                    shape.hosts().size() + " hosts in a " + shape.kind().word(),
                    "at most " + most,
                    "Nothing larger has been planned or walked.",
                    "Plan a part of the hosts."));
        }
        return new Ordered(shape);
    }

    private static RankOrder refused(Code code, String seen, Optional<Shape.Kind> wanted, String remedy) {
        return new Refused(Refusal.of(
                code,
                "shape",
                seen,
                wanted.map(Shape.Kind::word).orElse("a pair, path, ring or switched fabric"),
                "Without a shape there is no order of ranks, so nothing can be planned.",
                remedy));
    }
}
