package dev.kolo.remote.ssh;

import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs commands on other hosts through the system's ssh. Never asks anything (BatchMode), never weakens the check of host
 * keys, opens none of the user's port forwardings.
 */
public final class Ssh {
    /** By this status ssh says that it failed itself, or that a signal ended the command. */
    public static final int FAILED_STATUS = 255;

    private final ProcessRunner processes;
    private final SshSettings settings;

    public Ssh(ProcessRunner processes, SshSettings settings) {
        this.processes = processes;
        this.settings = settings;
    }

    /**
     * Runs one command line on a host.
     *
     * @param target the host
     * @param remoteCommand a line for the login shell there; parts from outside must have gone through
     *     the house's one quoting function for shells ({@code ShellWord} in {@code fabric})
     * @param input what the command reads
     * @param timeoutNanos time for connection and command together
     * @param outputLimitBytes more output than this ends the command
     * @throws InterruptedException when the calling thread is interrupted; ssh has been ended then
     */
    public SshOutcome run(SshTarget target, String remoteCommand, Input input, long timeoutNanos, int outputLimitBytes)
            throws InterruptedException {
        Command command = new Command(argv(target, remoteCommand), input, timeoutNanos, outputLimitBytes);
        String host = target.destination();
        return switch (processes.run(command)) {
            case Outcome.Exited exited when exited.status() != FAILED_STATUS -> new SshOutcome.Answered(exited);
            case Outcome.Exited failed -> SshFailure.of(host, failed.stderr().text());
            case Outcome.TimedOut late -> late(host, late);
            case Outcome.OutputTooLarge much -> failed(SshFailure.TOO_MUCH_OUTPUT, host, "");
            case Outcome.NotStarted notStarted -> failed(SshFailure.NO_SSH, host, notStarted.reason());
        };
    }

    /** What ssh had complained about before its deadline says more than the deadline. */
    private static SshOutcome late(String host, Outcome.TimedOut late) {
        SshOutcome.Failed told = SshFailure.of(host, late.stderr().text());
        return told.kind() == SshFailure.OTHER ? failed(SshFailure.DEADLINE, host, told.quoted()) : told;
    }

    private static SshOutcome failed(SshFailure kind, String host, String quoted) {
        return new SshOutcome.Failed(kind, kind.sentence(host), quoted);
    }

    /**
     * The local command by which a {@link dev.kolo.remote.process.LineProcess} speaks with a command line on a host; what ssh
     * itself says comes among its lines, where both of its outputs are read as one.
     *
     * @param target the host
     * @param remoteCommand as for {@link #run}
     */
    public List<String> conversation(SshTarget target, String remoteCommand) {
        return argv(target, remoteCommand);
    }

    /**
     * What it means that a conversation ended with the status by which ssh says that it failed itself.
     *
     * @param target the host
     * @param told the last lines that came
     * @return empty when another status tells of the command, or when ssh said nothing that is known
     */
    public static Optional<SshOutcome.Failed> failure(SshTarget target, int status, String told) {
        return status == FAILED_STATUS
                ? Optional.of(SshFailure.of(target.destination(), told)).filter(f -> f.kind() != SshFailure.OTHER)
                : Optional.empty();
    }

    List<String> argv(SshTarget target, String remoteCommand) {
        List<String> argv = new ArrayList<>(List.of(settings.program()));
        settings.configFile().ifPresent(file -> argv.addAll(List.of("-F", file.toString())));
        for (String option : List.of(
                "BatchMode=yes",
                "ConnectTimeout=" + settings.connectTimeoutSeconds(),
                "LogLevel=ERROR",
                "ClearAllForwardings=yes",
                "RemoteCommand=none")) {
            argv.addAll(List.of("-o", option));
        }
        argv.addAll(List.of("-T", "-x", "--", target.destination(), remoteCommand));
        return argv;
    }
}
