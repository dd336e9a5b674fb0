package dev.kolo.remote.ssh;

import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs commands on other hosts through the system's ssh. Never asks anything (BatchMode), never weakens the check of host
 * keys, opens none of the user's port forwardings.
 */
public final class Ssh {
    /** By this status ssh says that it failed itself. */
    private static final int SSH_FAILED = 255;

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
            case Outcome.Exited exited when exited.status() != SSH_FAILED -> new SshOutcome.Answered(exited);
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
