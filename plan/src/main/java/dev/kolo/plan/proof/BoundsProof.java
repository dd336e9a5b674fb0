package dev.kolo.plan.proof;

import dev.kolo.plan.Plan;
import dev.kolo.plan.relay.Bounds;
import dev.kolo.plan.relay.HairpinQueue;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.List;

/** Adds up what lanes put on every relay's queue, in one operation and with operations overlapping. */
final class BoundsProof {
    private BoundsProof() {}

    static Proof of(Plan plan) {
        RelaySection relays = plan.relays();
        long usable = (long) (Bounds.FILL * HairpinQueue.bytesOf(relays.queueSize()));
        long operation = plan.wire().operationBytes().orElse(0);
        long window = plan.wire().windowBytes().orElse(0);
        List<String> failures = new ArrayList<>();
        int cases = 0;
        for (Bounds bounds : relays.bounds()) {
            for (HairpinQueue queue : bounds.queues()) {
                cases++;
                String place = queue.ingress() + " > " + queue.egress() + " of " + queue.host();
                double burst = queue.load() * operation;
                if (burst > usable) {
                    failures.add("one operation puts " + (long) Math.ceil(burst) + " bytes on " + place
                            + ", which holds " + usable);
                }
                long inFlight = queue.lanes() * window;
                if (inFlight > usable || window < 1) {
                    failures.add("windows of " + queue.lanes() + " lanes add up to " + inFlight + " bytes on " + place
                            + ", which holds " + usable);
                }
            }
        }
        return new Proof(
                "bounds hold",
                "on every relay's queue one operation of the stated size fits into " + usable
                        + " bytes, three quarters of " + relays.queueSize()
                        + " entries; and so do the windows of all lanes when ranks are one operation apart",
                cases,
                failures);
    }
}
