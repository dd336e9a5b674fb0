package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The network that ranks chose: the built-in InfiniBand code is wanted where ranks of several hosts meet over RDMA
 * devices. Ranks of one host need no network, and a log of theirs that finds no device is healthy.
 */
final class NetworkCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        List<RankLog> none = new ArrayList<>();
        List<RankLog> socket = new ArrayList<>();
        List<RankLog> plugin = new ArrayList<>();
        for (RankLog rank : view.ranks()) {
            if (plugin(rank).isPresent()) {
                plugin.add(rank);
            } else if (wantsIb(view, rank) && rank.network().noIbDevice().isPresent()) {
                none.add(rank);
            } else if (wantsIb(view, rank) && isSocket(rank)) {
                socket.add(rank);
            }
        }
        if (!none.isEmpty() && !out.has(Code.NET_IB_NO_DEVICE)) {
            noDevice(view, out, none);
        }
        if (!socket.isEmpty()) {
            socket(view, out, socket);
        }
        if (!plugin.isEmpty()) {
            external(view, out, plugin);
        }
    }

    private static boolean isSocket(RankLog rank) {
        return rank.network().network().filter(n -> n.value().equals("Socket")).isPresent();
    }

    /** Peers on other hosts, and RDMA devices that somebody has or names. */
    private static boolean wantsIb(LogView view, RankLog rank) {
        boolean devices = view.context()
                .facts(view.host(rank))
                .filter(f -> !f.rdmaDevices().isEmpty())
                .isPresent();
        boolean named = view.variable(rank, "NCCL_IB_HCA").isPresent()
                || view.variable(rank, "NCCL_NET")
                        .filter(v -> v.text().equals("IB"))
                        .isPresent();
        return view.spansHosts(rank) && (devices || named || view.isSwitchless());
    }

    private static Optional<Stated> plugin(RankLog rank) {
        return rank.network()
                .plugin()
                .filter(p -> !p.value().equals("IB") && !p.value().equals("Socket"))
                .or(() -> rank.network().network().filter(n -> n.value().startsWith("IBext")));
    }

    private static void noDevice(LogView view, Findings out, List<RankLog> ranks) {
        RankLog first = ranks.getFirst();
        Optional<LogView.Value> list = view.variable(first, "NCCL_IB_HCA");
        List<String> active = view.context().facts(view.host(first)).stream()
                .flatMap(f -> f.rdmaDevices().stream())
                .filter(d -> d.state() == RdmaDevice.State.ACTIVE)
                .map(RdmaDevice::name)
                .toList();
        String devices = active.isEmpty()
                ? "look at `rdma link` inside the container: without /dev/infiniband (--device /dev/infiniband) no device is seen"
                        + " at all; with it set NCCL_IB_HCA to the names it lists"
                : "set " + ShellWord.quote("NCCL_IB_HCA==" + String.join(",", active)) + " on "
                        + Phrase.host(view.host(first))
                        + ", and start the container with --device /dev/infiniband";
        Draft draft = out.report(Code.NET_IB_NO_DEVICE)
                .at(hostOf(view, ranks), "NCCL's device list")
                .seen("\"NET/IB : No device found.\" in "
                        + Phrase.list(ranks.stream().map(view::title).toList())
                        + list.map(v -> ", with NCCL_IB_HCA=" + v.text()).orElse(""))
                .wanted("the RDMA devices of the fabric")
                .consequence("NCCL falls back to sockets over the management network, or fails")
                .fix(devices);
        ranks.forEach(r -> r.network().noIbDevice().ifPresent(s -> draft.evidence(s.evidence())));
        list.ifPresent(v -> draft.evidence(v.evidence()));
        draft.add();
    }

    private static void socket(LogView view, Findings out, List<RankLog> ranks) {
        RankLog first = ranks.getFirst();
        Optional<String> asked = List.of("NCCL_NET", "NCCL_IB_DISABLE").stream()
                .flatMap(n -> view
                        .variable(first, n)
                        .filter(v -> v.text().equals("Socket") || v.text().equals("1"))
                        .map(v -> n + "=" + v.text())
                        .stream())
                .findFirst();
        Draft draft = out.report(Code.NET_SOCKET_FALLBACK)
                .at(hostOf(view, ranks), "NCCL's network")
                .seen("\"Using network Socket\" in "
                        + Phrase.list(ranks.stream().map(view::title).toList())
                        + asked.map(a -> ", as " + a + " asks").orElse(""))
                .wanted("Using network IB")
                .consequence(
                        "all traffic goes through TCP: a tenth of the fabric's speed, and more latency for each exchange")
                .fix(
                        asked.isPresent()
                                ? "take " + asked.get()
                                        + " out of the environment and set NCCL_NET=IB, so that a missing device"
                                        + " becomes an error"
                                : "set NCCL_NET=IB, so that the reason becomes an error; then see why the devices were passed over:"
                                        + " `rdma link` inside the container, NCCL_IB_HCA, NCCL_IB_DISABLE")
                .likelyIf(asked.isEmpty());
        ranks.forEach(r -> r.network().network().ifPresent(s -> draft.evidence(s.evidence())));
        draft.add();
    }

    private static void external(LogView view, Findings out, List<RankLog> ranks) {
        Stated named = plugin(ranks.getFirst()).orElseThrow();
        Draft draft = out.report(Code.EXTERNAL_NET_PLUGIN)
                .at(hostOf(view, ranks), "NCCL's network plugin")
                .seen(named.value() + " in "
                        + Phrase.list(ranks.stream().map(view::title).toList()))
                .wanted("NCCL's own IB network")
                .consequence(
                        "the plugin replaces the built-in code, so that subnet-aware routing and the other NCCL_IB_ variables of a"
                                + " ring do nothing")
                .fix(
                        "set NCCL_NET_PLUGIN=none on every rank (or take the plugin's folder, e.g. HPC-X, out of LD_LIBRARY_PATH)");
        ranks.forEach(r -> plugin(r).ifPresent(s -> draft.evidence(s.evidence())));
        draft.add();
    }

    private static String hostOf(LogView view, List<RankLog> ranks) {
        List<String> hosts = ranks.stream().map(view::host).distinct().toList();
        return hosts.size() == 1 ? hosts.getFirst() : "";
    }
}
