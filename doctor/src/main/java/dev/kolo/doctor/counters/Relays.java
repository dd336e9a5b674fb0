package dev.kolo.doctor.counters;

import dev.kolo.doctor.check.Context;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.topology.Function;
import java.util.Optional;

/** Which functions forward others' frames in their NIC, as their traffic-control rules show it. */
final class Relays {
    private Relays() {}

    /** True when a rule on the function's ingress sends frames out of another port and is not kept to software. */
    static boolean forwards(Context context, Function function) {
        Optional<NodeFacts> facts = context.facts(function.host());
        if (facts.isEmpty() || function.netdev().isEmpty()) {
            return false;
        }
        String netdev = function.netdev().get().name();
        return facts.get().filters().stream()
                .anyMatch(f -> f.netdev().equals(netdev)
                        && f.hook().equals("ingress")
                        && !f.keys().containsKey("skip_hw")
                        && redirects(f));
    }

    private static boolean redirects(TcFilter filter) {
        return filter.actions().stream()
                .anyMatch(a -> a.kind().equals("mirred") && a.attributes().containsKey("to_dev"));
    }
}
