package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Function;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.RankLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Queue pairs that could not be connected, one finding a pair of addresses. errno 110 has two causes that look alike: the
 * two ports share no cable, or they do and nothing answers on it.
 */
final class ConnectCheck implements LogCheck {
    /**
     * What is known of one failing pair of addresses.
     *
     * @param view the logs and the facts
     * @param failures every rank's failures between these two, the first one's point of view
     * @param local the function of the local address, where the facts know it
     * @param remote the function of the peer's
     */
    record Broken(LogView view, List<Seen> failures, Optional<Function> local, Optional<Function> remote) {
        ConnectFailure first() {
            return failures.getFirst().failure();
        }

        RankLog rank() {
            return failures.getFirst().rank();
        }
    }

    /** One rank's view of a failure. */
    record Seen(RankLog rank, ConnectFailure failure) {}

    @Override
    public void examine(LogView view, Findings out) {
        Map<String, List<Seen>> byPair = new LinkedHashMap<>();
        for (RankLog rank : view.ranks()) {
            List<ConnectFailure> trees =
                    TreeCheck.isDiagonal(view, rank) ? TreeCheck.afterRings(view, rank) : List.of();
            for (ConnectFailure failure : rank.errors().failures()) {
                if (!trees.contains(failure)) {
                    byPair.computeIfAbsent(key(failure), k -> new ArrayList<>()).add(new Seen(rank, failure));
                }
            }
        }
        for (List<Seen> seen : byPair.values()) {
            ConnectFailure first = seen.getFirst().failure();
            Broken broken = new Broken(view, seen, view.function(first.local()), view.function(first.remote()));
            judge(broken, out);
        }
    }

    /** Both ends see the same trouble with the addresses the other way round. */
    private static String key(ConnectFailure failure) {
        String a = failure.localAddress();
        String b = failure.remoteAddress();
        boolean turned = a.compareTo(b) > 0;
        return failure.errno() + failure.words() + " " + (turned ? b : a) + " " + (turned ? a : b)
                + (a.isEmpty() && b.isEmpty() ? failure.device() : "");
    }

    private static void judge(Broken broken, Findings out) {
        boolean timedOut = broken.first().errno() == 110;
        if (timedOut && sharesNoCable(broken)) {
            NoCable.report(broken, out);
        } else {
            ModifyQp.report(broken, out);
        }
    }

    private static boolean sharesNoCable(Broken broken) {
        if (broken.local().isPresent() && broken.remote().isPresent()) {
            return !broken.view()
                    .areJoined(broken.local().get(), broken.remote().get());
        }
        Optional<Ipv4Address> a = broken.first().local().flatMap(Gid::ipv4);
        Optional<Ipv4Address> b = broken.first().remote().flatMap(Gid::ipv4);
        return a.isPresent() && b.isPresent() && !subnet(broken, a.get()).equals(subnet(broken, b.get()));
    }

    /** By the length that NCCL compares, since nothing else tells it without facts. */
    static Subnet subnet(Broken broken, Ipv4Address address) {
        int bits = broken.rank()
                .variable("NCCL_IB_SUBNET_PREFIX_LEN")
                .flatMap(dev.kolo.doctor.check.Context::number)
                .filter(n -> n >= 1 && n <= 32)
                .orElseGet(() -> broken.view().context().comparedPrefixLength());
        return Subnet.of(address, bits);
    }
}
