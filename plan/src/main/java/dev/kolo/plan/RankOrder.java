package dev.kolo.plan;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Optional;

/**
 * The order of ranks that the cables dictate: a ring of NCCL or of the wire only works when rank r and rank r+1 share a
 * cable, and nobody but the launcher gives ranks.
 */
public sealed interface RankOrder {
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
        if (shape.kind() == Shape.Kind.NONE) {
            return refused("none: " + shape.reason(), wanted);
        }
        if (wanted.isPresent() && wanted.get() != shape.kind()) {
            return refused(shape.kind().word() + " (" + String.join(" – ", shape.hosts()) + ")", wanted);
        }
        return new Ordered(shape);
    }

    private static RankOrder refused(String seen, Optional<Shape.Kind> wanted) {
        return new Refused(new Finding(
                Code.SHAPE_NOT_RING,
                Code.SHAPE_NOT_RING.usualSeverity(),
                "",
                "shape",
                seen,
                wanted.map(Shape.Kind::word).orElse("a pair, path, ring or switched fabric"),
                "Without a shape there is no order of ranks, so nothing can be planned.",
                "Run `kolo doctor` on the same input: it names the plug or the address to change.",
                List.of(),
                Finding.Confidence.CERTAIN));
    }
}
