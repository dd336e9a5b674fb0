package dev.kolo.lab.life;

import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.lab.state.OwnProcesses;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshOutcome;
import dev.kolo.remote.ssh.SshSettings;
import dev.kolo.remote.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Waits until every guest answers over ssh, and says what the others got to when one does not. */
final class Readiness {
    /** The guest's own words on its console, after this. */
    private static final String SAYS = "kolo-lab: ";

    private static final String FAILED = "failed: ";

    /** The last thing that a guest says before its ssh server starts. */
    private static final String SET_UP = "ports are set up";

    private static final int LAST_LINES = 3;
    private static final long LOOK_MILLIS = 100;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int OUTPUT_LIMIT_BYTES = 4096;
    private static final int CONNECT_SECONDS = 30;

    private final ProcessRunner processes;
    private final LabFolder folder;
    private final LabLayout layout;
    private final Consumer<String> tell;

    Readiness(ProcessRunner processes, LabFolder folder, LabLayout layout, Consumer<String> tell) {
        this.processes = processes;
        this.folder = folder;
        this.layout = layout;
        this.tell = tell;
    }

    /**
     * Waits for all.
     *
     * @param beganNanos when the start began, for what is told
     * @param deadlineNanos by when all must answer
     * @throws LabException when one does not, has failed or has ended
     */
    void await(long beganNanos, long deadlineNanos) throws InterruptedException {
        String id = folder.id().orElseThrow();
        AtomicInteger ready = new AtomicInteger();
        List<Optional<String>> problems =
                InParallel.map(layout.hosts(), layout.hosts().size(), host -> {
                    Optional<String> problem = await(host, id, deadlineNanos);
                    if (problem.isEmpty()) {
                        tell.accept(host.name() + " is ready after "
                                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos) + " s ("
                                + ready.incrementAndGet() + " of "
                                + layout.hosts().size() + ")");
                    }
                    return problem;
                });
        List<String> failed = problems.stream().flatMap(Optional::stream).toList();
        if (!failed.isEmpty()) {
            throw LabException.failed(String.join("\n", failed) + "\nThe logs are in " + folder.path() + ".");
        }
    }

    /** Waits for one guest; the sentence that tells why it will not come. */
    private Optional<String> await(LabHost host, String id, long deadlineNanos) throws InterruptedException {
        while (true) {
            List<String> said = said(host);
            Optional<String> failure =
                    said.stream().filter(line -> line.startsWith(FAILED)).findFirst();
            if (failure.isPresent()) {
                return Optional.of(
                        host.name() + " did not come up: " + failure.get().substring(FAILED.length()) + ".");
            }
            long left = deadlineNanos - System.nanoTime();
            if (said.contains(SET_UP) && left > 0 && answers(host, Math.min(left, ANSWER_NANOS))) {
                return Optional.empty();
            }
            if (System.nanoTime() - deadlineNanos >= 0) {
                return Optional.of(host.name() + " is not ready in time. It got to: "
                        + (said.isEmpty() ? "nothing; the kernel said nothing" : said.getLast())
                        + ". Where the machine is busy, allow more with --timeout.");
            }
            if (OwnProcesses.of(id).stream().noneMatch(own -> own.name().equals(host.name()))) {
                return Optional.of(host.name() + " has ended by itself. Its last words: " + lastWords(host));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private Ssh ssh() {
        return new Ssh(processes, new SshSettings("ssh", Optional.of(folder.sshConfig()), CONNECT_SECONDS));
    }

    /** What the guest said before its kernel printed registers, or else the last lines; then the emulator's own. */
    private String lastWords(LabHost host) {
        String all = LabFolder.tail(console(host), Integer.MAX_VALUE);
        int panic = all.indexOf("Kernel panic");
        int end = panic < 0 ? all.length() : Math.max(panic, all.indexOf('\n', panic));
        List<String> lines = all.substring(0, end).lines().toList();
        String words = String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return words + LabFolder.tail(folder.emulatorLog(host.name()), LAST_LINES);
    }

    private boolean answers(LabHost host, long timeoutNanos) throws InterruptedException {
        SshOutcome outcome =
                ssh().run(new SshTarget(host.name()), "true", new Input.Nothing(), timeoutNanos, OUTPUT_LIMIT_BYTES);
        return outcome instanceof SshOutcome.Answered answered
                && answered.exited().status() == 0;
    }

    private Path console(LabHost host) {
        return folder.path().resolve(LabFolder.console(host.name()));
    }

    /** What the guest has said of its start so far. */
    private List<String> said(LabHost host) {
        try {
            String text = new String(Files.readAllBytes(console(host)), java.nio.charset.StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> line.contains(SAYS))
                    .map(line ->
                            line.substring(line.indexOf(SAYS) + SAYS.length()).strip())
                    .toList();
        } catch (IOException notYet) {
            return List.of();
        }
    }
}
