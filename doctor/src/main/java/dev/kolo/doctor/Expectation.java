package dev.kolo.doctor;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What the user wants, where the facts cannot tell.
 *
 * @param shape the shape wanted; empty to take the one found
 * @param comparedPrefixLength bits by which NCCL compares addresses (NCCL_IB_SUBNET_PREFIX_LEN), 1 to 32; empty to take
 *     it from the settings found, 24 otherwise
 * @param rankOrder host names in rank order; empty to take the order that the facts state, if any
 * @param plannedEnvironment variables that a plan gives to every rank, by name
 * @param planes how many planes are meant to be used; empty for all that the hosts have
 * @param mtuBytes the MTU that fabric netdevs should have; empty for 9000
 * @param plan what the hosts were set up for, when there is a plan: relays, routes and each rank's environment are
 *     compared with it
 */
public record Expectation(
        Optional<Shape.Kind> shape,
        OptionalInt comparedPrefixLength,
        List<String> rankOrder,
        Map<String, String> plannedEnvironment,
        OptionalInt planes,
        OptionalInt mtuBytes,
        Optional<Plan> plan) {
    /** Nothing beyond the facts. */
    public static final Expectation AUTO = new Expectation(
            Optional.empty(),
            OptionalInt.empty(),
            List.of(),
            Map.of(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty());

    public Expectation {
        rankOrder = List.copyOf(rankOrder);
        plannedEnvironment = java.util.Collections.unmodifiableMap(new TreeMap<>(plannedEnvironment));
    }

    /** The same, with another shape. */
    public Expectation withShape(Optional<Shape.Kind> wanted) {
        return new Expectation(wanted, comparedPrefixLength, rankOrder, plannedEnvironment, planes, mtuBytes, plan);
    }

    /** The same, with what the cluster file says of planes and MTU. */
    public Expectation withPolicy(OptionalInt wantedPlanes, OptionalInt wantedMtuBytes) {
        return new Expectation(
                shape, comparedPrefixLength, rankOrder, plannedEnvironment, wantedPlanes, wantedMtuBytes, plan);
    }

    /** The same, with the ranks in this order. */
    public Expectation withRankOrder(List<String> hosts) {
        return new Expectation(shape, comparedPrefixLength, hosts, plannedEnvironment, planes, mtuBytes, plan);
    }

    /** The same, with NCCL comparing this many bits. */
    public Expectation withComparedPrefixLength(int bits) {
        return new Expectation(shape, OptionalInt.of(bits), rankOrder, plannedEnvironment, planes, mtuBytes, plan);
    }

    /**
     * The same, judged against a plan. What the plan says of shape, order and compared bits holds where the user says
     * nothing else.
     */
    public Expectation withPlan(Plan judged) {
        return new Expectation(
                shape.or(() -> Optional.of(judged.shape())),
                comparedPrefixLength.isPresent()
                        ? comparedPrefixLength
                        : OptionalInt.of(judged.addresses().comparedPrefixLength()),
                rankOrder.isEmpty() ? judged.order() : rankOrder,
                plannedEnvironment,
                planes,
                mtuBytes,
                Optional.of(judged));
    }
}
