package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.HostNames;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.Link;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Failed connections to a fabric address that the job's hosts cannot reach. On a ring a host has a different address for
 * each neighbour; a tool that keeps one "fabric address" per host uses the wrong one for all but one neighbour.
 */
public final class PeerAddressCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        HostNames names = new HostNames(context);
        Set<String> job = new LinkedHashSet<>();
        for (Remark.Kind kind : List.of(Remark.Kind.JOB_HEAD, Remark.Kind.JOB_WORKER)) {
            context.remarks(kind).forEach(r -> names.resolve(r.value()).ifPresent(job::add));
        }
        Set<String> judged = new LinkedHashSet<>();
        for (LocatedRemark failed : context.remarks(Remark.Kind.CONNECT_FAILED)) {
            if (judged.add(failed.value())) {
                owner(context, failed.value()).ifPresent(o -> judge(context, out, failed, o, List.copyOf(job)));
            }
        }
    }

    private static Optional<Function> owner(Context context, String address) {
        return context.fabric().functions().stream()
                .filter(f -> Addressing.routable(f).stream()
                        .anyMatch(a -> a.address().toString().equals(address)))
                .findFirst();
    }

    private static void judge(Context context, Findings out, LocatedRemark failed, Function owner, List<String> job) {
        Optional<String> beyond = context.peerOf(owner).map(Function::host);
        boolean ownerInJob = job.contains(owner.host());
        boolean reachable = beyond.isPresent() && job.contains(beyond.get()) && ownerInJob;
        if (job.size() < 2 || reachable) {
            return;
        }
        List<String> right = rightAddresses(context, job);
        String cable = beyond.map(b -> ", on its cable to " + b).orElse("");
        out.report(Code.PEER_FABRIC_ADDRESS_WRONG)
                .at(failed.host().isEmpty() ? job.getFirst() : failed.host(), failed.value())
                .seen(failed.value() + " belongs to " + owner.id() + cable + "; the job runs on " + Phrase.hosts(job))
                .wanted(
                        right.isEmpty()
                                ? "an address that the hosts of the job share a cable with"
                                : "an address in a subnet that both hosts share: " + Phrase.list(right))
                .consequence((ownerInJob
                                ? "that address lies behind another cable"
                                : owner.host() + " is no part of this job")
                        + ", so the connection can only time out; the cables and addresses themselves are sound")
                .fix(
                        right.isEmpty()
                                ? "have the tool take the address by neighbour, not one fabric address for each host; between "
                                        + Phrase.hosts(job) + " no cable is known, so use the management addresses"
                                : "use " + right.getFirst()
                                        + " instead, and have the tool keep one address for each neighbour,"
                                        + " not one for each host")
                .evidence(failed.remark().evidence())
                .evidence(Addressing.evidence(owner))
                .add();
    }

    /** For neighbouring hosts of the job, the address of the later one in each subnet that both share. */
    private static List<String> rightAddresses(Context context, List<String> job) {
        List<String> right = new ArrayList<>();
        for (int i = 0; i < job.size(); i++) {
            for (Function function : context.functionsOf(job.get(i))) {
                Optional<Link> link = context.linkOf(function.id());
                Optional<Function> peer = context.peerOf(function);
                if (link.isPresent()
                        && peer.isPresent()
                        && job.subList(0, i).contains(peer.get().host())) {
                    commonAddress(function, peer.get())
                            .ifPresent(a -> right.add(a.address() + " (" + function.host() + ", as seen from "
                                    + peer.get().host() + ")"));
                }
            }
        }
        return right;
    }

    private static Optional<NetAddress> commonAddress(Function function, Function peer) {
        return function.subnets().stream()
                .filter(s -> peer.subnets().contains(s))
                .findFirst()
                .flatMap(s -> Addressing.in(function, s));
    }
}
