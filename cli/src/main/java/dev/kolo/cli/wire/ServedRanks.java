package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.cli.Main;
import dev.kolo.remote.process.LineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Ranks of this host that are {@code kolo wire serve}, each with a client that is started as soon as its mailbox is there.
 * Ends exactly its own processes, also when this one is interrupted.
 */
final class ServedRanks implements AutoCloseable {
    private static final String MEETS = "kolo wire: rank 0 meets the others at ";
    private static final String MAILBOX = "mailbox ";
    private static final String ENDED = "\0";

    private final List<LineProcess> processes = new ArrayList<>();
    private final LinkedBlockingQueue<RankLine.Line> lines = new LinkedBlockingQueue<>();
    private final Thread hook = new Thread(this::end, "kolo-wire-served");
    private final List<String> serve;
    private final int world;
    private final Map<String, String> environment;
    private final IntFunction<List<String>> client;

    /**
     * Starts rank 0; the others follow when it can be met.
     *
     * @param settings of every rank, by key
     * @param client the command of a rank's client; the mailbox's path is put before its last word
     */
    ServedRanks(String nic, int world, Map<String, String> settings, IntFunction<List<String>> client)
            throws IOException {
        this.world = world;
        this.client = client;
        byte[] token = new byte[16];
        new SecureRandom().nextBytes(token);
        environment = Map.of("KOLO_WIRE_TOKEN", HexFormat.of().formatHex(token));
        serve = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Xms64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "wire",
                "serve",
                "--nic",
                nic,
                "--world",
                Integer.toString(world)));
        settings.forEach((key, value) -> serve.addAll(List.of("--" + key, value)));
        Runtime.getRuntime().addShutdownHook(hook);
        startRank(0, "127.0.0.1:0");
    }

    private void startRank(int rank, String rendezvous) throws IOException {
        List<String> command = new ArrayList<>(serve);
        command.addAll(List.of("--rank", Integer.toString(rank), "--rendezvous", rendezvous));
        start(rank, command, environment);
    }

    private void start(int rank, List<String> command, Map<String, String> variables) throws IOException {
        processes.add(LineProcess.start(
                command,
                variables,
                line -> lines.add(new RankLine.Line(rank, line)),
                () -> lines.add(new RankLine.Line(rank, ENDED))));
    }

    /**
     * Waits until all ranks and clients have ended.
     *
     * @param boundNanos longest wait
     * @param reader takes each line that is meant for people
     * @return whether every one of them ended well
     */
    boolean await(long boundNanos, Consumer<RankLine.Line> reader) throws IOException, InterruptedException {
        long untilNanos = System.nanoTime() + boundNanos;
        int ended = 0;
        while (ended < processes.size()) {
            RankLine.Line line = lines.poll(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw KoloException.failure(processes.size() - ended
                        + " ranks and clients were still at work and were ended; --timeout SECONDS allows more");
            }
            if (line.text().equals(ENDED)) {
                ended++;
            } else {
                take(line, reader);
            }
        }
        boolean well = processes.size() == 2 * world;
        for (LineProcess process : processes) {
            well &= process.exitCode() == 0;
        }
        return well;
    }

    private void take(RankLine.Line line, Consumer<RankLine.Line> reader) throws IOException {
        if (line.text().startsWith(MEETS)) {
            for (int rank = 1; rank < world; rank++) {
                startRank(rank, line.text().substring(MEETS.length()));
            }
        } else if (line.text().startsWith(MAILBOX)) {
            List<String> command = new ArrayList<>(client.apply(line.rank()));
            command.add(command.size() - 1, line.text().substring(MAILBOX.length()));
            start(line.rank(), command, Map.of());
        } else if (!line.text().startsWith("session ")) {
            reader.accept(line);
        }
    }

    private void end() {
        processes.forEach(LineProcess::close);
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook does the same.
        }
    }
}
