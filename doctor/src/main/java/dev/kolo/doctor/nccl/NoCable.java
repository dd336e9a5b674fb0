package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.nccl.ConnectCheck.Broken;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.probe.nccl.RankLog;
import java.util.List;
import java.util.Optional;

/** Says of two addresses which ports they are, that no cable joins these, which ports of the two hosts one does, and what mends it. */
final class NoCable {
    private static final String ASK = "ip addr; ip neigh; rdma link (on both hosts)";

    private NoCable() {}

    static void report(Broken broken, Findings out) {
        boolean known = broken.local().isPresent() && broken.remote().isPresent();
        String local = place(broken.local(), broken.first().localAddress());
        String remote = place(broken.remote(), broken.first().remoteAddress());
        Draft draft = out.report(Code.PAIR_SHARES_NO_CABLE)
                .likelyIf(!known)
                .at(
                        broken.local()
                                .map(Function::host)
                                .orElseGet(() -> broken.view().host(broken.rank())),
                        local + " to " + remote)
                .seen("ibv_modify_qp failed with " + broken.first().errnoName() + " between "
                        + broken.first().localAddress() + " and "
                        + broken.first().remoteAddress()
                        + Retries.of(broken) + "; in "
                        + Phrase.list(broken.failures().stream()
                                .map(s -> broken.view().title(s.rank()))
                                .distinct()
                                .toList()))
                .wanted(known ? wanted(broken) : "two addresses of one cable, so of one subnet")
                .consequence(
                        known
                                ? "no cable joins these two ports, so no packet of the one reaches the other; "
                                        + instead(broken)
                                : "the two addresses lie in different subnets, so they are most likely the ends of different cables")
                .fix(known ? fix(broken, out) : unknownFix(broken));
        broken.failures().forEach(s -> draft.evidence(s.failure().evidence()));
        broken.view().variable(broken.rank(), LogView.ROUTING).ifPresent(v -> draft.evidence(v.evidence()));
        broken.rank().loaded().version().ifPresent(v -> draft.evidence(v.evidence()));
        broken.local().ifPresent(f -> draft.evidence(f.evidence()).about(List.of(f.id())));
        broken.remote().ifPresent(f -> draft.evidence(f.evidence()).about(List.of(f.id())));
        draft.add();
        if (!known) {
            out.askFor(
                    "which ports the two addresses are, and which cable joins the hosts",
                    ASK,
                    broken.view().host(broken.rank()));
        }
    }

    /** "spark1 port 0 (enp1s0f0np0)", or the bare address. */
    static String place(Optional<Function> function, String address) {
        return function.map(f -> f.port() + " (" + f.name() + ")").orElse(address.isEmpty() ? "?" : address);
    }

    private static List<Link> joining(Broken broken) {
        return broken.view()
                .between(
                        broken.local().orElseThrow().host(),
                        broken.remote().orElseThrow().host());
    }

    private static String wanted(Broken broken) {
        List<Link> links = joining(broken);
        String here = broken.local().orElseThrow().host();
        String there = broken.remote().orElseThrow().host();
        if (links.isEmpty()) {
            return "two hosts that a cable joins; none joins " + here + " and " + there;
        }
        return "the ports that a cable joins: "
                + Phrase.list(links.stream()
                        .map(l -> describe(broken, here, l) + " and " + describe(broken, there, l))
                        .toList());
    }

    /** What the hosts do share, for readers who see no more than this sentence. */
    private static String instead(Broken broken) {
        List<Link> links = joining(broken);
        String here = broken.local().orElseThrow().host();
        String there = broken.remote().orElseThrow().host();
        return links.isEmpty()
                ? "no cable joins " + here + " and " + there + " at all"
                : "a cable does join " + port(broken, here, links.getFirst()) + " and "
                        + port(broken, there, links.getFirst());
    }

    private static String port(Broken broken, String host, Link link) {
        var id = link.a().host().equals(host) ? link.a() : link.b();
        return broken.view()
                .context()
                .function(id)
                .map(f -> f.port().toString())
                .orElse(id.toString());
    }

    private static String describe(Broken broken, String host, Link link) {
        var id = link.a().host().equals(host) ? link.a() : link.b();
        return broken.view()
                .context()
                .function(id)
                .map(f -> f.port() + " (" + f.name() + addresses(f) + ")")
                .orElse(id.toString());
    }

    private static String addresses(Function function) {
        return function.ipv4Addresses().isEmpty()
                ? ""
                : " "
                        + Phrase.list(function.ipv4Addresses().stream()
                                .map(a -> a.address().toString())
                                .toList());
    }

    private static String fix(Broken broken, Findings out) {
        if (joining(broken).isEmpty()) {
            return notNeighbours(broken);
        }
        RankLog rank = broken.rank();
        Optional<Finding> cabling = out.first(Code.CABLE_SAME_INDEX).or(() -> out.first(Code.PREFIX_LEN_MERGES_CABLES));
        if (broken.view().lacksRouting(rank)) {
            return "use NCCL " + LogView.FIRST_WITH_ROUTING + " or later inside the container ("
                    + rank.loaded().release().orElse("") + " runs) and set " + LogView.ROUTING + "=1 on every rank"
                    + cabling.map(c -> "; then: " + c.fix()).orElse("");
        }
        if (!broken.view().isOn(rank, LogView.ROUTING)
                && rank.network().overrides().isEmpty()) {
            return "set " + LogView.ROUTING + "=1 on every rank (NCCL " + LogView.FIRST_WITH_ROUTING
                    + " or later), so that NCCL takes the device whose subnet is the peer's"
                    + cabling.map(c -> "; then: " + c.fix()).orElse("");
        }
        return cabling.map(Finding::fix)
                .orElse(
                        "let NCCL_IB_HCA name the devices of both ends of that cable on both hosts, leave NCCL_IB_GID_INDEX"
                                + " unset, and see that the two ends of each cable share a subnet under NCCL_IB_SUBNET_PREFIX_LEN and"
                                + " no two cables do");
    }

    /** Two hosts without a cable between them: wrong rank order, or traffic that a ring does not carry. */
    private static String notNeighbours(Broken broken) {
        Shape shape = broken.view().context().fabric().shape();
        boolean ringStep = !broken.rank().has(dev.kolo.probe.nccl.Stage.RINGS_CONNECTED);
        if (ringStep && shape.hosts().size() > 3) {
            return "start the ranks in the order of the cables: " + String.join(", ", shape.hosts())
                    + "; NCCL joins each rank to the next one";
        }
        return "keep traffic between neighbours: NCCL_ALGO=Ring, and no pipeline parallelism or all-to-all between opposite"
                + " hosts; or let relays carry it (`kolo plan --relays auto`)";
    }

    private static String unknownFix(Broken broken) {
        String base = broken.view().lacksRouting(broken.rank())
                ? "use NCCL " + LogView.FIRST_WITH_ROUTING + " or later with " + LogView.ROUTING + "=1"
                : broken.view().isOn(broken.rank(), LogView.ROUTING)
                        ? "cable port 0 of each host to port 1 of the next, one subnet a cable"
                        : "set " + LogView.ROUTING + "=1 (NCCL " + LogView.FIRST_WITH_ROUTING + " or later)";
        return "on three hosts or more: " + base
                + ". Give `ip addr` of both hosts (kolo logs --from FOLDER), and Kolo names"
                + " the ports, the pair that does share a cable, and the plug to move";
    }
}
