package dev.kolo.doctor.planes;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.counters.ExpectedShares;
import dev.kolo.doctor.planes.IdleDevices.Idle;
import dev.kolo.fabric.counters.FabricGrowth;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.Traffic;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Devices whose counters stood still between two observations while those of another device of their host moved. */
final class IdleByGrowth {
    /** Below this much on the busy device a quiet one proves nothing: 100 MB, or packets for about that. */
    private static final double BUSY_BYTES = 100e6;

    private static final double BUSY_PACKETS = 25_000;

    /** Connection set-up and keep-alives are no share of the load. */
    private static final double QUIET_PART = 1e-3;

    private IdleByGrowth() {}

    static List<Idle> of(Context context, FabricGrowth growth) {
        Optional<ExpectedShares> expected = context.plan().map(ExpectedShares::of);
        List<Idle> idle = new ArrayList<>();
        for (String host : growth.hosts().keySet()) {
            List<FunctionGrowth> rows = growth.of(host).stream()
                    .filter(r -> r.mirrorOf().isEmpty())
                    .filter(r ->
                            r.traffic().filter(t -> t.source().isOfRdmaAlone()).isPresent())
                    .toList();
            boolean mirrored =
                    growth.of(host).stream().anyMatch(r -> r.mirrorOf().isPresent());
            double most = rows.stream().mapToDouble(r -> weight(r)).max().orElse(0);
            for (FunctionGrowth row : rows) {
                Traffic traffic = row.traffic().get();
                boolean soft = traffic.source() == Traffic.Source.SOFT_RDMA;
                boolean busy = most >= (soft ? BUSY_PACKETS : BUSY_BYTES);
                if (!mirrored
                        && busy
                        && traffic.isExact()
                        && traffic.weight() < most * QUIET_PART
                        && isConnected(context, row.function())
                        && isMeant(expected, row.function())) {
                    idle.add(idle(row.function(), traffic, most, soft));
                }
            }
        }
        return idle;
    }

    /** Of one host alone no cable is known; there a working link counts. */
    private static boolean isConnected(Context context, Function function) {
        return context.isConnected(function)
                || context.fabricHosts().size() == 1 && function.linkState() == LinkState.UP;
    }

    private static double weight(FunctionGrowth row) {
        return row.traffic().map(Traffic::weight).orElse(0.0);
    }

    /** False when the plan gives this device nothing for sure. */
    private static boolean isMeant(Optional<ExpectedShares> expected, Function function) {
        String device = function.device().map(d -> d.name()).orElse(function.name());
        return expected.flatMap(e -> e.of(function.host(), device))
                .map(range -> range.least() > 0)
                .orElse(true);
    }

    private static Idle idle(Function function, Traffic traffic, double most, boolean soft) {
        String unit = soft ? " packets" : " bytes";
        String device = function.device().map(d -> d.name()).orElse(function.name());
        String seen = device + " moved " + (long) traffic.weight() + unit
                + " since the earlier observation, another device up to " + (long) most;
        Evidence at = function.device().map(d -> d.evidence()).orElse(function.evidence());
        return new Idle(
                function.host(),
                device,
                seen,
                new Evidence(at.file().isEmpty() ? "counters" : at.file(), at.line(), seen));
    }
}
