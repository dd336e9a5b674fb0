package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Error lines of NCCL and engines that no other check explains: they must not pass for fine, so the facts that would
 * explain them are asked for.
 */
public final class ErrorLineCheck implements Check {
    private static final String FACTS = "ip addr; ip neigh; rdma link; show_gids (on every host)";
    private static final String LOG = "the log of every rank with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET";

    /** Findings that speak of error lines themselves. */
    private static final Set<Code> LOG_CODES = EnumSet.range(Code.REG_MR_ENOMEM, Code.COMPLETION_FAILED);

    @Override
    public void examine(Context context, Findings out) {
        List<LocatedRemark> lines = context.remarks(Remark.Kind.ERROR_LINE);
        if (lines.isEmpty() || LOG_CODES.stream().anyMatch(out::has)) {
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
