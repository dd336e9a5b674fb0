package dev.kolo.plan;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.address.AddressPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Two functions that one cable joins.
 *
 * @param a the end at the lower rank; in a ring the last link's is the last rank, so that links follow the ring
 * @param b the other end
 * @param plane index of the plane: which half of its ports it joins, 0 first
 * @param subnet the network of both ends; absent while they have none in common
 */
public record PlannedLink(FunctionId a, FunctionId b, int plane, Optional<Subnet> subnet) {
    /** The links with the networks that a plan gives them. */
    static List<PlannedLink> withSubnets(List<PlannedLink> links, AddressPlan addresses) {
        return IntStream.range(0, links.size())
                .mapToObj(i -> {
                    PlannedLink link = links.get(i);
                    return new PlannedLink(
                            link.a(),
                            link.b(),
                            link.plane(),
                            Optional.of(addresses.links().get(i).subnet()));
                })
                .toList();
    }
}
