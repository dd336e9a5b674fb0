package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.wire.session.run.CounterLook;
import dev.kolo.wire.settings.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kolo wire}: tries, measures and serves the wire. */
@Command(
        name = "wire",
        description = "Tries, measures and serves the wire: small collectives by one-sided writes.",
        synopsisSubcommandLabel = "suite|bench|serve|top")
public final class WireCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    /** All its verbs, over one console. */
    public static CommandLine of(Console console) {
        SuiteCommand suite = new SuiteCommand(console);
        BenchCommand bench = new BenchCommand(console);
        return new CommandLine(new WireCommand())
                .addSubcommand("suite", suite.options().addSettings(new CommandLine(suite), Setting.SCHEDULE))
                .addSubcommand("bench", bench.options().addSettings(new CommandLine(bench)))
                .addSubcommand("serve", ServeCommand.of(console))
                .addSubcommand("top", new TopCommand(console, CounterLook.FOLDER));
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Say what to do: suite, bench, serve or top.");
    }
}
