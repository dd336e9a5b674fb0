package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.page.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo wire bench}: what an exchange takes, by size and by how the payload comes about. */
@Command(
        name = "bench",
        description =
                "Measures exchanges between ranks on this host, or on hosts over ssh; the slowest rank's figures.",
        footer = {
            "",
            "payload: repeated sends the same bytes every time, rewritten writes new ones before",
            "each exchange, slot fills the registered send slot; writing is not timed. On a busy",
            "machine the figures mean nothing.",
            "",
            "Examples:",
            "  kolo wire bench --sizes 8KiB,64KiB --json",
            "  kolo wire bench --beside openmpi --sizes 8KiB,256KiB      Kolo and OpenMPI in turns, with ratios",
            "  kolo wire bench --beside installed --nic tcp --json > receipt.json"
        })
final class BenchCommand implements Callable<Integer> {
    private static final int KIB = 1024;
    private static final double NANOS_A_MICRO = 1000;

    private final Console console;

    @Mixin
    private final RankOptions options;

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            description = "Bytes a rank, comma-separated. Default: ${DEFAULT-VALUE}.")
    private String sizes = "16,1KiB,8KiB,16KiB,64KiB,256KiB";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Mixin
    private final BesideOptions beside = new BesideOptions();

    @Mixin
    private final GpuOptions gpu = new GpuOptions();

    @Option(
            names = "--sweep",
            description = "With --device: every form and number of blocks, not only the chosen ones.")
    private boolean sweep;

    BenchCommand(Console console) {
        this.console = console;
        this.options = new RankOptions(console);
    }

    RankOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        if (beside.peers().isPresent()) {
            if (!options.isLocal()) {
                throw KoloException.badInput("--beside measures on this host alone: name no hosts with it.");
            }
            List<Integer> each =
                    Stream.of(bytes(sizes).split(",", -1)).map(Integer::valueOf).toList();
            new BesideBench(console, options, beside).run(each, json);
            return ExitCode.FINE;
        }
        List<String> flags = new ArrayList<>(List.of("sizes=" + bytes(sizes)));
        if (gpu.wanted()) {
            flags.addAll(gpu.flags());
            if (sweep) {
                flags.add("gpu-sweep=yes");
            }
        }
        List<BenchResult> results = new ArrayList<>();
        console.tell("Measuring " + options.words() + ".");
        try (RankProcesses ranks = options.start(gpu.wanted() ? "gpu-bench" : "bench", flags)) {
            List<Integer> codes = ranks.await(options.timeoutSeconds(), line -> take(line, results));
            if (!codes.stream().allMatch(code -> code == 0)) {
                throw KoloException.failure("there is no result: " + ranks.endings(codes) + ".");
            }
        }
        if (json) {
            console.out().print(json(results));
        } else {
            printTable(results);
        }
        console.out().flush();
        return ExitCode.FINE;
    }

    private void take(RankLine.Line line, List<BenchResult> results) {
        RankLine.settings(line).ifPresent(problems -> {
            throw KoloException.badInput(problems);
        });
        RankLine.result(line).ifPresent(result -> {
            for (int i = 0; i < results.size(); i++) {
                if (results.get(i).isLike(result)) {
                    results.set(i, results.get(i).slower(result));
                    return;
                }
            }
            results.add(result);
        });
        if (!RankLine.isForStarter(line) && (line.rank() == 0 || line.text().startsWith("FAILED"))) {
            console.tell("  rank " + line.rank() + ": " + Text.quote(line.text()));
        }
    }

    private void printTable(List<BenchResult> results) {
        console.out()
                .println(
                        "op                    bytes    payload    exchanges   p50 us    p99 us  p99.9 us    max us  heap B an exchange");
        for (BenchResult r : results) {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%-20s %7d  %-9s %10d %8.2f %9.2f %9.2f %9.1f %19.3f",
                            r.op(),
                            r.bytes(),
                            r.payload(),
                            r.exchanges(),
                            r.p50Nanos() / NANOS_A_MICRO,
                            r.p99Nanos() / NANOS_A_MICRO,
                            r.p999Nanos() / NANOS_A_MICRO,
                            r.maxNanos() / NANOS_A_MICRO,
                            (double) r.allocatedBytes() / r.exchanges()));
        }
    }

    private String json(List<BenchResult> results) {
        JsonWriter json = new JsonWriter(JsonWriter.Layout.INDENTED)
                .beginObject()
                .field("nic", options.nic())
                .field("ranks", options.ranks())
                .field("processors", Runtime.getRuntime().availableProcessors())
                .name("results")
                .beginArray();
        for (BenchResult r : results) {
            json.beginInlineObject()
                    .field("op", r.op())
                    .field("bytes", r.bytes())
                    .field("payload", r.payload())
                    .field("exchanges", r.exchanges());
            json.name("p50_us").number(r.p50Nanos() / NANOS_A_MICRO);
            json.name("p99_us").number(r.p99Nanos() / NANOS_A_MICRO);
            json.name("p999_us").number(r.p999Nanos() / NANOS_A_MICRO);
            json.name("max_us").number(r.maxNanos() / NANOS_A_MICRO);
            json.name("heap_bytes_an_exchange")
                    .number((double) r.allocatedBytes() / r.exchanges())
                    .end();
        }
        return json.end().end().text();
    }

    private static String bytes(String sizes) {
        List<String> all = new ArrayList<>();
        for (String size : sizes.split(",", -1)) {
            String given = size.strip().toLowerCase(Locale.ROOT);
            long unit = given.endsWith("mib") ? (long) KIB * KIB : given.endsWith("kib") ? KIB : 1;
            String number = given.replaceFirst("(kib|mib|b)$", "");
            if (!number.matches("[0-9]{1,9}") || Long.parseLong(number) * unit > 1L << 28 || number.matches("0+")) {
                throw KoloException.badInput("--sizes: \"" + Text.quote(size)
                        + "\" is no size; write bytes, KiB or MiB, 1 B to 256 MiB, e.g. 8KiB,64KiB.");
            }
            all.add(Long.toString(Long.parseLong(number) * unit));
        }
        return String.join(",", all);
    }
}
