package dev.kolo.cli.lab.verbs;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.life.GuestJava;
import dev.kolo.remote.process.LineProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** A {@link LoopRank} on each host of a lab, and all that they say. */
final class LiveRanks implements AutoCloseable {
    /** For a machine on which much else runs; what is waited for comes much earlier. */
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(8);

    private final List<LineProcess> processes = new ArrayList<>();
    private final List<List<String>> said = new ArrayList<>();
    private int ended;

    /** Starts one rank a host; each gets the flags, one host those of its own, too. */
    static LiveRanks start(RunningLab lab, List<String> flags, Map<String, String> ofOneHost) throws IOException {
        LiveRanks ranks = new LiveRanks();
        List<LabHost> hosts = lab.layout().hosts();
        List<String> java = GuestJava.quickCommand(LoopRank.class.getName(), LiveRanks::train);
        for (int rank = 0; rank < hosts.size(); rank++) {
            LabHost host = hosts.get(rank);
            List<String> words = new ArrayList<>(java);
            words.addAll(List.of(
                    "rank=" + rank,
                    "world=" + hosts.size(),
                    "host=" + host.name(),
                    "use=on",
                    "nic-timeout=18",
                    "spin=100us"));
            if (rank == 0) {
                words.add("rendezvous=" + host.managementAddress() + ":0");
            }
            words.addAll(flags);
            String own = ofOneHost.get(host.name());
            if (own != null) {
                words.add(own);
            }
            ranks.start(lab.sshCommand(host.name(), words), rank);
        }
        return ranks;
    }

    /** Two ranks of this machine, which needs no RDMA device: what they load is what ranks in guests need at their start. */
    private static boolean train(List<String> recording) {
        try (LiveRanks ranks = new LiveRanks()) {
            for (int rank = 0; rank < 2; rank++) {
                List<String> words =
                        new ArrayList<>(rank == 0 ? recording : GuestJava.command(LoopRank.class.getName()));
                words.addAll(List.of("rank=" + rank, "world=2", "host=here", "use=on", "fallback=tcp", "ops=4"));
                if (rank == 0) {
                    words.addAll(List.of("rendezvous=127.0.0.1:0", "rehearse=yes"));
                }
                ranks.start(words, rank);
            }
            ranks.untilAllHaveEnded();
            return ranks.said(0).contains("DONE");
        } catch (IOException e) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void start(List<String> command, int rank) throws IOException {
        said.add(new ArrayList<>());
        processes.add(LineProcess.start(command, Map.of(), line -> hear(rank, line), this::end));
        processes.get(rank).tell("0123456789abcdef0123456789abcdef");
    }

    private synchronized void hear(int rank, String line) {
        said.get(rank).add(line);
        if (line.startsWith("LISTENS ")) {
            processes.subList(1, processes.size()).forEach(other -> other.tell(line.substring("LISTENS ".length())));
        }
        notifyAll();
    }

    private synchronized void end() {
        ended++;
        notifyAll();
    }

    /** Waits until every rank has said a line that begins so. */
    void untilAllSay(String beginning) throws InterruptedException {
        await("all say " + beginning, () -> ended == processes.size() || all(line -> line.startsWith(beginning)));
    }

    /** Waits until every rank's process is over. */
    void untilAllHaveEnded() throws InterruptedException {
        await("all end", () -> ended == processes.size());
    }

    private synchronized boolean all(Predicate<String> wanted) {
        return said.stream().allMatch(lines -> lines.stream().anyMatch(wanted));
    }

    private synchronized void await(String what, BooleanSupplier holds) throws InterruptedException {
        long untilNanos = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("never: " + what + "; said so far: " + said);
            }
            wait(left);
        }
    }

    /** What a rank said, line by line. */
    synchronized String said(int rank) {
        return String.join("\n", said.get(rank));
    }

    @Override
    public void close() {
        processes.forEach(LineProcess::close);
    }
}
