package dev.kolo.doctor.planes;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Optional;

/**
 * A ring whose channels all run the same way round: each cable then carries data in one direction only, half of what it
 * can. Seen in the port counters: one port of each host sends nearly everything, the other receives it.
 */
public final class OrientationCheck implements Check {
    /** Counters are in words of four bytes: 10 GB. */
    private static final long ENOUGH_WORDS = 10_000_000_000L / 4;
    /** The published case had 531 GB against 4.7 GB. */
    private static final long LOPSIDED = 50;

    @Override
    public void examine(Context context, Findings out) {
        if (context.growth().isPresent()) {
            OrientationByGrowth.examine(context, context.growth().get(), out);
            return;
        }
        Shape shape = context.fabric().shape();
        if (shape.kind() != Shape.Kind.RING) {
            return;
        }
        List<Boolean> lopsided = shape.hosts().stream()
                .flatMap(h -> isLopsided(context, h).stream())
                .toList();
        if (lopsided.size() != shape.hosts().size() || lopsided.contains(false)) {
            return;
        }
        Draft draft = out.report(Code.ONE_ORIENTATION)
                .likely()
                .at("", "the direction of all channels")
                .seen("on every host one port sends at least " + LOPSIDED
                        + " times what it receives, and the other port the"
                        + " reverse (port_xmit_data, port_rcv_data)")
                .wanted("about as much in each direction of a cable")
                .consequence("each cable is used in one direction only, so the ring moves half of what it could")
                .fix(
                        "use an even number of channels, and let NCCL build rings in both directions: look at the `Ring` lines of"
                                + " NCCL_DEBUG_SUBSYS=INIT,GRAPH");
        shape.hosts()
                .forEach(h -> context.functionsOf(h)
                        .forEach(f -> f.device().map(RdmaDevice::evidence).ifPresent(draft::evidence)));
        draft.add();
    }

    private static Optional<Boolean> isLopsided(Context context, String host) {
        List<Port> ports = context.portsOf(host);
        if (ports.size() != 2) {
            return Optional.empty();
        }
        long sentA = words(context, ports.get(0), "port_xmit_data");
        long gotA = words(context, ports.get(0), "port_rcv_data");
        long sentB = words(context, ports.get(1), "port_xmit_data");
        long gotB = words(context, ports.get(1), "port_rcv_data");
        if (sentA < 0 || gotA < 0 || sentB < 0 || gotB < 0 || sentA + gotA + sentB + gotB < ENOUGH_WORDS) {
            return Optional.empty();
        }
        boolean forward = sentA > LOPSIDED * gotA && gotB > LOPSIDED * sentB;
        boolean backward = gotA > LOPSIDED * sentA && sentB > LOPSIDED * gotB;
        return Optional.of(forward || backward);
    }

    private static long words(Context context, Port port, String counter) {
        long sum = 0;
        for (Function function : context.functionsAt(port)) {
            long value = function.device()
                    .map(d -> d.counters().getOrDefault(counter, -1L))
                    .orElse(-1L);
            if (value < 0) {
                return -1;
            }
            sum += value;
        }
        return sum;
    }
}
