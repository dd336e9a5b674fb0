package dev.kolo.plan;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.FunctionId;
import java.util.Optional;

/**
 * Two functions that one cable joins.
 *
 * @param a the end at the lower rank; in a ring the last link's is the last rank, so that links follow the ring
 * @param b the other end
 * @param plane index of the plane
 * @param subnet the network of both ends; absent when they have none in common
 */
public record PlannedLink(FunctionId a, FunctionId b, int plane, Optional<Subnet> subnet) {}
