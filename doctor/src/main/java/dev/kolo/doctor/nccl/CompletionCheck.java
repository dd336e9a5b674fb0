package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.RankLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Connections that had been made and broke. Flushed work is left out: it only follows. */
final class CompletionCheck implements LogCheck {
    private static final int RETRY_EXCEEDED = 12;
    private static final int REMOTE_INVALID = 9;

    @Override
    public void examine(LogView view, Findings out) {
        for (RankLog rank : view.ranks()) {
            for (CompletionError error : rank.errors().completions()) {
                if (error.status() == RETRY_EXCEEDED) {
                    retryExceeded(view, out, rank, error);
                } else if (!error.isFlushed()) {
                    other(view, out, rank, error);
                }
            }
        }
    }

    private static void retryExceeded(LogView view, Findings out, RankLog rank, CompletionError error) {
        Optional<Function> local = view.function(error.local());
        Optional<Function> remote = view.function(error.remote());
        List<String> sizes = sizes(local, remote);
        Draft draft = out.report(Code.COMPLETION_RETRY_EXCEEDED)
                .likelyIf(sizes.isEmpty())
                .at(view.host(rank), subject(error))
                .seen(seen(view, rank, error, local, remote))
                .wanted("an acknowledgement of every packet")
                .consequence(
                        "the connection had been made, then the peer answered nothing any more for about half a minute: the"
                                + " communicator is lost")
                .fix(
                        sizes.isEmpty()
                                ? "first see whether the peer's process died (its own log ends earlier); then the MTU of both ends (`ping"
                                        + " -M do -s 8972`), and whether packet_seq_err and out_of_sequence grow (`kolo watch`)"
                                : "give both ends one MTU: " + Phrase.list(sizes))
                .evidence(error.evidence());
        draft.add();
        if (local.isEmpty() || remote.isEmpty()) {
            out.askFor(
                    "the MTU of both ends of a connection that broke", "ip -d link (on both hosts)", view.host(rank));
        }
    }

    private static void other(LogView view, Findings out, RankLog rank, CompletionError error) {
        boolean invalid = error.status() == REMOTE_INVALID;
        out.report(Code.COMPLETION_FAILED)
                .likely()
                .at(view.host(rank), subject(error))
                .seen(seen(view, rank, error, view.function(error.local()), view.function(error.remote())))
                .wanted("work that completes")
                .consequence(
                        invalid
                                ? "the receiver refused the request as not fitting what it had posted; why is not known"
                                : "the connection is lost; the cause of this status is not known here")
                .fix(
                        "compare the library and the environment of both ranks first (a receiver of another build may post other"
                                + " buffers), then look at the peer's own log around that time")
                .evidence(error.evidence())
                .add();
    }

    private static String subject(CompletionError error) {
        return error.device().isEmpty() ? "a connection" : error.device();
    }

    private static String seen(
            LogView view, RankLog rank, CompletionError error, Optional<Function> local, Optional<Function> remote) {
        String status = (error.statusName().isEmpty() ? "status " : error.statusName() + " ") + error.status();
        return status
                + (error.vendorError().isPresent()
                        ? ", vendor error " + error.vendorError().getAsLong()
                        : "")
                + ", in " + view.title(rank)
                + (error.local().isEmpty() ? "" : ", from " + NoCable.place(local, address(error.local())))
                + " to the peer "
                + (error.remote().isEmpty()
                        ? error.peer()
                        : NoCable.place(remote, address(error.remote())) + " (" + error.peer() + ")")
                + (error.count() > 1 ? ", " + error.count() + " times" : "");
    }

    private static String address(Optional<dev.kolo.fabric.address.Gid> gid) {
        return gid.map(g ->
                        g.ipv4().map(Object::toString).orElseGet(() -> g.ipv6().toString()))
                .orElse("");
    }

    private static List<String> sizes(Optional<Function> local, Optional<Function> remote) {
        OptionalInt a = local.flatMap(Function::netdev).map(Netdev::mtu).orElse(OptionalInt.empty());
        OptionalInt b = remote.flatMap(Function::netdev).map(Netdev::mtu).orElse(OptionalInt.empty());
        List<String> sizes = new ArrayList<>();
        if (a.isPresent() && b.isPresent() && a.getAsInt() != b.getAsInt()) {
            sizes.add(local.orElseThrow().id() + " has " + a.getAsInt());
            sizes.add(remote.orElseThrow().id() + " has " + b.getAsInt());
        }
        return sizes;
    }
}
