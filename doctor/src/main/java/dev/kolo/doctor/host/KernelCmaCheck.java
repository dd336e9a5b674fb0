package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Kernels whose reserved scratch memory (kexec handover) breaks the pinning of RDMA memory. The sure sign is more free
 * CMA memory than there is in all.
 */
public final class KernelCmaCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (NodeFacts facts : context.inventory().hosts()) {
            Map<String, Long> memory = facts.system().memoryKib();
            Long total = memory.get("CmaTotal");
            Long free = memory.get("CmaFree");
            if (total == null) {
                continue;
            }
            boolean impossible = free != null && free > total;
            boolean suspected =
                    total == 0 && isKernel7(facts) && !failures(facts).isEmpty() && !isOff(context, facts);
            if (impossible || suspected) {
                report(out, facts, total, free == null ? -1 : free, impossible);
            }
        }
    }

    private static boolean isKernel7(NodeFacts facts) {
        return facts.system().kernelRelease().filter(k -> k.startsWith("7.")).isPresent();
    }

    private static List<Evidence> failures(NodeFacts facts) {
        return facts.remarks().stream()
                .filter(r -> r.kind() == Remark.Kind.REG_MR_ENOMEM)
                .map(Remark::evidence)
                .toList();
    }

    private static boolean isOff(Context context, NodeFacts facts) {
        return context.settings()
                .of(facts.host(), "cmdline.kho")
                .filter(s -> s.value().equals("off"))
                .isPresent();
    }

    private static void report(Findings out, NodeFacts facts, long total, long free, boolean certain) {
        List<String> values = List.of("CmaTotal " + total, "CmaFree " + free);
        List<Evidence> failures = failures(facts);
        List<Evidence> lines = facts.remarks().stream()
                .filter(r -> r.kind() == Remark.Kind.CMA_MEMORY && values.contains(r.value()))
                .map(Remark::evidence)
                .collect(Collectors.toCollection(ArrayList::new));
        lines.addAll(failures);
        out.report(Code.KERNEL_CMA)
                .likelyIf(!certain)
                .at(facts.host(), "kernel " + facts.system().kernelRelease().orElse("(release not shown)"))
                .seen("CmaTotal " + total + " kB" + (free < 0 ? "" : ", CmaFree " + free + " kB")
                        + (failures.isEmpty()
                                ? ""
                                : "; registering RDMA memory failed with \"Cannot allocate memory\""))
                .wanted("CmaFree not above CmaTotal")
                .consequence(
                        "the kernel's reserved scratch memory breaks the pinning of RDMA memory: even small registrations"
                                + " fail, whatever the memlock limit, the cables or the NCCL version")
                .fix(
                        "boot the installed 6.17 kernel, or add kho=off to the kernel's command line if crash dumps are not needed")
                .evidence(lines)
                .add();
    }
}
