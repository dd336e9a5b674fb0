package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * RDMA memory that could not be registered. Two causes look alike: the limit of locked memory, and kernels whose reserved
 * memory breaks pinning. Where the facts show either, that finding says it; here is what remains open.
 */
final class MemoryCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        Context context = view.context();
        List<LocatedRemark> lines = context.remarks(Remark.Kind.REG_MR_ENOMEM).stream()
                .filter(r -> !isExplained(out, r.host()))
                .toList();
        if (lines.isEmpty()) {
            return;
        }
        List<String> hosts = lines.stream().map(LocatedRemark::host).distinct().toList();
        List<String> open = new ArrayList<>();
        for (String host : hosts) {
            Optional<NodeFacts> facts = context.facts(host);
            if (facts.filter(f -> f.system().memlockKib().isPresent()).isEmpty()) {
                open.add("the limit of locked memory inside the container (ulimit -l)");
                out.askFor("whether the limit of locked memory is too low", "ulimit -l (inside the container)", host);
            }
            if (facts.filter(f -> f.system().memoryKib().containsKey("CmaTotal"))
                    .isEmpty()) {
                open.add("the kernel's reserved memory (grep Cma /proc/meminfo; uname -r)");
                out.askFor("whether the kernel breaks the pinning of memory", "grep Cma /proc/meminfo; uname -r", host);
            }
        }
        String call = lines.getFirst().value().isEmpty()
                ? "a memory registration"
                : lines.getFirst().value();
        out.report(Code.REG_MR_ENOMEM)
                .likelyIf(!open.isEmpty())
                .at(hosts.size() == 1 ? hosts.getFirst() : "", call)
                .seen(call + " failed with \"Cannot allocate memory\"")
                .wanted("memory registered for RDMA")
                .consequence(
                        "NCCL cannot use the device and stops; it is no fault of cables, addresses or the NCCL version")
                .fix(
                        open.isEmpty()
                                ? "the limit and the kernel look sound in these facts: compare them inside the container at the moment"
                                        + " of the failure (`ulimit -l`, `free -m`), and look at `dmesg`"
                                : "look at "
                                        + Phrase.list(open.stream().distinct().toList())
                                        + "; then start the container with --ulimit memlock=-1, or boot a 6.17 kernel")
                .evidence(lines.stream().map(r -> r.remark().evidence()).toList())
                .add();
    }

    private static boolean isExplained(Findings out, String host) {
        return out.has(Code.KERNEL_CMA, host) || out.has(Code.MEMLOCK_LOW, host);
    }
}
