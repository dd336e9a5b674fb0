package dev.kolo.config;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is wanted of the fabric. Whatever is absent is taken from what is found.
 *
 * @param shape the shape wanted; empty for {@code auto}
 * @param planes how many planes to use, 1 or 2
 * @param mtu the MTU wanted on every fabric netdev, bytes
 * @param pools networks out of which cable subnets are cut, one a plane, in plane order
 */
public record FabricPolicy(Optional<Shape.Kind> shape, OptionalInt planes, OptionalInt mtu, List<Subnet> pools) {
    /** Nothing wanted beyond what is found. */
    public static final FabricPolicy AUTO =
            new FabricPolicy(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), List.of());

    public FabricPolicy {
        pools = List.copyOf(pools);
    }
}
