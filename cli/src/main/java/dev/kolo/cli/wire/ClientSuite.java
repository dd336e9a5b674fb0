package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.settings.Setting;
import dev.kolo.wire.settings.Words;
import dev.kolo.wire.suite.SuiteCase;
import dev.kolo.wire.suite.SuiteCases;
import dev.kolo.wire.suite.SuiteScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The suite from other processes: for each schedule a session whose ranks are {@code kolo wire serve}, and beside each rank a
 * client in another language that makes the calls and judges the results.
 */
final class ClientSuite {
    private static final Pattern SUMMARY = Pattern.compile("SUMMARY rank ([0-9]+): ([0-9]+) passed, ([0-9]+) failed");

    private final Console console;
    private final RankOptions options;
    private final boolean brief;
    private final List<String> clients;
    private final TreeMap<Integer, Integer> passed = new TreeMap<>();
    private final TreeMap<Integer, Integer> failed = new TreeMap<>();
    private boolean trouble;

    /**
     * A run.
     *
     * @param brief the short form
     * @param clients which client each rank has, from the first on again when there are more ranks
     */
    ClientSuite(Console console, RankOptions options, boolean brief, List<String> clients) {
        this.console = console;
        this.options = options;
        this.brief = brief;
        this.clients = clients;
    }

    int run() {
        long startNanos = System.nanoTime();
        console.tell("Trying " + options.words() + " through mailboxes, with clients in "
                + Text.quote(String.join(", ", clients)) + ".");
        try (ProcessRunner runner = new ProcessRunner()) {
            Path folder = Files.createTempDirectory("kolo-suite");
            try {
                run(commands(folder, runner), folder, startNanos);
            } finally {
                remove(folder);
            }
        } catch (IOException e) {
            throw KoloException.failure("a process of the suite could not be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted");
        }
        console.tell("It took " + (System.nanoTime() - startNanos) / 1_000_000_000L + " s.");
        for (int rank = 0; rank < options.ranks(); rank++) {
            int bad = failed.getOrDefault(rank, 0);
            trouble |= bad > 0 || !passed.containsKey(rank);
            console.out()
                    .println("SUMMARY rank " + rank + ": " + passed.getOrDefault(rank, 0) + " passed, " + bad
                            + " failed");
        }
        console.out().flush();
        return trouble ? ExitCode.FINDINGS : ExitCode.FINE;
    }

    private List<List<String>> commands(Path folder, ProcessRunner runner) throws InterruptedException {
        List<List<String>> commands = new ArrayList<>();
        for (String client : clients) {
            commands.add(ClientPrograms.command(client, folder, runner));
        }
        return commands;
    }

    private void run(List<List<String>> commands, Path folder, long startNanos)
            throws IOException, InterruptedException {
        Map<String, String> settings = options.settings();
        long limitBytes = Words.bytes(settings.getOrDefault(Setting.LIMIT.key(), Setting.LIMIT.usual()))
                .orElseThrow();
        Reach reach = Reach.everyPair(options.ranks());
        int first = 0;
        for (ScheduleKind kind : SuiteCases.kinds(reach)) {
            List<SuiteCase> cases = SuiteCases.of(reach, kind, limitBytes, brief, first);
            first += cases.size();
            Path script = Files.writeString(folder.resolve(kind.word() + ".cases"), SuiteScript.of(cases));
            settings.put(Setting.SCHEDULE.key(), kind.word());
            try (ServedRanks ranks = new ServedRanks(options.nic(), options.ranks(), settings, rank -> {
                List<String> command = new ArrayList<>(commands.get(rank % commands.size()));
                command.add(script.toString());
                return command;
            })) {
                long leftNanos = startNanos + options.timeoutSeconds() * 1_000_000_000L - System.nanoTime();
                trouble |= !ranks.await(leftNanos, this::say);
            }
            console.tell("  " + kind.word() + ": " + cases.size() + " cases");
            if (trouble) {
                return;
            }
        }
    }

    private void say(RankLine.Line line) {
        Matcher summary = SUMMARY.matcher(line.text());
        if (summary.matches()) {
            passed.merge(line.rank(), Integer.parseInt(summary.group(2)), Integer::sum);
            failed.merge(line.rank(), Integer.parseInt(summary.group(3)), Integer::sum);
        } else if (line.text().startsWith("FAILED ")) {
            console.out().println(Text.quote(line.text()));
        } else if (line.rank() == 0 || line.text().contains("FAILED")) {
            console.tell("  rank " + line.rank() + ": " + Text.quote(line.text()));
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
