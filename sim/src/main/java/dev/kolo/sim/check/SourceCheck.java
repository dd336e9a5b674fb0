package dev.kolo.sim.check;

import dev.kolo.sim.fabric.FabricWatcher;
import dev.kolo.sim.fabric.Request;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.wire.layout.RegionLayout;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * No send memory reused without its proof: what a peer's NIC takes in is what stood in memory when it was posted, however
 * often the frame had to be sent. Exempt are credits, whose source never says more than is true and may be rewritten any time.
 */
public final class SourceCheck implements FabricWatcher {
    private static final String RULE = "send memory";

    private final RegionLayout layout;
    private final Violations violations;
    /** Looked up, never gone through. */
    private final IdentityHashMap<Request, byte[]> posted = new IdentityHashMap<>();

    /** Checks sources in regions of one layout. */
    public SourceCheck(RegionLayout layout, Violations violations) {
        this.layout = layout;
        this.violations = violations;
    }

    @Override
    public void posted(SimNic nic, Request request) {
        if (request.bytes() > 0) {
            posted.put(request, nic.read(request.localOffset(), (int) request.bytes()));
        }
    }

    @Override
    public void accepted(SimNic to, Request request, byte[] payload, long at) {
        if (at < 0) {
            flag(to, request, SimNic.wordOf(payload));
            return;
        }
        byte[] wanted = posted.get(request);
        int from = (int) at;
        if (wanted != null && !Arrays.equals(wanted, from, from + payload.length, payload, 0, payload.length)) {
            violations.add(
                    RULE,
                    request.rank(),
                    "rank " + request.rank() + " wrote new bytes where payload to rank " + request.peer()
                            + " stood that had still to be sent (again)");
        }
        if (at + payload.length == request.bytes()) {
            posted.remove(request);
        }
    }

    private void flag(SimNic to, Request request, long word) {
        boolean credit = request.flagRemote() == layout.credit(request.rank());
        if (!credit && !request.isStale() && word != request.postedWord()) {
            violations.add(
                    RULE,
                    request.rank(),
                    "rank " + request.rank() + " wrote a new word where a flag to rank " + to.rank()
                            + " stood that had still to be sent (again)");
        }
    }
}
