package dev.kolo.cli;

import dev.kolo.cli.lab.LabCommand;
import dev.kolo.cli.simulate.SimulateCommand;
import dev.kolo.cli.wire.WireCommand;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command line as a whole: finds the verb, runs it, and turns every failure into one sentence and an exit code. Only
 * the verb that was asked for is set up, since building the model of all of them is most of a short command's start.
 */
@Command(
        name = "kolo",
        description = {
            "Makes directly cabled RoCE machines work as one fabric, with no switch.",
            "Start with `kolo demo`; then `kolo doctor` on your own hosts or on pasted text."
        },
        mixinStandardHelpOptions = false,
        synopsisSubcommandLabel = "VERB")
public final class Kolo implements Runnable {
    private final Console console;
    private boolean debug;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    public Kolo(Console console) {
        this.console = console;
    }

    /** The verbs in the order in which help lists them. */
    private static Map<String, Function<Console, Object>> verbs() {
        Map<String, Function<Console, Object>> verbs = new LinkedHashMap<>();
        verbs.put("demo", DemoCommand::new);
        verbs.put("scan", ScanCommand::new);
        verbs.put("doctor", DoctorCommand::new);
        verbs.put("watch", WatchCommand::new);
        verbs.put("logs", LogsCommand::new);
        verbs.put("explain", ExplainCommand::new);
        verbs.put("report", ReportCommand::new);
        verbs.put("plan", PlanCommand::new);
        verbs.put("wire", WireCommand::of);
        verbs.put("simulate", SimulateCommand::of);
        verbs.put("lab", LabCommand::new);
        return verbs;
    }

    @Option(names = "--debug", description = "Show stack traces of failures.", scope = ScopeType.INHERIT)
    void setDebug(boolean value) {
        debug = value;
    }

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.",
            scope = ScopeType.INHERIT)
    @SuppressWarnings("UnusedVariable") // picocli reads the annotation
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Print the version.")
    @SuppressWarnings("UnusedVariable") // answered before picocli is asked; here for the help text
    private boolean version;

    /** Without a verb: help on standard error, since it is no data, and a usage error. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "No verb was given.");
    }

    /** Runs one command line and returns its exit code; never throws. */
    public int run(String... args) {
        if (args.length == 1 && List.of("--version", "-V").contains(args[0])) {
            console.out().println("kolo " + Version.current());
            return ExitCode.FINE;
        }
        return commandLine(args).execute(args);
    }

    /** What reads a command line: with the verb that is asked for, or all of them. */
    CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(this);
        verbs().forEach((name, maker) -> {
            boolean asked = args.length > 0 && args[0].equals(name);
            if (asked || args.length == 0 || !verbs().containsKey(args[0])) {
                line.addSubcommand(name, maker.apply(console));
            }
        });
        line.setOut(new java.io.PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new java.io.PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(Math.min(100, Math.max(80, console.style().columns())));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                console.style().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((e, given) -> usage(e));
        line.setExecutionExceptionHandler((e, command, result) -> failed(e));
        return line;
    }

    private int usage(CommandLine.ParameterException e) {
        CommandLine command = e.getCommandLine();
        console.tell("kolo: " + e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
        console.tell("Try `" + command.getCommandSpec().qualifiedName() + " --help`.");
        return ExitCode.BAD_INPUT;
    }

    private int failed(Exception e) {
        console.out().flush();
        if (debug) {
            e.printStackTrace(console.err());
        }
        if (e instanceof KoloException known) {
            console.tell("kolo: " + known.getMessage());
            return known.exitCode();
        }
        console.tell("kolo: this should not have happened: " + e
                + (debug ? "" : ". Run again with --debug and report what it prints."));
        return ExitCode.FINDINGS;
    }
}
