package dev.kolo.fabric.counters;

import dev.kolo.fabric.topology.Function;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Functions of one port that show the same counters: whatever either carries, both count, so that a sum would count it
 * twice and a comparison would find perfect balance.
 */
public final class Mirrors {
    private static final List<String> DATA =
            List.of("port_xmit_data", "port_rcv_data", "port_xmit_packets", "port_rcv_packets");

    /** Two readings are not taken at one instant: this part of the growth may lie between them. */
    private static final double SLACK = 0.05;

    /** Standing values that agree although they are this much larger than what grew are no chance. */
    private static final double STANDING = 20;

    private Mirrors() {}

    /**
     * Finds the functions whose RDMA port counters repeat those of another function of their port.
     *
     * @param functions functions of one host
     * @return each such function's name, with the name of the function that it repeats
     */
    public static Map<String, String> of(List<Function> functions, HostGrowth growth) {
        Map<String, String> mirrors = new LinkedHashMap<>();
        for (int i = 0; i < functions.size(); i++) {
            Function function = functions.get(i);
            for (Function other : functions.subList(0, i)) {
                if (function.port().equals(other.port())
                        && !mirrors.containsKey(other.name())
                        && repeat(set(other, growth), set(function, growth))) {
                    mirrors.putIfAbsent(function.name(), other.name());
                }
            }
        }
        return mirrors;
    }

    private static Optional<SetGrowth> set(Function function, HostGrowth growth) {
        return function.device().flatMap(d -> growth.set(d.name(), CounterSet.Kind.RDMA));
    }

    /**
     * The same in both directions, in bytes and packets, in both readings. Two functions that share the load evenly differ by
     * their acknowledgements and by what they carried before.
     */
    private static boolean repeat(Optional<SetGrowth> one, Optional<SetGrowth> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return false;
        }
        int told = 0;
        boolean standing = true;
        for (String name : DATA) {
            Long a = one.get().after().values().get(name);
            Long b = other.get().after().values().get(name);
            Long wasA = one.get().before().values().get(name);
            Long wasB = other.get().before().values().get(name);
            if (a == null || b == null || wasA == null || wasB == null) {
                continue;
            }
            double grown = Math.max(Math.abs((double) a - wasA), Math.abs((double) b - wasB));
            if (Math.abs((double) a - b) > SLACK * grown || Math.abs((double) wasA - wasB) > SLACK * grown) {
                return false;
            }
            told += a > 0 ? 1 : 0;
            standing &= a.equals(b) && wasA.equals(wasB) || a > STANDING * grown;
        }
        return told >= 3 && standing;
    }
}
