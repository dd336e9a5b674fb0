package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.cli.wire.beside.BesideJson;
import dev.kolo.cli.wire.beside.BesideText;
import dev.kolo.cli.wire.beside.Cell;
import dev.kolo.cli.wire.beside.Cells;
import dev.kolo.cli.wire.beside.Comparison;
import dev.kolo.cli.wire.beside.Conditions;
import dev.kolo.cli.wire.beside.Figures;
import dev.kolo.cli.wire.beside.Measured;
import dev.kolo.cli.wire.beside.Peer;
import dev.kolo.cli.wire.beside.Peers;
import dev.kolo.cli.wire.beside.Terms;
import dev.kolo.cli.wire.beside.Turns;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** {@code kolo wire bench --beside}: Kolo's ranks and the peers take turns, cell by cell and round by round. */
final class BesideBench {
    private final Console console;
    private final RankOptions options;
    private final BesideOptions beside;
    private final TreeMap<Integer, Histogram> heard = new TreeMap<>();
    private int ready;
    private long allocatedBytes;
    private long exchanges;
    private int told = -1;

    BesideBench(Console console, RankOptions options, BesideOptions beside) {
        this.console = console;
        this.options = options;
        this.beside = beside;
    }

    /** Measures and prints. */
    void run(List<Integer> sizes, boolean json) {
        int rounds = beside.rounds();
        List<Cell> cells = Cells.of(sizes, beside.exchanges());
        if (options.areElsewhere() || options.nic().equals("verbs")) {
            throw KoloException.badInput(
                    "--beside measures peers on this host, over what they share with Kolo there: leave"
                            + " out --lab, and give --nic shm or --nic tcp.");
        }
        String words = options.words();
        Terms terms = beside.terms(options, console.environment());
        Conditions conditions = Conditions.now();
        List<Peer> peers = Peers.start(beside.peers().orElseThrow(), terms, console::tell);
        try {
            conditions.warning().ifPresent(console::tell);
            console.tell("Measuring " + words + " beside "
                    + String.join(", ", peers.stream().map(Peer::name).toList()) + ", " + rounds + " rounds.");
            peers.forEach(peer -> peer.caveats().forEach(console::tell));
            Turns turns = new Turns(cells, peers, rounds);
            measure(turns);
            if (json) {
                console.out().print(json(turns, peers, conditions));
            } else {
                print(turns, peers);
            }
            console.out().flush();
        } finally {
            peers.forEach(Peer::close);
        }
    }

    private void measure(Turns turns) {
        try (RankProcesses ranks = options.start("beside", List.of())) {
            List<Integer> codes = ranks.await(options.timeoutSeconds(), line -> take(line, ranks, turns));
            if (!codes.stream().allMatch(code -> code == 0) || turns.next().isPresent()) {
                throw KoloException.failure("there is no result: " + ranks.endings(codes) + ".");
            }
        }
    }

    private void take(RankLine.Line line, RankProcesses ranks, Turns turns) {
        RankLine.settings(line).ifPresent(problems -> {
            throw KoloException.badInput(problems);
        });
        if (RankLine.isReady(line)) {
            ready++;
            if (ready == options.ranks()) {
                RankLine.slotBytes(line).ifPresent(bytes -> fit(turns, bytes));
                order(ranks, turns);
            }
        }
        RankLine.samples(line).ifPresent(samples -> {
            heard.put(line.rank(), samples.histogram());
            count(turns, samples);
            if (heard.size() == options.ranks()) {
                Measured ours = Measured.of(List.copyOf(heard.values()));
                heard.clear();
                turns.take(ours);
                order(ranks, turns);
            }
        });
        if (!RankLine.isForStarter(line) && (line.rank() == 0 || line.text().startsWith("FAILED"))) {
            console.tell("  rank " + line.rank() + ": " + Text.quote(line.text()));
        }
    }

    private void fit(Turns turns, long slotBytes) {
        turns.slotsHave(slotBytes).forEach(bytes -> console.tell("  " + Cell.overfilled(bytes, slotBytes)));
    }

    private void count(Turns turns, RankLine.Samples samples) {
        if (turns.round() > 0) {
            allocatedBytes += samples.allocatedBytes();
            exchanges += samples.histogram().getTotalCount();
        }
    }

    private void order(RankProcesses ranks, Turns turns) {
        ranks.tell(turns.next().map(Cell::order).orElse(RankLine.ALL));
        if (turns.next().isPresent() && told != turns.round()) {
            told = turns.round();
            console.tell(told == 0 ? "  warming up" : "  round " + told);
        }
    }

    private void print(Turns turns, List<Peer> peers) {
        List<Comparison> comparisons = turns.comparisons();
        Screen screen = new Screen(
                console.style().columns(),
                console.style().colour(),
                console.style().unicode());
        BesideText.lines(comparisons, screen).forEach(console.out()::println);
        List<String> legend = new ArrayList<>(BesideText.legend(comparisons));
        legend.add(allocation());
        peers.forEach(peer -> legend.add(peer.name() + ": " + peer.description()));
        for (String sentence : legend) {
            Text.wrap(screen.quote(sentence), Math.max(60, screen.columns())).forEach(console.out()::println);
        }
    }

    private String allocation() {
        return "Kolo's calling threads allocated " + allocatedBytes + " bytes in " + exchanges + " timed exchanges.";
    }

    private String json(Turns turns, List<Peer> peers, Conditions conditions) {
        JsonWriter json = new JsonWriter(JsonWriter.Layout.INDENTED)
                .beginObject()
                .field("nic", options.nic())
                .field("ranks", options.ranks())
                .field("processors", Runtime.getRuntime().availableProcessors())
                .field("rounds", beside.rounds())
                .field("allocated_bytes", allocatedBytes)
                .field("exchanges", exchanges)
                .name("results")
                .beginArray();
        for (Map.Entry<Cell, Figures> entry : turns.results().entrySet()) {
            Cell cell = entry.getKey();
            json.beginInlineObject()
                    .field("op", cell.op())
                    .field("bytes", cell.bytes())
                    .field("payload", cell.payload())
                    .field("exchanges", (long) cell.times() * beside.rounds());
            BesideJson.figures(json, "", entry.getValue());
            json.end();
        }
        json.end();
        BesideJson.write(json, conditions, peers, turns.comparisons());
        return json.end().text();
    }
}
