package dev.kolo.lab;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.lab.life.Greeting;
import dev.kolo.lab.life.LabStarter;
import dev.kolo.lab.life.StartOptions;
import dev.kolo.lab.machine.Programs;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.lab.state.LabHome;
import dev.kolo.lab.state.LabState;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Detached;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshOutcome;
import dev.kolo.remote.ssh.SshSettings;
import dev.kolo.remote.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A lab that is up: a few virtual machines with real kernels, cabled, reachable over ssh by their names. */
public final class RunningLab {
    private static final int CONNECT_SECONDS = 60;
    private static final int OUTPUT_LIMIT_BYTES = 64 << 20;

    private final LabHome home;
    private final LabFolder folder;
    private final LabState state;
    private final LabLayout layout;
    private final ProcessRunner processes;
    private final Optional<Detached> guard;

    private RunningLab(
            LabHome home, LabFolder folder, LabState state, ProcessRunner processes, Optional<Detached> guard) {
        this.home = home;
        this.folder = folder;
        this.state = state;
        this.layout = LabLayout.of(state.spec());
        this.processes = processes;
        this.guard = guard;
    }

    /**
     * Brings a lab up.
     *
     * @param processes runs what is run on the guests; the lab outlives it, unless it is owned
     * @param tell hears of progress
     * @throws LabException when it cannot be; nothing of it runs then
     */
    public static RunningLab start(
            LabHome home,
            String name,
            LabSpec spec,
            StartOptions options,
            ProcessRunner processes,
            Consumer<String> tell)
            throws IOException, InterruptedException {
        LabStarter.Started started = new LabStarter(processes, home, tell).start(name, spec, options);
        RunningLab lab = new RunningLab(home, started.folder(), started.state(), processes, started.guard());
        try {
            lab.greet();
            return lab;
        } catch (LabException | InterruptedException failure) {
            lab.stop();
            throw failure;
        }
    }

    /**
     * A lab that an earlier command brought up.
     *
     * @throws LabException when no lab of this name is up
     */
    public static RunningLab open(LabHome home, String name, ProcessRunner processes) throws IOException {
        LabFolder folder = home.lab(name);
        Optional<LabState> state = folder.state().filter(LabState::ready);
        if (state.isEmpty() || !folder.isRunning()) {
            List<String> others = home.running().stream().map(LabFolder::name).toList();
            throw LabException.refused("no lab \"" + name + "\" is up: `kolo lab up` starts one"
                    + (others.isEmpty() ? "" : "; up are: " + String.join(", ", others)));
        }
        return new RunningLab(home, folder, state.get(), processes, Optional.empty());
    }

    public String name() {
        return state.name();
    }

    public LabLayout layout() {
        return layout;
    }

    public LabState state() {
        return state;
    }

    public LabFolder folder() {
        return folder;
    }

    /** A configuration of ssh in which every guest stands by its name; for {@code ssh -F}. */
    public Path sshConfig() {
        return folder.sshConfig();
    }

    /**
     * The host of a name or letter.
     *
     * @throws LabException when there is none
     */
    public LabHost host(String name) {
        return layout.host(name)
                .orElseThrow(() -> LabException.badInput("the lab \"" + name() + "\" has no host \"" + name
                        + "\"; it has "
                        + layout.hosts().stream().map(LabHost::name).collect(Collectors.joining(", "))));
    }

    /** A host whose machine runs; ssh itself would only say that a connection was reset. */
    private LabHost runningHost(String name) {
        LabHost host = host(name);
        if (!folder.running().contains(host.name())) {
            throw LabException.failed("the machine of " + host.name() + " has ended. What it said last: `kolo lab log"
                    + " --lab " + name() + " " + host.name() + "`. `kolo lab down --lab " + name()
                    + "` and `up` start the lab anew");
        }
        return host;
    }

    /**
     * What runs a command on a guest with the caller's own terminal.
     *
     * @throws LabException when there is no such guest or its machine has ended
     */
    public List<String> sshCommand(String host, List<String> words) {
        List<String> argv = new ArrayList<>(
                List.of("ssh", "-F", sshConfig().toString(), "-o", "BatchMode=yes", "-o", "LogLevel=ERROR"));
        argv.addAll(List.of("--", runningHost(host).name()));
        if (!words.isEmpty()) {
            argv.add(words.stream().map(ShellWord::quote).collect(Collectors.joining(" ")));
        }
        return argv;
    }

    /**
     * Runs a command on a guest.
     *
     * @param host its name or letter
     * @param words program and arguments
     * @param timeoutNanos time for connection and command together
     * @return status and outputs, whatever the status
     * @throws LabException when the guest has ended, cannot be reached or the command does not end in time
     */
    public Outcome.Exited exec(String host, long timeoutNanos, List<String> words) throws InterruptedException {
        return shell(
                host,
                timeoutNanos,
                words.stream().map(ShellWord::quote).collect(Collectors.joining(" ")),
                new Input.Nothing());
    }

    /**
     * Runs a line of shell on a guest.
     *
     * @param line for the shell there; words from outside have gone through {@link ShellWord}
     * @param input what the command reads
     * @throws LabException when the guest has ended, cannot be reached or the command does not end in time
     */
    public Outcome.Exited shell(String host, long timeoutNanos, String line, Input input) throws InterruptedException {
        SshSettings settings = new SshSettings("ssh", Optional.of(sshConfig()), CONNECT_SECONDS);
        SshOutcome outcome = new Ssh(processes, settings)
                .run(new SshTarget(runningHost(host).name()), line, input, timeoutNanos, OUTPUT_LIMIT_BYTES);
        return switch (outcome) {
            case SshOutcome.Answered answered -> answered.exited();
            case SshOutcome.Failed failed ->
                throw LabException.failed(
                        failed.sentence() + (failed.quoted().isEmpty() ? "" : " (ssh: " + failed.quoted() + ")"));
        };
    }

    /** Lets every host talk to its neighbours once, so that their kernels know who is there. */
    public void greet() throws InterruptedException {
        Greeting greeting = new Greeting(layout, Programs.ofMachine().require("busybox"));
        InParallel.map(
                layout.hosts(),
                layout.hosts().size(),
                host -> shell(host.name(), Greeting.TIMEOUT_NANOS, greeting.line(host), new Input.Nothing()));
    }

    /**
     * Ends the lab; its logs stay.
     *
     * @throws LabException when a process of it does not end
     */
    public void stop() throws IOException, InterruptedException {
        down(home, folder);
        guard.ifPresent(process -> process.tell("keep"));
    }

    /**
     * Ends whatever is left of a lab, whether it came up whole or not.
     *
     * @return whether anything of it ran
     */
    public static boolean down(LabHome home, LabFolder folder) throws IOException, InterruptedException {
        return home.locked(folder, () -> {
            boolean ran = folder.isRunning();
            folder.end();
            return ran;
        });
    }
}
