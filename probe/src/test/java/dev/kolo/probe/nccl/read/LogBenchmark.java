package dev.kolo.probe.nccl.read;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Reads a log of a gigabyte and runs {@code grep -c NCCL} over the same file, in one run: throughput of both, heap and
 * resident memory of the reader. docs/logs.md tells how to start it.
 */
final class LogBenchmark {
    private static final long MEBIBYTE = 1 << 20;
    private static final int ROUNDS = 5;

    private LogBenchmark() {}

    /**
     * Makes a log and reads it.
     *
     * @param args a folder for the file, its size in MiB (1024), and what fills it: serving, collectives or starts
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        long mebibytes = args.length > 1 ? Long.parseLong(args[1]) : 1024;
        String kind = args.length > 2 ? args[2] : "serving";
        Path file = folder.resolve("kolo-log-benchmark-" + kind + ".log");
        write(file, mebibytes * MEBIBYTE, kind);
        for (int round = 1; round <= ROUNDS; round++) {
            double grep = grep(file);
            double before = cpuSeconds();
            double kolo = read(file);
            double cpu = cpuSeconds() - before;
            System.out.printf(
                    "%s round %d: grep -c NCCL %.2f s (%.0f MB/s), Kolo %.2f s (%.0f MB/s; %.0f MB for each second of"
                            + " processor time), %.2f of grep's throughput%n",
                    kind, round, grep, size(file) / grep, kolo, size(file) / kolo, size(file) / cpu, grep / kolo);
        }
        System.out.printf("peak heap %.0f MiB, peak resident %s%n", peakHeap(), resident());
        Files.delete(file);
    }

    private static double size(Path file) throws IOException {
        return Files.size(file) / 1e6;
    }

    private static double grep(Path file) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("grep", "-c", "NCCL", file.toString());
        builder.environment().put("LC_ALL", "C");
        long start = System.nanoTime();
        Process grep = builder.redirectErrorStream(true).start();
        grep.getInputStream().readAllBytes();
        grep.waitFor();
        return (System.nanoTime() - start) / 1e9;
    }

    private static double read(Path file) throws IOException {
        long start = System.nanoTime();
        NcclLogReader reader = new NcclLogReader();
        try (InputStream in = Files.newInputStream(file)) {
            reader.read("log", "", in);
        }
        int ranks = reader.logs().ranks().size();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (ranks != 4) {
            throw new IllegalStateException("4 ranks were written, and " + ranks + " read");
        }
        return seconds;
    }

    /** Of this thread alone: what the reader costs, whoever else uses the machine. */
    private static double cpuSeconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    private static double peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(p -> p.getType() == java.lang.management.MemoryType.HEAP)
                        .mapToLong(p -> p.getPeakUsage().getUsed())
                        .sum()
                / (double) MEBIBYTE;
    }

    private static String resident() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(l -> l.startsWith("VmHWM"))
                .map(l -> l.replaceAll("\\s+", " "))
                .findFirst()
                .orElse("unknown");
    }

    /**
     * Four ranks' starts, then what a long run prints: an engine's own lines ({@code serving}), one line a collective
     * ({@code collectives}), or starts again and again ({@code starts}), where every line must be taken apart.
     */
    private static void write(Path file, long bytes, String kind) throws IOException {
        Random random = new Random(1);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            long written = 0;
            for (int rank = 0; rank < 4; rank++) {
                written += put(out, start(rank));
            }
            while (written < bytes) {
                int rank = random.nextInt(4);
                written += put(
                        out,
                        switch (kind) {
                            case "serving" -> serving(random, rank);
                            case "collectives" -> collective(random, rank);
                            default -> start(rank);
                        });
            }
        }
    }

    private static int put(OutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(bytes);
        return bytes.length;
    }

    private static String serving(Random random, int rank) {
        return switch (random.nextInt(10)) {
            case 0 ->
                "[2026-11-29 17:29:54 TP" + rank + "] Prefill batch, #new-seq: 1, #new-token: " + random.nextInt(8192)
                        + ", #cached-token: 0, token usage: 0.0" + random.nextInt(9)
                        + ", #running-req: 3, #queue-req: 0\n";
            case 1 ->
                "INFO:     10.0.0.7:" + random.nextInt(65536) + " - \"POST /v1/chat/completions HTTP/1.1\" 200 OK\n";
            case 2 -> collective(random, rank);
            default ->
                "[2026-11-29 17:29:54 TP" + rank + "] Decode batch, #running-req: 16, #token: " + random.nextInt(99999)
                        + ", token usage: 0.12, cuda graph: True, gen throughput (token/s): " + random.nextInt(999)
                        + ".42, #queue-req: 0\n";
        };
    }

    private static String collective(Random random, int rank) {
        return "spark" + (rank + 1) + ":315:315 [0] NCCL INFO AllReduce: opCount "
                + Integer.toHexString(random.nextInt())
                + " sendbuff 0x7f40a2000000 recvbuff 0x7f40a2000000 acc (nil) count " + random.nextInt(99999)
                + " datatype 9 op 0 root 0 comm 0x55d8b4a3c0 [nranks=4] stream 0x55d8b1\n";
    }

    private static String start(int rank) {
        String head = "spark" + (rank + 1) + ":315:315 [0] NCCL INFO ";
        StringBuilder text = new StringBuilder();
        text.append(head).append("NCCL version 2.30.7+cuda13.2\n");
        text.append(head)
                .append("NET/IB : Using [0]rocep1s0f0:1/RoCE [1]rocep1s0f1:1/RoCE [RO]; OOB enP7s7:10.0.0.1<0>\n");
        text.append(head)
                .append("ncclCommInitRank comm 0x5")
                .append(rank)
                .append(" rank ")
                .append(rank);
        text.append(" nranks 4 cudaDev 0 nvmlDev 0 busId f01000 commId 0xa8 - Init START\n");
        for (int channel = 0; channel < 4; channel++) {
            text.append(head).append("Ring 0").append(channel).append(" : 3 -> 0 -> 1\n");
            text.append(head)
                    .append("Channel 0")
                    .append(channel)
                    .append("/0 : ")
                    .append(rank)
                    .append("[0] -> ");
            text.append((rank + 1) % 4)
                    .append("[0] [send] via NET/IB/")
                    .append(channel % 2)
                    .append('\n');
            text.append(head)
                    .append(
                            "NET/IB: ncclIbConnect: NCCL Dev 0 IbDev 0 Port 1 qp_num 71 mtu 5 GID 3 (0/A000A0AFFFF0000)\n");
        }
        text.append(head).append("Connected all rings, use ring PXN 0 GDR 0\n");
        return text.append(head).append("Connected all trees\n").toString();
    }
}
