package dev.kolo.doctor.counters;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.counters.FabricGrowth;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.HostGrowth;
import dev.kolo.fabric.facts.Topic;
import java.util.Map;

/**
 * Says which growth could not be judged: counters that only one observation shows, that were set back in between, or that
 * repeat those of another function.
 */
public final class UncountedCheck implements Check {
    private static final String AGAIN = "the same counters twice more, without a restart in between";

    @Override
    public void examine(Context context, Findings out) {
        context.growth()
                .ifPresent(growth -> growth.hosts().forEach((host, grown) -> {
                    if (context.functionsOf(host).isEmpty()) {
                        return;
                    }
                    if (growth.of(host).stream().allMatch(f -> f.traffic().isEmpty())) {
                        out.askFor("what each device carried", Topic.COUNTERS, host);
                    }
                    resets(host, grown, out);
                    mirrors(host, growth, out);
                }));
    }

    private static void resets(String host, HostGrowth grown, Findings out) {
        if (grown.interval().restarted()) {
            out.askFor("what the counters did before the host was started anew", AGAIN, host);
        } else if (grown.wasDriverReloaded()) {
            out.askFor("what the counters did before they were set back to 0", AGAIN, host);
        }
    }

    private static void mirrors(String host, FabricGrowth growth, Findings out) {
        Map<String, String> pairs = new java.util.TreeMap<>();
        for (FunctionGrowth row : growth.of(host)) {
            row.mirrorOf().ifPresent(other -> pairs.put(row.function().name(), other));
        }
        if (!pairs.isEmpty()) {
            out.askFor(
                    "how much each half of a port carried: the port counters of both halves are the same ones",
                    "ethtool -S NETDEV | grep vport_rdma",
                    host);
        }
    }
}
