package dev.kolo.cli.simulate;

import dev.kolo.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kolo simulate}: what happens in virtual time. */
@Command(
        name = "simulate",
        description = "Runs the wire's own code in virtual time, over a simulated fabric with faults.",
        synopsisSubcommandLabel = "wire")
public final class SimulateCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    /** Its verbs, over one console. */
    public static CommandLine of(Console console) {
        return new CommandLine(new SimulateCommand()).addSubcommand("wire", new SimulateWireCommand(console));
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Say what to simulate: wire.");
    }
}
