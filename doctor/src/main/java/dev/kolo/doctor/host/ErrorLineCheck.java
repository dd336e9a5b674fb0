package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Remark;
import java.util.List;

/**
 * Error lines of NCCL and engines. What they mean is judged by the log reader that is to come; until then they must not
 * pass for fine, so the facts that would explain them are asked for.
 */
public final class ErrorLineCheck implements Check {
    private static final String FACTS = "ip addr; ip neigh; rdma link; show_gids (on every host)";
    private static final String LOG = "the log of every rank with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET";

    @Override
    public void examine(Context context, Findings out) {
        List<LocatedRemark> lines = context.remarks(Remark.Kind.ERROR_LINE);
        if (lines.isEmpty()) {
            return;
        }
        String first = lines.getFirst().value();
        String what = "the cause of \"" + (first.length() > 80 ? first.substring(0, 80) + "…" : first) + "\"";
        out.askFor(
                what,
                context.fabric().functions().isEmpty() ? FACTS : LOG,
                lines.getFirst().host());
    }
}
