package dev.kolo.cli.lab.verbs;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.life.GuestJava;
import dev.kolo.lab.state.LabHome;
import dev.kolo.remote.process.LineProcess;
import dev.kolo.remote.process.ProcessRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The verbs NIC beside {@code ib_write_lat} on the same devices of a pair that is up, in turns: the ratio of each round, the
 * median of the ratios, and an interval. A program to be run by hand; it judges nothing.
 */
public final class BesidePerftest {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(4);
    private static final int EXCHANGES = 60;
    private static final int LATENCY_PORT = 18_600;

    private final RunningLab lab;
    private final List<BlockingQueue<String>> lines = List.of(new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>());
    private final List<LineProcess> ends = new ArrayList<>();

    private BesidePerftest(RunningLab lab) {
        this.lab = lab;
    }

    /** Arguments: the lab's name and the number of rounds. */
    public static void main(String[] arguments) throws Exception {
        try (ProcessRunner processes = new ProcessRunner()) {
            RunningLab lab = RunningLab.open(LabHome.of(System.getenv()), arguments[0], processes);
            new BesidePerftest(lab).run(Integer.parseInt(arguments[1]));
        }
    }

    private void run(int rounds) throws Exception {
        try {
            start();
            for (int bytes : new int[] {8192, 65_536}) {
                ours(bytes);
                double[] ratios = new double[rounds];
                double[] kolo = new double[rounds];
                double[] perftest = new double[rounds];
                for (int round = 0; round < rounds; round++) {
                    // Who goes first alternates, so that a slow drift of the machine favours nobody.
                    if (round % 2 == 0) {
                        kolo[round] = ours(bytes);
                        perftest[round] = theirs(bytes, round);
                    } else {
                        perftest[round] = theirs(bytes, round);
                        kolo[round] = ours(bytes);
                    }
                    ratios[round] = kolo[round] / perftest[round];
                }
                report(bytes, ratios, kolo, perftest);
            }
        } finally {
            ends.forEach(LineProcess::close);
        }
    }

    private void start() throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            LabHost host = lab.layout().hosts().get(rank);
            List<String> words = new ArrayList<>(GuestJava.command(PingRank.class.getName()));
            words.addAll(List.of(Integer.toString(rank), port(rank).device()));
            int index = rank;
            ends.add(LineProcess.start(
                    lab.sshCommand(host.name(), words),
                    Map.of(),
                    line -> lines.get(index).add(line),
                    () -> {}));
        }
        String first = hear(0, "END ");
        String second = hear(1, "END ");
        ends.get(0).tell(second);
        ends.get(1).tell(first);
        hear(0, "READY");
        hear(1, "READY");
    }

    private LabPort port(int rank) {
        return lab.layout().hosts().get(rank).port(0, 0);
    }

    private String hear(int rank, String beginning) throws InterruptedException {
        while (true) {
            String line = lines.get(rank).poll(NANOS, TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IllegalStateException("rank " + rank + " never said " + beginning);
            }
            if (line.startsWith(beginning)) {
                return line;
            }
            System.out.println("rank " + rank + ": " + line);
        }
    }

    private double ours(int bytes) throws InterruptedException {
        ends.forEach(end -> end.tell("RUN " + bytes + " " + EXCHANGES));
        hear(1, "P50 ");
        return Long.parseLong(hear(0, "P50 ").substring(4)) / 1000.0;
    }

    private double theirs(int bytes, int round) throws Exception {
        String common = "timeout 120 ib_write_lat -x 1 -F -s " + bytes + " -n " + EXCHANGES + " -p "
                + (LATENCY_PORT + round + (bytes > 8192 ? 500 : 0));
        String near = lab.layout().hosts().get(0).name();
        String far = lab.layout().hosts().get(1).name();
        LineProcess server = LineProcess.start(
                lab.sshCommand(far, List.of("sh", "-c", common + " -d " + port(1).device())),
                Map.of(),
                line -> {},
                () -> {});
        try {
            return client(near, common);
        } finally {
            server.close();
        }
    }

    private double client(String near, String common) throws Exception {
        String address = port(1).address().orElseThrow().toString().replaceFirst("/.*", "");
        String printed = "";
        for (int attempt = 0; attempt < 20; attempt++) {
            printed = lab.exec(
                            near,
                            NANOS,
                            List.of("sh", "-c", common + " -d " + port(0).device() + " " + address + " 2>&1"))
                    .stdout()
                    .text();
            for (String line : printed.lines().toList()) {
                String[] words = line.strip().split("\\s+");
                if (words.length >= 9 && words[0].matches("8192|65536")) {
                    return Double.parseDouble(words[4]);
                }
            }
        }
        throw new IllegalStateException("ib_write_lat never answered: " + printed);
    }

    private static void report(int bytes, double[] ratios, double[] kolo, double[] perftest) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        // Order statistics that hold the median with 95 %: half the number of rounds, less and more 0.98 times its
        // root.
        int wing = (int) Math.ceil(0.98 * Math.sqrt(n));
        System.out.printf(
                Locale.ROOT,
                "%6d bytes: median ratio %.2f, 95 %% %.2f to %.2f, %d rounds; Kolo %.0f us, ib_write_lat %.0f us%n",
                bytes,
                median(ratios),
                sorted[Math.max(0, n / 2 - wing)],
                sorted[Math.min(n - 1, n / 2 + wing)],
                n,
                median(kolo),
                median(perftest));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
