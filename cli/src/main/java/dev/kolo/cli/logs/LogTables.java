package dev.kolo.cli.logs;

import dev.kolo.page.text.Table;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.IbPort;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.NcclLogs.Communicator;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.RingOrder;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The ranks of logs as tables for people. Cells are raw; whoever prints a table quotes them. */
public final class LogTables {
    /** More rows than this are nobody's reading; JSON has them all. */
    private static final int MOST_ROWS = 40;

    private LogTables() {}

    /** One row a rank: who it is, what it loaded, which network it took, how far it came. */
    public static Table ranks(NcclLogs logs) {
        Table table = new Table("Rank", "Host", "NCCL", "Network", "Devices", "Came to", "Errors");
        List<RankLog> ranks = logs.ranks();
        for (RankLog rank : ranks.subList(0, Math.min(ranks.size(), MOST_ROWS))) {
            table.row(
                    rank.rank().isPresent()
                            ? rank.rank().getAsInt() + " of " + rank.rankCount().orElse(0)
                            : name(rank),
                    rank.host().isEmpty() ? "-" : rank.host(),
                    rank.loaded()
                            .version()
                            .or(() -> rank.loaded().engineVersion())
                            .map(Stated::value)
                            .orElse("-"),
                    rank.network()
                            .plugin()
                            .or(() -> rank.network().network())
                            .map(Stated::value)
                            .orElse("-"),
                    devices(rank),
                    stage(rank),
                    errors(rank));
        }
        if (ranks.size() > MOST_ROWS) {
            table.row("and " + (ranks.size() - MOST_ROWS) + " more", "", "", "", "", "", "");
        }
        return table;
    }

    private static String name(RankLog rank) {
        return !rank.label().isEmpty() ? rank.label() : rank.process() > 0 ? "pid " + rank.process() : "-";
    }

    private static String devices(RankLog rank) {
        List<String> names = rank.network().devices().stream().map(IbPort::name).toList();
        return names.isEmpty() ? rank.network().noIbDevice().isPresent() ? "none found" : "-" : String.join(" ", names);
    }

    /** With run-time connect a rank is complete first and connects its rings later, so both are said. */
    private static String stage(RankLog rank) {
        Optional<Stage> furthest =
                rank.stages().keySet().stream().filter(s -> s != Stage.CLOSED).max(Stage::compareTo);
        if (furthest.isEmpty()) {
            return "-";
        }
        String closed = rank.has(Stage.CLOSED) ? ", closed" : "";
        boolean later = furthest.get() == Stage.COMPLETE
                && (rank.has(Stage.RINGS_CONNECTED) || rank.has(Stage.TREES_CONNECTED));
        String where = furthest.get().words();
        return (later ? where + ", " + (rank.has(Stage.RINGS_CONNECTED) ? "rings" : "trees") + " connected" : where)
                + closed;
    }

    private static String errors(RankLog rank) {
        List<String> parts = new ArrayList<>();
        add(parts, rank.errors().failures().size(), "failed to connect");
        add(parts, rank.errors().completions().size(), "broke");
        add(parts, rank.errors().memory().size(), "no memory");
        add(parts, rank.errors().others().size(), "other");
        return parts.isEmpty() ? "-" : String.join(", ", parts);
    }

