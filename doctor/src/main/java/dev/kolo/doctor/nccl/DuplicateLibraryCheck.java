package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Two copies of NCCL in one process: an engine says so, or its binding found another version than the one that runs. */
final class DuplicateLibraryCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        List<Evidence> evidence = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        Set<String> hosts = new LinkedHashSet<>();
        boolean aborts = false;
        for (RankLog rank : view.ranks()) {
            for (Stated line : rank.loaded().duplicates()) {
                seen.add("\"" + line.value() + "\"");
                evidence.add(line.evidence());
                hosts.add(view.host(rank));
                aborts |= line.value().contains("AssertionError");
            }
            if (bindingDiffers(rank)) {
                Stated binding = rank.loaded().engineVersion().orElseThrow();
                Stated running = rank.loaded().version().orElseThrow();
                seen.add("the engine found nccl " + binding.value() + ", and " + running.value() + " runs");
                evidence.add(binding.evidence());
                evidence.add(running.evidence());
                hosts.add(view.host(rank));
            }
        }
        if (seen.isEmpty()) {
            return;
        }
        out.report(Code.NCCL_DUPLICATE_LIBRARY)
                .severity(aborts ? Severity.ERROR : Severity.WARNING)
                .likelyIf(!aborts)
                .at(hosts.size() == 1 ? hosts.iterator().next() : "", "libnccl.so.2")
                .seen(Phrase.list(seen))
                .wanted("one libnccl.so.2 in the process")
                .consequence(
                        aborts
                                ? "DeepEP refuses to start beside a second copy"
                                : "which of the two copies carries the traffic depends on what loads first: a patched one may stay"
                                        + " unused")
                .fix(
                        "mount the wanted file over the pip package's own (…/site-packages/nvidia/nccl/lib/libnccl.so.2) instead of"
                                + " preloading a second one; for vLLM let VLLM_NCCL_SO_PATH name the same file")
                .evidence(evidence)
                .add();
    }

    private static boolean bindingDiffers(RankLog rank) {
        return rank.loaded().engineVersion().isPresent()
                && rank.loaded().version().isPresent()
                && !rank.loaded()
                        .release()
                        .orElse("")
                        .equals(rank.loaded().engineVersion().get().value());
    }
}
