package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo wire suite}: every collective, size, type, placement and schedule, over ranks that are processes. */
@Command(
        name = "suite",
        description = "Runs every collective over ranks on this host, or on hosts over ssh, and compares every byte.",
        footer = {
            "",
            "Exit 1 when anything differs or a rank fails. Examples:",
            "  kolo wire suite                          two ranks over shared memory",
            "  kolo wire suite --nic tcp --ranks 3 --short",
            "  kolo wire suite --nic sim --ranks 4      in virtual time, in this process",
            "  kolo wire suite --client python,c        rank 0's calls from Python, rank 1's from C",
            "  kolo wire suite --device cuda --fallback nccl",
            "  kolo wire suite spark1 spark2 spark3     one rank a host, over TCP of the management network"
        })
final class SuiteCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final RankOptions options;

    @Option(names = "--short", description = "Sizes to 64 KiB, f32 and bf16 alone.")
    private boolean brief;

    @Option(
            names = "--shuffle",
            paramLabel = "SEED",
            description =
                    "Move the buffers about between calls, alike on all ranks: catches writers that bypass the wire.")
    private Optional<Long> shuffle = Optional.empty();

    @Option(
            names = "--client",
            paramLabel = "python|c|PATH",
            split = ",",
            description =
                    "Run it from other processes through mailboxes; with several, comma-separated, rank by rank. See docs/mailbox.md.")
    private List<String> clients = List.of();

    @Mixin
    private final GpuOptions gpu = new GpuOptions();

    private final TreeMap<Integer, String> summaries = new TreeMap<>();

    SuiteCommand(Console console) {
        this.console = console;
        this.options = new RankOptions(console);
    }

    RankOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        if (options.areSimulated()) {
            return simulated();
        }
        if (gpu.wanted() && !clients.isEmpty()) {
            throw KoloException.badInput("--device and --client are two suites: leave one of them out.");
        }
        if (!clients.isEmpty()) {
            if (shuffle.isPresent()) {
                throw KoloException.badInput("--shuffle does nothing with --client: leave one of them out.");
            }
            options.refuseElsewhere();
            return new ClientSuite(console, options, brief, clients).run();
        }
        List<String> flags = new ArrayList<>();
        if (brief) {
            flags.add("short=yes");
        }
        shuffle.ifPresent(seed -> flags.add("shuffle=" + seed));
        long startNanos = System.nanoTime();
        console.tell("Trying " + options.words()
                + shuffle.map(seed -> ", shuffled by " + seed).orElse("") + ".");
        if (gpu.wanted()) {
            flags.addAll(gpu.flags());
        }
        try (RankProcesses ranks = options.start(gpu.wanted() ? "gpu-suite" : "suite", flags)) {
            List<Integer> codes = ranks.await(options.timeoutSeconds(), this::say);
            console.tell("It took " + (System.nanoTime() - startNanos) / 1_000_000_000L + " s.");
            summaries.values().forEach(console.out()::println);
            for (int rank = 0; rank < codes.size(); rank++) {
                if (codes.get(rank) > 1) {
                    console.out().println("FAILED " + ranks.ending(rank, codes.get(rank)));
                }
            }
            console.out().flush();
            if (gpu.wanted() && !brief) {
                codes = new ArrayList<>(codes);
                codes.add(new GpuFaults(console, options, gpu).run() ? 0 : 1);
            }
            return codes.stream().allMatch(code -> code == 0) ? ExitCode.FINE : ExitCode.FINDINGS;
        }
    }

    private int simulated() {
        if (!clients.isEmpty()) {
            throw KoloException.badInput("--client starts processes, --nic sim has none: leave one of them out.");
        }
        Map<String, String> flags = new TreeMap<>(options.settings());
        flags.putAll(Map.of("world", "" + options.ranks(), "rank", "0", "rendezvous", "127.0.0.1:0"));
        return switch (SettingsReader.read(flags, Map.of(), Map.of())) {
            case SettingsReading.Bad(List<String> problems) ->
                throw KoloException.badInput(String.join("; ", problems));
            case SettingsReading.Good(WireSettings settings) -> {
                console.tell("Trying " + options.ranks() + " ranks in virtual time.");
                OptionalLong seed = shuffle.map(OptionalLong::of).orElse(OptionalLong.empty());
                yield new SimSuite(console, options.ranks(), settings.limitBytes(), brief, seed).run();
            }
        };
    }

    private void say(RankLine.Line line) {
        RankLine.settings(line).ifPresent(problems -> {
            throw KoloException.badInput(problems);
        });
        if (line.text().startsWith("SUMMARY ")) {
            summaries.put(line.rank(), Text.quote(line.text()));
        } else if (line.text().startsWith("FAILED ")) {
            console.out().println(Text.quote(line.text()));
        } else if (RankLine.phase(line).isPresent() && line.rank() == 0) {
            String[] words = RankLine.phase(line).get().split(" ", -1);
            console.tell("  " + words[0] + ": " + words[1] + " cases");
        } else if (!RankLine.isForStarter(line) && line.rank() == 0) {
            console.tell("  rank 0: " + Text.quote(line.text()));
        }
    }
}