    private static void add(List<String> parts, int count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    /** Ring orders, in one row for all channels that share one. */
    public static Table rings(NcclLogs logs) {
        Table table = new Table("Ring", "Channels");
        Map<String, Set<Integer>> byOrder = new LinkedHashMap<>();
        for (RankLog rank : logs.ranks()) {
            for (RingOrder order : rank.paths().orders()) {
                String words = String.join(
                        " → ", order.ranks().stream().map(String::valueOf).toList());
                byOrder.computeIfAbsent(words, w -> new LinkedHashSet<>()).add(order.channel());
            }
        }
        byOrder.entrySet().stream().limit(MOST_ROWS).forEach(e -> table.row(e.getKey(), list(e.getValue())));
        return table;
    }

    /** Planned device against the one that the queue pair took, channels of one way in one row. */
    public static Table channels(NcclLogs logs) {
        Table table = new Table("Rank", "Peer", "Channels", "Planned", "Landed");
        for (RankLog rank : logs.ranks()) {
            Map<String, List<ChannelPlan>> rows = new LinkedHashMap<>();
            for (ChannelPlan plan : rank.paths().channels()) {
                String key = (plan.sends() ? "to " : "from ") + plan.peer() + "|" + planned(rank, plan) + "|"
                        + landed(rank, plan);
                rows.computeIfAbsent(key, k -> new ArrayList<>()).add(plan);
            }
            rows.entrySet().stream().limit(MOST_ROWS).forEach(e -> {
                String[] key = e.getKey().split("\\|", -1);
                Set<Integer> channels = new LinkedHashSet<>();
                e.getValue().forEach(p -> channels.add(p.channel()));
                table.row(shown(rank), key[0], list(channels), key[1], key[2]);
            });
        }
        return table;
    }

    private static String planned(RankLog rank, ChannelPlan plan) {
        String name = plan.network().equals("IB")
                ? rank.network().device(plan.device()).map(IbPort::name).orElse("")
                : "";
        return plan.network() + "/" + plan.device() + (name.isEmpty() ? "" : " " + name);
    }

    private static String landed(RankLog rank, ChannelPlan plan) {
        if (plan.landedIbDevice().isEmpty()) {
            return plan.network().equals("Socket") ? "-" : "not shown";
        }
        int device = plan.landedIbDevice().getAsInt();
        String address = rank.paths().queuePairs().stream()
                .filter(q -> q.ibDevice() == device)
                .flatMap(q -> q.gid().stream())
                .flatMap(g -> g.ipv4().stream())
                .map(Object::toString)
                .findFirst()
                .orElse("");
        return rank.network().port(device).map(IbPort::name).orElse("IbDev " + device)
                + (address.isEmpty() ? "" : " " + address);
    }

    /** The queue pairs of each rank by device: how many, with which address, GID index and path MTU. */
    public static Table queuePairs(NcclLogs logs) {
        Table table = new Table("Rank", "Device", "Address", "GID index", "Path MTU", "Queue pairs").alignRight(5);
        for (RankLog rank : logs.ranks()) {
            Map<String, Integer> counts = new TreeMap<>();
            Map<String, QueuePair> first = new LinkedHashMap<>();
            for (QueuePair pair : rank.paths().queuePairs()) {
                String key = pair.ibDevice() + " " + pair.gidIndex() + " " + pair.mtuEnum() + pair.gid();
                counts.merge(key, 1, Integer::sum);
                first.putIfAbsent(key, pair);
            }
            first.forEach((key, pair) -> table.row(
                    shown(rank),
                    rank.network().port(pair.ibDevice()).map(IbPort::name).orElse("IbDev " + pair.ibDevice()),
                    pair.gid()
                            .map(g -> g.ipv4()
                                    .map(Object::toString)
                                    .orElse(g.ipv6().toString()))
                            .orElse("-"),
                    pair.gidIndex() < 0 ? "-" : String.valueOf(pair.gidIndex()),
                    pair.mtuBytes() == 0 ? "-" : String.valueOf(pair.mtuBytes()),
                    String.valueOf(counts.get(key))));
        }
        return table;
    }

    /** Connections that did not come about, with what their retries cost. */
    public static Table failures(NcclLogs logs) {
        Table table = new Table("Rank", "Device", "From", "To", "Error", "Calls", "Waited")
                .alignRight(5)
                .alignRight(6);
        for (RankLog rank : logs.ranks()) {
            for (ConnectFailure failure : rank.errors().failures()) {
                table.row(
                        shown(rank),
                        failure.device().isEmpty() ? "-" : failure.device(),
                        failure.localAddress().isEmpty() ? "-" : failure.localAddress(),
                        failure.remoteAddress().isEmpty() ? "-" : failure.remoteAddress(),
                        failure.errnoName() + (failure.gaveUp() ? "" : ", still trying"),
                        failure.attempts()
                                + (failure.attemptLimit().isPresent()
                                        ? "/" + failure.attemptLimit().getAsInt()
                                        : ""),
                        seconds(failure.sleptMillis()));
            }
        }
        return table;
    }

    /** Connections that broke. */
    public static Table completions(NcclLogs logs) {
        Table table = new Table("Rank", "Device", "Peer", "Status", "Vendor error", "Times").alignRight(5);
        for (RankLog rank : logs.ranks()) {
            for (CompletionError error : rank.errors().completions()) {
                table.row(
                        shown(rank),
                        error.device().isEmpty() ? "-" : error.device(),
                        error.peer(),
                        (error.statusName() + " " + error.status()).strip(),
                        error.vendorError().isPresent()
                                ? String.valueOf(error.vendorError().getAsLong())
                                : "-",
                        String.valueOf(error.count()));
            }
        }
        return table;
    }

    /** Communicators that are not complete: who is seen, who is not. */
    public static Table open(NcclLogs logs) {
        Table table = new Table("Communicator", "Ranks", "Complete", "In no log");
        for (Communicator communicator : logs.communicators()) {
            if (!communicator.isComplete()) {
                List<Integer> complete = communicator.members().entrySet().stream()
                        .filter(m -> m.getValue().comm().has(Stage.COMPLETE))
                        .map(Map.Entry::getKey)
                        .toList();
                table.row(
                        communicator.id(),
                        String.valueOf(communicator.rankCount()),
                        complete.isEmpty() ? "none" : list(complete),
                        communicator.unseen().isEmpty() ? "-" : list(communicator.unseen()));
            }
        }
        return table;
    }

    private static String shown(RankLog rank) {
        return rank.rank().isPresent() ? String.valueOf(rank.rank().getAsInt()) : name(rank);
    }

    private static String seconds(long millis) {
        return millis == 0 ? "-" : millis / 1000 + "." + millis % 1000 / 100 + " s";
    }

    private static String list(java.util.Collection<Integer> numbers) {
        List<String> words = numbers.stream().map(String::valueOf).toList();
        return words.size() > 16
                ? String.join(" ", words.subList(0, 16)) + " and " + (words.size() - 16) + " more"
                : String.join(" ", words);
    }
}
