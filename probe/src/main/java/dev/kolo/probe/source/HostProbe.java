package dev.kolo.probe.source;

import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.Output;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshOutcome;
import dev.kolo.remote.ssh.SshTarget;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the probe script on one host and says what became of it. The script goes through a pipe: nothing is installed. */
final class HostProbe {
    /** The probe of a large machine prints less than a mebibyte. */
    private static final int OUTPUT_LIMIT_BYTES = 16 << 20;

    private static final int SHOWN_CHARS = 120;

    private final ProcessRunner processes;
    private final Ssh ssh;
    private final String script;
    private final long timeoutNanos;

    HostProbe(ProcessRunner processes, Ssh ssh, String script, long timeoutNanos) {
        this.processes = processes;
        this.ssh = ssh;
        this.script = script;
        this.timeoutNanos = timeoutNanos;
    }

    /** What became of the question. */
    sealed interface Answer {
        /**
         * The probe's output.
         *
         * @param output what the host printed
         * @param rights with which rights, one phrase
         */
        record Said(Output output, String rights) implements Answer {}

        /**
         * Nothing usable.
         *
         * @param reason why, one or two sentences
         */
        record Silent(String reason) implements Answer {}
    }

    Answer askThisHost() throws InterruptedException {
        Command command = new Command(List.of("sh", "-s"), new Input.Text(script), timeoutNanos, OUTPUT_LIMIT_BYTES);
        return switch (processes.run(command)) {
            case Outcome.Exited exited -> answer("this host", exited);
            case Outcome.TimedOut late ->
                new Answer.Silent("The probe did not finish within " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos)
                        + " s on this host.");
            case Outcome.OutputTooLarge much ->
                new Answer.Silent("The probe printed more than " + (much.limitBytes() >> 20) + " MiB on this host.");
            case Outcome.NotStarted notStarted ->
                new Answer.Silent("The probe needs a shell, and " + notStarted.reason() + ".");
        };
    }

    Answer ask(SshTarget target) throws InterruptedException {
        return switch (ssh.run(target, "sh -s", new Input.Text(script), timeoutNanos, OUTPUT_LIMIT_BYTES)) {
            case SshOutcome.Answered answered -> answer(target.destination(), answered.exited());
            case SshOutcome.Failed failed ->
                new Answer.Silent(
                        failed.quoted().isEmpty()
                                ? failed.sentence()
                                : failed.sentence() + " (" + shortened(failed.quoted()) + ")");
        };
    }

    private static Answer answer(String host, Outcome.Exited exited) {
        String text = exited.stdout().text();
        if (text.startsWith(ProbeScript.FIRST_LINE) || text.contains("\n" + ProbeScript.FIRST_LINE)) {
            return new Answer.Said(exited.stdout(), rights(text));
        }
        String said = (exited.stderr().text().isBlank() ? text : exited.stderr().text())
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .map(line -> ": " + shortened(line.strip()))
                .orElse(" with nothing at all");
        return new Answer.Silent(
                "The shell of " + host + " did not run the probe. It ended with status " + exited.status() + said);
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS - 1) + "…";
    }

    /** From the section of that name: the number of the user. */
    private static String rights(String output) {
        Iterator<String> lines = output.lines().iterator();
        while (lines.hasNext()) {
            if (lines.next().startsWith("### section rights ") && lines.hasNext()) {
                String user = lines.next().strip();
                return user.equals("0") ? "as root" : "as user " + shortened(user) + ", without root";
            }
        }
        return "with unknown rights";
    }
}
