package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What containers and limits do to RDMA: GIDs whose netdev is not visible, and too little memory that may be locked. */
public final class ContainerCheck implements Check {
    /** 64 MiB: NCCL registers buffers of several MiB for each channel and peer. */
    private static final long LEAST_MEMLOCK_KIB = 64 * 1024;
    /** The kernel's own default since 5.16: 8 MiB (MLOCK_LIMIT). */
    private static final long DEFAULT_MEMLOCK_KIB = 8 * 1024;

    @Override
    public void examine(Context context, Findings out) {
        for (NodeFacts facts : context.inventory().hosts()) {
            namespace(out, facts);
            container(context, out, facts);
        }
        memlock(out, context.inventory().hosts());
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

    /** What {@code docker inspect} says of an engine's container: its network, and its limit of locked memory. */
    private static void container(Context context, Findings out, NodeFacts facts) {
        Optional<Setting> mode = own(facts, "container.NetworkMode");
        boolean bridged = mode.filter(
                        m -> m.value().equals("bridge") || m.value().equals("default"))
                .isPresent();
        boolean usesRdma = facts.settings().stream()
                        .anyMatch(s ->
                                s.source() == Setting.Source.PROCESS && s.name().startsWith("NCCL_IB_"))
                && context.settings()
                        .of(facts.host(), "NCCL_IB_DISABLE")
                        .filter(s -> s.value().equals("1"))
                        .isEmpty();
        if (bridged && usesRdma && !out.has(Code.RDMA_NAMESPACE)) {
            out.report(Code.RDMA_NAMESPACE)
                    .likely()
                    .at(facts.host(), "the engine's container")
                    .seen("NetworkMode " + mode.orElseThrow().value()
                            + ", with NCCL's RDMA settings in its environment")
                    .wanted("NetworkMode host")
                    .consequence(
                            "the netdevs of the GIDs are not visible in the container: queue pairs cannot be set up with"
                                    + " them (errno 19, \"No such device\")")
                    .fix("start the container with --network host (and --device /dev/infiniband)")
                    .evidence(mode.orElseThrow().evidence())
                    .add();
        }
        Optional<Setting> limit =
                own(facts, "container.memlock").filter(l -> l.value().matches("[0-9]{1,15}"));
        limit.map(l -> Long.parseLong(l.value()) / 1024)
                .filter(kib -> usesRdma && kib < LEAST_MEMLOCK_KIB)
                .ifPresent(kib -> out.report(Code.MEMLOCK_LOW)
                        .at(facts.host(), "the container's limit of locked memory")
                        .seen("memlock " + kib + " KiB among the container's Ulimits")
                        .wanted("unlimited")
                        .consequence("registering memory for RDMA fails with \"Cannot allocate memory\"")
                        .fix("start the engine's container with --ulimit memlock=-1")
                        .evidence(limit.orElseThrow().evidence())
                        .add());
    }

    private static Optional<Setting> own(NodeFacts facts, String name) {
        return facts.settings().stream().filter(s -> s.name().equals(name)).findFirst();
    }

    /**
     * In a container with RDMA devices, or beside a failed registration, the limit decides. An operator's shell says little about the
     * engine: there only a limit below the kernel's own default is worth a word.
     */
    private static void memlock(Findings out, List<NodeFacts> hosts) {
        List<NodeFacts> decided = new ArrayList<>();
        List<NodeFacts> hinted = new ArrayList<>();
        for (NodeFacts facts : hosts) {
            long limit = facts.system().memlockKib().orElse(Long.MAX_VALUE);
            boolean engine = facts.system().inContainer().orElse(false)
                    && !facts.rdmaDevices().isEmpty();
            boolean counts = engine || hasFailed(facts);
            if (counts && limit < LEAST_MEMLOCK_KIB) {
                decided.add(facts);
            } else if (limit < DEFAULT_MEMLOCK_KIB) {
                hinted.add(facts);
            }
        }
        if (!decided.isEmpty()) {
            report(out, decided, Severity.ERROR);
        }
        if (!hinted.isEmpty()) {
            report(out, hinted, Severity.INFO);
        }
    }

    private static boolean hasFailed(NodeFacts facts) {
        return facts.remarks().stream().anyMatch(r -> r.kind() == Remark.Kind.REG_MR_ENOMEM);
    }

    private static void report(Findings out, List<NodeFacts> hosts, Severity severity) {
        boolean decided = severity == Severity.ERROR;
        out.report(Code.MEMLOCK_LOW)
                .severity(severity)
                .at(hosts.size() == 1 ? hosts.getFirst().host() : "", "limit of locked memory")
                .seen(Phrase.list(hosts.stream()
                                .map(f -> "ulimit -l " + f.system().memlockKib().orElse(0) + " KiB on "
                                        + Phrase.host(f.host()))
                                .toList())
                        + (decided ? "" : ", in the shell that answered"))
                .wanted("unlimited")
                .consequence(
                        decided
                                ? "registering memory for RDMA fails with \"Cannot allocate memory\""
                                : "RDMA programs started from such a shell without root cannot register much memory; a container"
                                        + " has a limit of its own")
                .fix("start the engine's container with --ulimit memlock=-1; for programs on the host add \"* - memlock"
                        + " unlimited\" to /etc/security/limits.conf")
                .evidence(hosts.stream()
                        .flatMap(f -> f.remarks().stream())
                        .filter(r -> r.kind() == Remark.Kind.REG_MR_ENOMEM)
                        .map(Remark::evidence)
                        .toList())
                .add();
    }
}
