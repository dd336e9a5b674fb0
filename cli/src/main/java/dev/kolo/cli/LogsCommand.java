package dev.kolo.cli;

import dev.kolo.cli.logs.LogFiles;
import dev.kolo.cli.logs.LogTables;
import dev.kolo.cli.logs.LogsJson;
import dev.kolo.cli.logs.PlanFacts;
import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Text;
import dev.kolo.page.verdict.FindingText;
import dev.kolo.plan.Plan;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.read.LogFacts;
import dev.kolo.probe.nccl.read.NcclLogReader;
import dev.kolo.probe.source.Observed;
import dev.kolo.probe.source.Observer;
import dev.kolo.probe.source.Source;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshSettings;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kolo logs}: reads NCCL logs, shows what each rank did, and says what is wrong. */
@Command(
        name = "logs",
        description = {
            "Reads NCCL logs of any size and says what each rank did and what went wrong.",
            "Nothing is changed, nothing is sent anywhere."
        },
        footer = {
            "",
            "Exit code: 0 nothing wrong was found, 1 errors or warnings, 2 nothing could be read.",
            "",
            "Write such logs with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH.",
            "",
            "Examples:",
            "  kolo logs rank0.log rank1.log      several ranks, in one file or many",
            "  docker logs vllm 2>&1 | kolo logs -",
            "  kolo logs *.log --from facts/      with facts of the hosts, so that ports get names",
            "  kolo logs *.log --plan plan.json   the same from a plan"
        })
final class LogsCommand implements Callable<Integer> {
    private static final int MOST_EVIDENCE = 3;

    private final Console console;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Logs: files, folders, gzip archives, or - for standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description =
                    "Facts of the hosts: a file, folder, archive or inventory as `kolo doctor` reads them. Logs among"
                            + " them are read too. May be given several times.")
    private List<String> from = new ArrayList<>();

    @Option(
            names = "--plan",
            paramLabel = "PLAN",
            description =
                    "A plan (plan.json or its folder): its addresses name the ports, and each rank's environment is compared with it.")
    private Optional<String> plan = Optional.empty();

    @Option(names = "--json", description = "Print ranks and findings as JSON (kolo.logs/1) and nothing else.")
    private boolean json;

    LogsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (files.isEmpty() && from.isEmpty()) {
            throw KoloException.badInput("name the logs to read, or - for standard input.");
        }
        NcclLogReader reader = new NcclLogReader();
        List<String> refused = new LogFiles(reader, console.folder(), console.in()).read(files);
        refused.forEach(line -> console.tell(Text.quote(line)));
        Optional<Observed> observed = facts();
        NcclLogs logs = reader.logs();
        if (logs.isEmpty() && observed.isPresent()) {
            logs = observed.get().result().logs();
        }
        if (logs.isEmpty()) {
            throw KoloException.badInput(nothing(reader.logs(), refused));
        }
        Optional<Plan> planned = plan.map(name -> PlanSource.read(console, name));
        Diagnosis diagnosis = Doctor.examine(
                inventory(logs, observed, planned),
                planned.map(Expectation.AUTO::withPlan).orElse(Expectation.AUTO),
                logs);
        if (json) {
            console.out().print(LogsJson.write(logs, diagnosis));
        } else {
            lines(logs, diagnosis).forEach(console.out()::println);
        }
        return diagnosis.isHealthy() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private static String nothing(NcclLogs logs, List<String> refused) {
        return refused.isEmpty()
                ? "no line of NCCL stands in the " + logs.lineCount()
                        + " lines that were read. Run with NCCL_DEBUG=INFO" + " NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH."
                : "nothing could be read, so there is nothing to tell.";
    }

    private Optional<Observed> facts() {
        if (from.isEmpty()) {
            return Optional.empty();
        }
        List<Source> sources = new ArrayList<>();
        for (String path : from) {
            if (!Files.exists(console.path(path))) {
                throw KoloException.badInput(
                        "there is no file or folder \"" + Text.quote(path) + "\" to read with --from.");
            }
            sources.add(new Source.Files(console.path(path), path));
        }
        try (ProcessRunner processes = new ProcessRunner()) {
            Observer observer = new Observer(
                    processes,
                    new Ssh(processes, SshSettings.DEFAULT),
                    Observer.Settings.usual(),
                    line -> console.tell(Text.quote(line)));
            return Optional.of(observer.observe(sources));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted while reading.");
        }
    }

    /** Facts that were given, else the plan's; and what the logs themselves say of their hosts. */
    private Inventory inventory(NcclLogs logs, Optional<Observed> observed, Optional<Plan> planned) {
        List<Inventory> all = new ArrayList<>();
        observed.ifPresent(o -> all.add(o.inventory()));
        if (observed.isEmpty()) {
            planned.ifPresent(p -> all.add(PlanFacts.of(p, plan.orElse("plan"))));
        }
        all.add(LogFacts.of(logs));
        return LogFiles.joined(all);
    }

    private List<String> lines(NcclLogs logs, Diagnosis diagnosis) {
        Screen screen = DoctorCommand.screenOf(console);
        List<String> lines = new ArrayList<>();
        boolean wrong = !diagnosis.isHealthy();
        String mark = screen.finish(wrong ? "✗ " : "✓ ");
        lines.add(screen.paint(
                wrong ? Paint.WRONG : Paint.GOOD, mark + screen.finish(screen.quote(verdict(logs, diagnosis)))));
        table(lines, screen, LogTables.ranks(logs));
        table(lines, screen, LogTables.open(logs));
        table(lines, screen, LogTables.failures(logs));
        table(lines, screen, LogTables.completions(logs));
        FindingText text = new FindingText(screen, MOST_EVIDENCE);
        if (wrong) {
            heading(lines, screen, "Findings");
            lines.addAll(text.chains(diagnosis.troubles()));
        }
        table(lines, screen, LogTables.rings(logs));
        table(lines, screen, LogTables.channels(logs));
        table(lines, screen, LogTables.queuePairs(logs));
        if (!diagnosis.notes().isEmpty()) {
            heading(lines, screen, "Good to know");
            lines.addAll(text.notes(diagnosis.notes()));
        }
        if (!diagnosis.notObserved().isEmpty()) {
            heading(lines, screen, "Could not be judged");
            lines.addAll(text.notObserved(diagnosis.notObserved()));
        }
        for (String note : logs.notes()) {
            lines.add("");
            lines.addAll(Text.wrap(screen.quote(note), screen.columns()));
        }
        return lines;
    }

    private static String verdict(NcclLogs logs, Diagnosis diagnosis) {
        int ranks = logs.ranks().size();
        String read =
                ranks + (ranks == 1 ? " process" : " processes") + " in " + logs.ncclLineCount() + " lines of NCCL";
        return diagnosis.isHealthy()
                ? read + "; nothing wrong in what they show."
                : read + ". " + DoctorWords.verdict(diagnosis);
    }

    private static void heading(List<String> lines, Screen screen, String words) {
        lines.add("");
        lines.add(screen.paint(Paint.STRONG, words));
    }

    private static void table(List<String> lines, Screen screen, Table table) {
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(screen));
        }
    }
}
