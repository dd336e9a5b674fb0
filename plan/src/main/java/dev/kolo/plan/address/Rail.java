package dev.kolo.plan.address;

import dev.kolo.fabric.topology.FunctionId;
import java.util.List;

/**
 * The functions of one plane that a switch joins, one a host: they get one network.
 *
 * @param plane index of the plane
 * @param members the functions in rank order
 */
public record Rail(int plane, List<FunctionId> members) {
    public Rail {
        members = List.copyOf(members);
    }
}
