package dev.kolo.doctor.planes;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.counters.FabricGrowth;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.Traffic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Traffic one way round between two observations: one port of each host sent nearly all, the other received it. */
final class OrientationByGrowth {
    /** Less than this much tells nothing about how channels run. */
    private static final double ENOUGH_BYTES = 1e9;

    /** The published case had 531 GB against 4.7 GB. */
    private static final double LOPSIDED = 50;

    private OrientationByGrowth() {}

    /**
     * What a port carried.
     *
     * @param sent bytes
     * @param received bytes
     */
    private record Flow(double sent, double received) {
        boolean isOut() {
            return sent > LOPSIDED * received;
        }

        boolean isIn() {
            return received > LOPSIDED * sent;
        }

        String words() {
            return gigabytes(sent) + " GB out, " + gigabytes(received) + " GB in";
        }

        private static String gigabytes(double bytes) {
            return Double.toString(Math.round(bytes / 1e8) / 10.0);
        }
    }

    static void examine(Context context, FabricGrowth growth, Findings out) {
        Shape shape = context.fabric().shape();
        boolean alone = context.fabricHosts().size() == 1;
        if (shape.kind() != Shape.Kind.RING && !alone) {
            return;
        }
        List<String> seen = new ArrayList<>();
        List<FunctionGrowth> rows = new ArrayList<>();
        for (String host : context.fabricHosts()) {
            List<Port> ports = context.portsOf(host);
            if (ports.size() != 2) {
                continue;
            }
            Optional<Flow> one = flow(growth, ports.get(0));
            Optional<Flow> other = flow(growth, ports.get(1));
            if (one.isEmpty() || other.isEmpty() || bytes(one.get()) + bytes(other.get()) < ENOUGH_BYTES) {
                continue;
            }
            boolean forward = one.get().isOut() && other.get().isIn();
            boolean backward = one.get().isIn() && other.get().isOut();
            if (!forward && !backward) {
                return;
            }
            seen.add(ports.get(0) + ": " + one.get().words() + "; " + ports.get(1) + ": "
                    + other.get().words());
            rows.addAll(growth.of(host));
        }
        if (!seen.isEmpty()) {
            report(out, alone, seen, rows);
        }
    }

    private static void report(Findings out, boolean alone, List<String> seen, List<FunctionGrowth> rows) {
        Draft draft = out.report(Code.ONE_ORIENTATION)
                .likely()
                .at(alone ? rows.getFirst().function().host() : "", "the direction of all channels")
                .seen(Phrase.list(seen))
                .wanted("about as much in each direction of a cable")
                .consequence("each cable is used in one direction only, so the ring moves half of what it could")
                .fix(
                        "use an even number of channels, and let NCCL build rings in both directions: look at the `Ring` lines of"
                                + " NCCL_DEBUG_SUBSYS=INIT,GRAPH");
        rows.forEach(r -> draft.evidence(r.function().evidence()));
        draft.add();
    }

    private static double bytes(Flow flow) {
        return flow.sent() + flow.received();
    }

    /** Both halves together; halves that repeat each other count once. Empty when one of them does not tell. */
    private static Optional<Flow> flow(FabricGrowth growth, Port port) {
        double sent = 0;
        double received = 0;
        boolean told = false;
        for (FunctionGrowth row : growth.of(port.host())) {
            if (!row.function().port().equals(port) || row.mirrorOf().isPresent()) {
                continue;
            }
            Optional<Traffic> traffic = row.traffic().filter(t -> t.source().countsRdma());
            if (traffic.isEmpty()
                    || traffic.get().sentBytes().isEmpty()
                    || traffic.get().receivedBytes().isEmpty()) {
                return Optional.empty();
            }
            sent += traffic.get().sentBytes().getAsLong();
            received += traffic.get().receivedBytes().getAsLong();
            told = true;
            if (traffic.get().source() == Traffic.Source.PHYSICAL_PORT) {
                // Its other half shows the same port.
                break;
            }
        }
        return told ? Optional.of(new Flow(sent, received)) : Optional.empty();
    }
}
