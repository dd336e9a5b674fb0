package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.remote.process.LineProcess;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ranks as processes, from start to end: tells the others where rank 0 listens, hands their lines on, and ends
 * exactly its own processes, also when this one is interrupted.
 */
final class RankProcesses implements AutoCloseable {
    /** For ranks that live for seconds and share few cores: the small compiler, a small heap. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-Xms16m", "-Xmx128m", "-Xss512k");

    private static final RankLine.Line ENDED = new RankLine.Line(-1, "");

    private final List<LineProcess> processes = new ArrayList<>();
    private final LinkedBlockingQueue<RankLine.Line> lines = new LinkedBlockingQueue<>();
    private final Thread hook = new Thread(this::end, "kolo-wire-ranks");

    private RankProcesses() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts the ranks.
     *
     * @param site where they run
     * @param job what {@link RankMain} shall do
     * @param world how many
     * @param flags {@code key=value} for every rank
     */
    static RankProcesses start(RankSite site, String job, int world, List<String> flags) {
        return start(site, job, world, flags, List.of());
    }

    /**
     * Starts the ranks with further options of their JVM.
     *
     * @param jvm options
     */
    static RankProcesses start(RankSite site, String job, int world, List<String> flags, List<String> jvm) {
        RankProcesses all = new RankProcesses();
        byte[] token = new byte[16];
        new SecureRandom().nextBytes(token);
        try {
            for (int rank = 0; rank < world; rank++) {
                all.start(site, job, rank, world, flags, jvm, HexFormat.of().formatHex(token));
            }
        } catch (IOException e) {
            all.close();
            throw KoloException.failure("a rank's process could not be started: " + e.getMessage());
        }
        return all;
    }

    private void start(
            RankSite site, String job, int rank, int world, List<String> flags, List<String> jvm, String token)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(job, "rank=" + rank, "world=" + world));
        if (rank == 0) {
            arguments.add("rendezvous=" + site.rendezvous());
        }
        arguments.addAll(flags);
        List<String> command = site.command(rank, jvm, arguments);
        processes.add(LineProcess.start(
                command, Map.of(), line -> lines.add(new RankLine.Line(rank, line)), () -> lines.add(ENDED)));
        processes.getLast().tell(token);
    }

    /**
     * Waits until all ranks have ended.
     *
     * @param boundSeconds longest wait
     * @param reader takes each line
     * @return exit codes in rank order
     */
    List<Integer> await(long boundSeconds, Consumer<RankLine.Line> reader) {
        long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(boundSeconds);
        int ended = 0;
        try {
            while (ended < processes.size()) {
                RankLine.Line line = lines.poll(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (line == null) {
                    throw KoloException.failure("after " + boundSeconds + " s " + (processes.size() - ended)
                            + " ranks were still at work and were ended; --timeout SECONDS allows more");
                }
                if (line.equals(ENDED)) {
                    ended++;
                } else {
                    RankLine.listens(line).ifPresent(this::tellOthers);
                    reader.accept(line);
                }
            }
            List<Integer> codes = new ArrayList<>();
            for (LineProcess process : processes) {
                codes.add(process.exitCode());
            }
            return codes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted");
        }
    }

    /** Kills a rank (SIGKILL), as a machine that loses its power would. */
    void kill(int rank) {
        processes.get(rank).close();
    }

    /** Tells every rank a line. */
    void tell(String line) {
        processes.forEach(process -> process.tell(line));
    }

    private void tellOthers(String endpoint) {
        processes.subList(1, processes.size()).forEach(process -> process.tell(endpoint));
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
