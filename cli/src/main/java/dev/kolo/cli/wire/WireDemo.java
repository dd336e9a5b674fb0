package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The wire's part of {@code kolo demo}: rank processes of this machine set sessions up, pass the suite in short, time a few
 * exchanges, and then one of them is killed. It believes nothing that a rank did not say.
 */
public final class WireDemo {
    /** Ranks: as many as the usual ring has hosts, and more than many a machine has cores. */
    public static final int RANKS = 4;

    private static final int VICTIM = 2;

    /** Ample for a busy machine; on two quiet cores the demo of the wire takes some seconds. */
    private static final int MOST_SECONDS = 180;

    private static final List<String> SETTINGS = List.of(
            "short=yes", "use=on", "fallback=refuse", "setup-wait=60s", "startup-wait=60s", "wait=30s", "grace=500ms");

    private final Consumer<WireScene> scenes;
    private final long startNanos = System.nanoTime();
    private final TreeMap<Integer, Integer> passed = new TreeMap<>();
    private final List<String> schedules = new ArrayList<>();
    private final List<BenchResult> results = new ArrayList<>();
    private final TreeMap<Integer, WireScene.Witness> witnesses = new TreeMap<>();
    private final List<String> troubles = new ArrayList<>();
    private boolean setUp;
    private String account = "";
    private int ready;
    private int told;

    private WireDemo(Consumer<WireScene> scenes) {
        this.scenes = scenes;
    }

    /**
     * Plays it.
     *
     * @param scenes takes each part as soon as it is there, from the calling thread
     * @throws KoloException when a rank says something else than the story has
     */
    public static void play(Consumer<WireScene> scenes) {
        new WireDemo(scenes).play();
    }

    private void play() {
        try (RankProcesses ranks = start()) {
            List<Integer> codes = ranks.await(MOST_SECONDS, line -> take(line, ranks));
            boolean endedAsTold = IntStream.range(0, RANKS).allMatch(rank -> rank == VICTIM || codes.get(rank) == 0);
            if (!endedAsTold || witnesses.size() != RANKS - 1) {
                throw KoloException.failure(
                        "the demo of the wire did not end as it should (the ranks ended with " + codes
                                + "). " + (troubles.isEmpty() ? "No rank said why." : String.join(" ", troubles))
                                + " `kolo demo --no-wire` leaves it out.");
            }
            if (witnesses.values().stream().anyMatch(w -> w.root() != VICTIM)) {
                throw KoloException.failure("rank " + VICTIM + " was killed, and the ranks named another root: "
                        + witnesses.values() + ": that is a fault of Kolo, please report it.");
            }
            scenes.accept(new WireScene.Killed(VICTIM, List.copyOf(witnesses.values()), account));
        }
    }

    private static RankProcesses start() {
        RankSite here = RankSite.THIS_HOST;
        return RankProcesses.start(here, "demo", RANKS, SETTINGS, RankProcesses.SHORT_LIVED, here.rendezvous());
    }

    private long millis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    private void take(RankLine.Line line, RankProcesses ranks) {
        if (line.text().startsWith("FAILED ")) {
            troubles.add(Text.quote(line.text().substring("FAILED ".length())) + ".");
        }
        RankLine.settings(line).ifPresent(troubles::add);
        RankLine.phase(line)
                .filter(phase -> line.rank() == 0)
                .ifPresent(phase -> schedules.add(phase.split(" ", -1)[0]));
        if (line.text().startsWith("SUMMARY ")) {
            passed.put(line.rank(), number(line.text()));
            if (passed.size() == RANKS) {
                int each = passed.values().stream().min(Integer::compare).orElseThrow();
                scenes.accept(new WireScene.Suite(RANKS, each, schedules, millis()));
            }
        }
        RankLine.result(line).ifPresent(this::take);
        if (line.rank() == 0) {
            hear(RankLine.session(line).orElse(line.text()));
        }
        RankLine.failed(line).filter(witness -> line.rank() != VICTIM).ifPresent(w -> witnesses.put(line.rank(), w));
        if (RankLine.isReady(line) && ++ready == RANKS) {
            ranks.kill(VICTIM);
        }
    }

    private void hear(String said) {
        if (!setUp && said.contains(" on the wire (")) {
            setUp = true;
            scenes.accept(new WireScene.SetUp(said.replaceFirst("^kolo wire: ", ""), millis()));
        } else if (said.contains(" of " + RANKS + ", session ")) {
            account = said;
        }
    }

    private void take(BenchResult result) {
        int same = IntStream.range(0, results.size())
                .filter(i -> results.get(i).isLike(result))
                .findFirst()
                .orElse(-1);
        if (same < 0) {
            results.add(result);
        } else {
            results.set(same, results.get(same).slower(result));
        }
        told++;
        if (told == RANKS * 2 * DemoRank.SIZES.size()) {
            scenes.accept(new WireScene.Latency(rows()));
        }
    }

    private List<WireScene.Row> rows() {
        return DemoRank.SIZES.stream()
                .map(bytes -> new WireScene.Row(
                        bytes,
                        of("shm", bytes).p50Nanos(),
                        of("shm", bytes).p99Nanos(),
                        of("tcp", bytes).p50Nanos(),
                        of("tcp", bytes).p99Nanos()))
                .sorted(Comparator.comparingLong(WireScene.Row::bytes))
                .toList();
    }

    private BenchResult of(String nic, int bytes) {
        return results.stream()
                .filter(r -> r.payload().equals(nic) && r.bytes() == bytes)
                .findFirst()
                .orElseThrow();
    }

    /** The count of {@code SUMMARY rank r: p passed, f failed}; a rank with failures ends with 1 and is told then. */
    private static int number(String summary) {
        return Integer.parseInt(summary.replaceFirst(".*: ([0-9]+) passed.*", "$1"));
    }
}
