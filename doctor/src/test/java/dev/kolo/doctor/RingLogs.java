package dev.kolo.doctor;

import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.read.NcclLogReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The logs of a ring's ranks as NCCL 2.30.7 prints them, one file a rank, healthy until a test changes something. Hosts,
 * devices and addresses are those of {@link RingFacts}.
 */
final class RingLogs {
    private final int ranks;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<Integer, String> versions = new TreeMap<>();
    private final Map<Integer, String> builds = new TreeMap<>();
    private final Map<Integer, List<String>> atTheEnd = new TreeMap<>();
    private final Map<Integer, Integer> lengths = new TreeMap<>();
    private Function<String, String> change = text -> text;
    private int channels = 4;
    private int[] landing = {0, 1, 2, 3};
    private boolean otherWayToo = true;

    RingLogs(int ranks) {
        this.ranks = ranks;
        environment.put("NCCL_IB_SUBNET_AWARE_ROUTING", "1");
        environment.put("NCCL_IB_MERGE_NICS", "0");
    }

    RingLogs with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    RingLogs without(String variable) {
        environment.remove(variable);
        return this;
    }

    RingLogs version(int rank, String version) {
        versions.put(rank, version);
        return this;
    }

    RingLogs version(String version) {
        for (int rank = 0; rank < ranks; rank++) {
            versions.put(rank, version);
        }
        return this;
    }

    RingLogs build(int rank, String build) {
        builds.put(rank, build);
        return this;
    }

    RingLogs channels(int count) {
        channels = count;
        return this;
    }

    /** The RDMA device on which the queue pair of each channel lands. */
    RingLogs landing(int... ibDevices) {
        landing = ibDevices;
        return this;
    }

    RingLogs oneWay() {
        otherWayToo = false;
        return this;
    }

    /** A line of a rank after all others. */
    RingLogs say(int rank, String line) {
        atTheEnd.computeIfAbsent(rank, r -> new ArrayList<>()).add(line);
        return this;
    }

    /** The log of a rank ends before the line that holds this. */
    RingLogs cutBefore(int rank, String text) {
        List<String> lines = lines(rank);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(text)) {
                lengths.put(rank, i);
            }
        }
        return this;
    }

    /** Changes every line. */
    RingLogs rewritten(Function<String, String> rewriting) {
        change = rewriting;
        return this;
    }

    private List<String> lines(int rank) {
        String head = "spark" + (rank + 1) + ":315:315 [0] NCCL INFO ";
        String proxy = "spark" + (rank + 1) + ":315:401 [0] NCCL INFO ";
        int before = (rank + ranks - 1) % ranks;
        int after = (rank + 1) % ranks;
        List<String> lines = new ArrayList<>();
        lines.add(head + "Bootstrap: Using enP7s7:10.0.0." + (rank + 1) + "<0>");
        environment.forEach((name, value) -> lines.add(head + name + " set by environment to " + value + "."));
        lines.add(head + "NCCL version " + versions.getOrDefault(rank, "2.30.7+cuda13.2"));
        lines.add(head + "NCCL git version " + builds.getOrDefault(rank, "HEAD 747384637"));
        lines.add(head + "NET/Plugin: Could not find: libnccl-net.so");
        lines.add(head + "NET/IB : Using [0]rocep1s0f0:1/RoCE [1]rocep1s0f1:1/RoCE [2]roceP2p1s0f0:1/RoCE"
                + " [3]roceP2p1s0f1:1/RoCE [RO]; OOB enP7s7:10.0.0." + (rank + 1) + "<0>");
        lines.add(head + "Using network IB");
        String comm = "comm 0x55" + rank + " rank " + rank + " nranks " + ranks
                + " cudaDev 0 nvmlDev 0 busId f01000 commId 0xa8b7c6 - ";
        lines.add(head + "ncclCommInitRank " + comm + "Init START");
        lines.add(head + "comm 0x55" + rank + " rank " + rank + " nRanks " + ranks + " nNodes " + ranks
                + " localRanks 1 localRank 0 MNNVL 0");
        for (int channel = 0; channel < channels; channel++) {
            boolean turned = otherWayToo && channel % 2 == 1;
            lines.add(head + "Ring 0" + channel + " : " + (turned ? after : before) + " -> " + rank + " -> "
                    + (turned ? before : after));
        }
        lines.add(head + "Trees [0] " + (rank + 2) % ranks + "/-1/-1->" + rank + "->-1");
        lines.add(head + channels + " coll channels, 4 collnet channels, 0 nvls channels, 4 p2p channels");
        for (int channel = 0; channel < channels; channel++) {
            lines.add(head + "Channel 0" + channel + "/0 : " + rank + "[0] -> " + after + "[0] [send] via NET/IB/"
                    + channel % 4);
        }
        for (int channel = 0; channel < channels; channel++) {
            int device = landing[channel % landing.length];
            lines.add(proxy + "NET/IB: ncclIbConnect: NCCL Dev " + device + " IbDev " + device + " Port 1 qp_num "
                    + (100 + channel) + " mtu 5 GID 3 (0/" + half(rank, device) + ") ctsFifoRkey=0x1");
        }
        lines.add(head + "Connected all rings, use ring PXN 0 GDR 0");
        lines.add(head + "ncclCommInitRank " + comm + "Init COMPLETE");
        return lines;
    }

    /** 10.PLANE.CABLE.10 of port 0, 10.PLANE.CABLE.11 of port 1, as RingFacts has them, in NCCL's turned bytes. */
    private String half(int rank, int device) {
        int port = device % 2;
        int cable = port == 0 ? rank : (rank + ranks - 1) % ranks;
        return String.format("%02X%02X%02X%02XFFFF0000", 10 + port, cable, 10 + device / 2, 10);
    }

    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<String> lines = lines(rank);
            List<String> kept = new ArrayList<>(lines.subList(0, lengths.getOrDefault(rank, lines.size())));
            kept.addAll(atTheEnd.getOrDefault(rank, List.of()));
            files.put(
                    "rank" + rank + ".log",
                    String.join("\n", kept.stream().map(change).toList()) + "\n");
        }
        return files;
    }

    NcclLogs read() {
        NcclLogReader reader = new NcclLogReader();
        files().forEach((name, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            NcclLogReader.Feed feed = reader.open(name, "");
            feed.feed(bytes, 0, bytes.length);
            feed.end();
        });
        return reader.logs();
    }

    /** What NCCL says when two GIDs cannot be joined, and the retry before it. */
    static String timeout(int rank, String device, String local, String remote) {
        return "[2026-11-29 17:30:54] spark" + (rank + 1) + ":315:401 [0] misc/ibvwrap.cc:376 NCCL WARN "
                + call(device, local, remote);
    }

    static String retry(int rank, int attempt, String device, String local, String remote) {
        return "spark" + (rank + 1) + ":315:401 [0] NCCL INFO " + call(device, local, remote) + ", retrying " + attempt
                + "/35 after " + 100 * attempt + " msec of sleep";
    }

    private static String call(String device, String local, String remote) {
        return "Call to ibv_modify_qp failed with 110 Connection timed out, on dev " + device
                + ":1, curr state INIT, next state RTR, local GID index 3, local GID ::ffff:" + local
                + ", remote GID ::ffff:" + remote;
    }
}
