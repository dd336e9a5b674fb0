package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.nccl.ConnectCheck.Broken;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.probe.nccl.ConnectFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What each errno of ibv_modify_qp means, once it is no matter of two ports without a cable. */
final class ModifyQp {
    private ModifyQp() {}

    static void report(Broken broken, Findings out) {
        ConnectFailure failure = broken.first();
        String host = broken.view().host(broken.rank());
        String device = failure.device().isEmpty() ? "a device" : failure.device();
        Draft draft = out.report(code(failure.errno()))
                .at(host, failure.device().isEmpty() ? "a queue pair" : failure.device())
                .seen("ibv_modify_qp failed with " + failure.errnoName()
                        + (failure.words().isEmpty() || failure.errno() == 0 ? "" : " " + failure.words())
                        + " on " + device
                        + (failure.gidIndex().isPresent()
                                ? ", GID index " + failure.gidIndex().getAsInt()
                                : "")
                        + ends(failure) + ", in "
                        + Phrase.list(broken.failures().stream()
                                .map(s -> broken.view().title(s.rank()))
                                .distinct()
                                .toList())
                        + Retries.of(broken));
        switch (failure.errno()) {
            case 110 -> timedOut(broken, draft, out);
            case 61 -> noGid(broken, draft, out);
            case 101, 113 ->
                draft.wanted("a route to the peer's address from the device's own netdev")
                        .consequence(
                                "the kernel finds no way from this device to the peer's address, so no queue pair comes about")
                        .fix(
                                "see `ip route get " + remote(failure) + " oif NETDEV` with the netdev of " + device
                                        + ": it must have an address in the peer's subnet and no /32 route that leads elsewhere")
                        .likely();
            case 22 ->
                draft.wanted("GIDs of one kind at both ends: RoCE v2, IPv4")
                        .consequence("the two GIDs do not go together (RoCE v1 with v2, or IPv6 with IPv4)")
                        .fix(
                                "leave NCCL_IB_GID_INDEX unset, so that NCCL takes the first RoCE v2 IPv4 entry of each device; compare"
                                        + " `show_gids` of both hosts")
                        .likely();
            case 19 ->
                draft.wanted("the netdev of the GID in the same network namespace as the process")
                        .consequence("the container sees the RDMA device and not the netdev behind its GID")
                        .fix("start the container with --network host (and --device /dev/infiniband)")
                        .likely();
            default ->
                draft.wanted("queue pairs that connect")
                        .consequence("the connection did not come about; the cause of this error is not known here")
                        .fix(
                                "compare device, port, GID index and both addresses in the line with `show_gids` and `ip addr` of both"
                                        + " hosts")
                        .likely();
        }
        broken.failures().forEach(s -> draft.evidence(s.failure().evidence()));
        draft.add();
    }

    static Code code(int errno) {
        return switch (errno) {
            case 110 -> Code.MODIFY_QP_ETIMEDOUT;
            case 61 -> Code.MODIFY_QP_ENODATA;
            case 101, 113 -> Code.MODIFY_QP_ENETUNREACH;
            case 22 -> Code.MODIFY_QP_EINVAL;
            case 19 -> Code.MODIFY_QP_ENODEV;
            default -> Code.MODIFY_QP_FAILED;
        };
    }

    private static String ends(ConnectFailure failure) {
        return failure.localAddress().isEmpty() && failure.remoteAddress().isEmpty()
                ? ""
                : ", from " + (failure.localAddress().isEmpty() ? "no address" : failure.localAddress()) + " to "
                        + (failure.remoteAddress().isEmpty() ? "no address" : failure.remoteAddress());
    }

    private static String remote(ConnectFailure failure) {
        return failure.remoteAddress().isEmpty() ? "ADDRESS" : failure.remoteAddress();
    }

    /** The two ports do share a cable, or nobody can tell: the cable, the peer or a filter does not answer. */
    private static void timedOut(Broken broken, Draft draft, Findings out) {
        Optional<Function> local = broken.local();
        Optional<Function> remote = broken.remote();
        if (local.isPresent() && remote.isPresent()) {
            List<String> troubles = troubles(local.get(), remote.get());
            draft.wanted("an answer from " + NoCable.place(remote, ""))
                    .consequence(
                            "these two ports do share a cable, so the device was well chosen; nothing answers on the cable")
                    .fix((troubles.isEmpty() ? "" : Phrase.list(troubles) + "; ")
                            + "try `ping -I " + local.get().name() + " "
                            + broken.first().remoteAddress()
                            + "` and see `ip neigh`: a wrong neighbour entry, a link that is down at the other end, different MTUs"
                            + " or a firewall are what is left")
                    .likelyIf(troubles.isEmpty());
            return;
        }
        draft.wanted("two ports that share a cable, and an answer")
                .consequence(
                        "no packet from the one address reached the other: wrong device, wrong cable, wrong rank order, or a"
                                + " dead link; without facts of both hosts these cannot be told apart")
                .fix("give `ip addr`, `ip neigh` and `rdma link` of both hosts (kolo logs --from FOLDER)")
                .likely();
        out.askFor(
                "whether the two ends of a failed connection share a cable",
                "ip addr; ip neigh; rdma link (on both hosts)",
                broken.view().host(broken.rank()));
    }

    private static List<String> troubles(Function local, Function remote) {
        List<String> found = new ArrayList<>();
        for (Function end : List.of(local, remote)) {
            if (end.linkState() == LinkState.DOWN) {
                found.add("bring up the link of " + end.id());
            }
        }
        OptionalInt a = local.netdev().map(Netdev::mtu).orElse(OptionalInt.empty());
        OptionalInt b = remote.netdev().map(Netdev::mtu).orElse(OptionalInt.empty());
        if (a.isPresent() && b.isPresent() && a.getAsInt() != b.getAsInt()) {
            found.add("give both ends one MTU (" + a.getAsInt() + " and " + b.getAsInt() + " now)");
        }
        return found;
    }

    /** The local GID is empty at the index: which indices hold one, where the facts know. */
    private static void noGid(Broken broken, Draft draft, Findings out) {
        ConnectFailure failure = broken.first();
        Optional<Function> function = broken.view().function(broken.view().host(broken.rank()), failure.device());
        List<String> filled = function.flatMap(Function::device)
                .map(d -> d.gids().stream()
                        .filter(g -> !g.gid().isZero() && g.gid().ipv4().isPresent())
                        .filter(g -> g.type() == GidEntry.Type.ROCE_V2)
                        .map(g -> "index " + g.index() + " (" + g.gid().ipv4().orElseThrow() + ")")
                        .toList())
                .orElse(List.of());
        draft.wanted(filled.isEmpty() ? "a GID at that index" : "a RoCE v2 GID: " + Phrase.list(filled) + " has one")
                .consequence(
                        "the device's GID table is empty at the index that was forced, so the queue pair has no address")
                .fix("leave NCCL_IB_GID_INDEX unset on every rank; NCCL then takes the right index of each device"
                        + (filled.isEmpty()
                                ? ". If the table is empty altogether, the netdev has no IPv4 address"
                                : ""));
        if (function.isEmpty()) {
            out.askFor(
                    "which GID indices hold an address",
                    "show_gids",
                    broken.view().host(broken.rank()));
        }
    }
}
