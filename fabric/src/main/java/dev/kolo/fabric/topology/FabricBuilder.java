package dev.kolo.fabric.topology;

import dev.kolo.fabric.facts.Inventory;
import java.util.List;

/** Puts the steps from facts to a fabric in order. */
final class FabricBuilder {
    private final Inventory inventory;

    FabricBuilder(Inventory inventory) {
        this.inventory = inventory;
    }

    Fabric build() {
        return new Fabric(
                inventory,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new Shape(Shape.Kind.NONE, List.of(), "no hosts"));
    }
}
