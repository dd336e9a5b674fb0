package dev.kolo.fabric.counters;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.topology.Function;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one function of the fabric did between two readings.
 *
 * @param function the function
 * @param traffic what it carried; empty when it shows no counter of that
 * @param mirrorOf the function of the same port whose counters it repeats; what it carried itself is not known then
 * @param share its part of what all functions of its host carried, 0 to 1; empty when that cannot be told
 * @param troubles counters that mean something and grew, each once a port where they count the whole port
 */
public record FunctionGrowth(
        Function function,
        Optional<Traffic> traffic,
        Optional<String> mirrorOf,
        OptionalDouble share,
        List<Grown> troubles) {
    public FunctionGrowth {
        troubles = List.copyOf(troubles);
    }

    /**
     * A counter that grew and means something.
     *
     * @param host whose it is
     * @param subject the device or netdev that shows it
     * @param counter its name
     * @param meaning what its growth means
     * @param growth by how much
     * @param evidence where the device was read
     */
    public record Grown(
            String host, String subject, String counter, CounterMeaning meaning, Growth growth, Evidence evidence) {
        /** "out_of_sequence +51", or "out_of_sequence +51 or more, since its reset". */
        public String words() {
            return counter + " +" + growth.atLeast() + (growth.isExact() ? "" : " or more, since its reset");
        }
    }

    /** The growth of a meaning, summed over its counters. */
    public long sum(CounterMeaning meaning) {
        return troubles.stream()
                .filter(t -> t.meaning() == meaning)
                .mapToLong(t -> t.growth().atLeast())
                .reduce(0, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
    }
}
