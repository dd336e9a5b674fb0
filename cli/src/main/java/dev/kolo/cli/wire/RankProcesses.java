package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.LineProcess;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ranks as processes, here or on other hosts, from start to end: tells the others where rank 0 listens, hands their lines on,
 * and ends exactly its own processes, also when this one is interrupted.
 */
final class RankProcesses implements AutoCloseable {
    /** Ranks that have lost one of them fail by themselves within moments; whoever has not by then is ended. */
    private static final int PATIENCE_SECONDS = 20;

    /** Lines of a rank that are kept to explain its end. */
    private static final int KEPT_LINES = 20;

    /** For ranks that live for seconds and share few cores: the small compiler, a small heap. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-Xms16m", "-Xmx128m", "-Xss512k");

    private final RankSite site;
    private final List<Rank> ranks = new ArrayList<>();
    private final LinkedBlockingQueue<Said> said = new LinkedBlockingQueue<>();
    private final Thread hook = new Thread(this::end, "kolo-wire-ranks");

    /** A rank's process and the last lines that are for people. */
    private record Rank(LineProcess process, ArrayDeque<String> lines) {}

    /** A line, or the end of a rank's lines. */
    private record Said(RankLine.Line line, boolean ended) {}

    private RankProcesses(RankSite site) {
        this.site = site;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts the ranks.
     *
     * @param site where they run
     * @param job what they do, as {@link RankMain} knows it
     * @param world how many
     * @param flags {@code key=value} for every rank
     * @param jvm further options of their JVMs
     * @param rendezvous where rank 0 listens; a port 0 is made a free one
     */
    static RankProcesses start(
            RankSite site, String job, int world, List<String> flags, List<String> jvm, String rendezvous) {
        RankProcesses all = new RankProcesses(site);
        byte[] token = new byte[16];
        new SecureRandom().nextBytes(token);
        try {
            for (int rank = 0; rank < world; rank++) {
                List<String> arguments = new ArrayList<>(List.of(job, "rank=" + rank, "world=" + world));
                arguments.add("host=" + site.host(rank));
                if (rank == 0) {
                    arguments.add("rendezvous=" + rendezvous);
                }
                arguments.addAll(flags);
                all.start(
                        rank, site.command(rank, jvm, arguments), HexFormat.of().formatHex(token));
            }
        } catch (IOException e) {
            all.close();
            throw KoloException.failure(
                    "a rank's process could not be started: " + Text.quote(String.valueOf(e.getMessage())));
        }
        return all;
    }

    private void start(int rank, List<String> command, String token) throws IOException {
        LineProcess process = LineProcess.start(
                command,
                Map.of(),
                line -> said.add(new Said(new RankLine.Line(rank, line), false)),
                () -> said.add(new Said(new RankLine.Line(rank, ""), true)));
        ranks.add(new Rank(process, new ArrayDeque<>()));
        process.tell(token);
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
        String why = "after " + boundSeconds + " s";
        int ended = 0;
        try {
            while (ended < ranks.size()) {
                Said next = said.poll(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    throw KoloException.failure(why + " " + (ranks.size() - ended)
                            + " ranks were still at work and were ended; --timeout SECONDS allows more");
                }
                int rank = next.line().rank();
                if (!next.ended()) {
                    take(next.line(), reader);
                    continue;
                }
                ended++;
                int code = ranks.get(rank).process().exitCode();
                long patient = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
                if (code != 0 && patient - untilNanos < 0) {
                    untilNanos = patient;
                    why = PATIENCE_SECONDS + " s after " + ending(rank, code) + ",";
                }
            }
            List<Integer> codes = new ArrayList<>();
            for (Rank rank : ranks) {
                codes.add(rank.process().exitCode());
            }
            return codes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted");
        }
    }

    private void take(RankLine.Line line, Consumer<RankLine.Line> reader) {
        if (!RankLine.isForStarter(line)) {
            ArrayDeque<String> lines = ranks.get(line.rank()).lines();
            lines.add(line.text());
            if (lines.size() > KEPT_LINES) {
                lines.remove();
            }
        }
        RankLine.listens(line).ifPresent(this::tellOthers);
        reader.accept(line);
    }

    /** How those ended that did not end well. */
    String endings(List<Integer> codes) {
        return IntStream.range(0, codes.size())
                .filter(rank -> codes.get(rank) != 0)
                .mapToObj(rank -> ending(rank, codes.get(rank)))
                .collect(Collectors.joining("; "));
    }

    /** How a rank's process ended, as people say it: {@code rank 1 (spark2): …}. */
    String ending(int rank, int code) {
        String told = String.join("\n", ranks.get(rank).lines());
        return "rank " + rank + " (" + Text.quote(site.host(rank)) + "): "
                + site.ending(rank, code, told)
                        .map(Text::quote)
                        .orElse(
                                code > 128
                                        ? "its process was ended by signal " + (code - 128)
                                        : "its process ended with status " + code);
    }

    /** Kills a rank (SIGKILL), as a machine that loses its power would. */
    void kill(int rank) {
        ranks.get(rank).process().close();
    }

    /** Tells every rank a line. */
    void tell(String line) {
        ranks.forEach(rank -> rank.process().tell(line));
    }

    private void tellOthers(String endpoint) {
        ranks.subList(1, ranks.size()).forEach(rank -> rank.process().tell(endpoint));
    }

    private void end() {
        ranks.forEach(rank -> rank.process().close());
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
