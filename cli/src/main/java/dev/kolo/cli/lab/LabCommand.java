package dev.kolo.cli.lab;

import dev.kolo.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kolo lab}: virtual machines with real kernels and soft RoCE, cabled in any shape, on this machine. */
@Command(
        name = "lab",
        description = {
            "Virtual machines with real kernels and soft RoCE, cabled as a ring or otherwise, on this machine.",
            "Nothing is installed or changed here; `kolo lab check` says what a lab needs."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            LabUp.class,
            LabList.class,
            LabExec.class,
            LabSsh.class,
            LabLog.class,
            LabRun.class,
            LabCable.class,
            LabRecord.class,
            LabCheck.class,
            LabDown.class
        },
        footer = {
            "",
            "Examples:",
            "  kolo lab up --shape ring --hosts 4        four hosts, ready when it returns",
            "  kolo lab exec spark1 -- ibv_devinfo       a command on one of them",
            "  kolo lab list --json                      who is there, for scripts",
            "  kolo lab down                             all of it is gone again"
        })
public final class LabCommand implements Runnable {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    public LabCommand(Console console) {
        this.console = console;
    }

    Console console() {
        return console;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "No command of the lab was given.");
    }
}
