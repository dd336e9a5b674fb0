package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What containers and limits do to RDMA: GIDs whose netdev is not visible, and too little memory that may be locked. */
public final class ContainerCheck implements Check {
    /** 64 MiB: NCCL registers buffers of several MiB for each channel and peer. */
    private static final long LEAST_MEMLOCK_KIB = 64 * 1024;

    @Override
    public void examine(Context context, Findings out) {
        for (NodeFacts facts : context.inventory().hosts()) {
            namespace(out, facts);
            memlock(out, facts);
        }
    }

    private static void namespace(Findings out, NodeFacts facts) {
        boolean listed = facts.hasObserved(Topic.ADDRESSES) || facts.hasObserved(Topic.LINKS);
        if (!listed || facts.netdevs().isEmpty()) {
            return;
        }
        Set<String> hidden = new TreeSet<>();
        List<GidEntry> entries = new ArrayList<>();
        for (RdmaDevice device : facts.rdmaDevices()) {
            for (GidEntry gid : device.gids()) {
                boolean unseen = !gid.gid().isZero()
                        && gid.netdev().isPresent()
                        && facts.netdev(gid.netdev().get()).isEmpty();
                if (unseen) {
                    hidden.add(gid.netdev().get());
                    entries.add(gid);
                }
            }
        }
        if (hidden.isEmpty()) {
            return;
        }
        out.report(Code.RDMA_NAMESPACE)
                .likelyIf(!facts.system().inContainer().orElse(false))
                .at(facts.host(), Phrase.list(hidden))
                .seen("GIDs belong to " + Phrase.list(hidden) + ", which " + (hidden.size() == 1 ? "is" : "are")
                        + " not among the netdevs here")
                .wanted("the netdev of each GID in the same network namespace")
                .consequence("queue pairs cannot be set up with these GIDs (errno 19, \"No such device\")")
                .fix("start the container with --network host (and --device /dev/infiniband)")
                .evidence(entries.stream().map(GidEntry::evidence).toList())
                .add();
    }

    /** In a container, or beside a failed registration, the limit decides; an operator's shell only hints at it. */
    private static void memlock(Findings out, NodeFacts facts) {
        if (facts.system().memlockKib().isEmpty() || facts.system().memlockKib().getAsLong() >= LEAST_MEMLOCK_KIB) {
            return;
        }
        long limit = facts.system().memlockKib().getAsLong();
        boolean failed = facts.remarks().stream().anyMatch(r -> r.kind() == Remark.Kind.REG_MR_ENOMEM);
        boolean counts = facts.system().inContainer().orElse(false) || failed;
        out.report(Code.MEMLOCK_LOW)
                .severity(counts ? Severity.ERROR : Severity.INFO)
                .at(facts.host(), "limit of locked memory")
                .seen("ulimit -l " + limit + " KiB" + (counts ? "" : ", in the shell that answered"))
                .wanted("unlimited")
                .consequence(
                        counts
                                ? "registering memory for RDMA fails with \"Cannot allocate memory\""
                                : "RDMA programs started from such a shell without root cannot register much memory; a container"
                                        + " has a limit of its own")
                .fix("start the engine's container with --ulimit memlock=-1; for programs on the host add \"* - memlock"
                        + " unlimited\" to /etc/security/limits.conf")
                .evidence(facts.remarks().stream()
                        .filter(r -> r.kind() == Remark.Kind.REG_MR_ENOMEM)
                        .map(Remark::evidence)
                        .toList())
                .add();
    }
}
