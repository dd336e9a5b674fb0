package dev.kolo.lab.machine;

import dev.kolo.lab.LabException;
import dev.kolo.remote.process.Command;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.process.ProgramPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The programs of this machine that a lab uses, found also where ordinary users' PATH does not look.
 *
 * @param searchPath folders with colons between them
 */
public record Programs(String searchPath) {
    /** PATH, then the folders of administrators' programs. */
    public static Programs ofMachine() {
        return new Programs(Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin")
                + ":/usr/local/sbin:/usr/sbin:/sbin");
    }

    /** The file of a program; empty when it is not installed. */
    public Optional<Path> find(String program) {
        return ProgramPath.find(program, searchPath).map(Path::toAbsolutePath);
    }

    /**
     * The file of a program that must be there.
     *
     * @throws LabException when it is not
     */
    public String require(String program) {
        return find(program)
                .map(Path::toString)
                .orElseThrow(() -> LabException.refused("there is no program \"" + program
                        + "\" on this machine: `kolo lab check` lists what a lab needs and how to get it"));
    }

    /**
     * Runs a program to its end, which must be a good one.
     *
     * @throws LabException when it fails or takes longer than allowed
     */
    public static Outcome.Exited run(ProcessRunner processes, long timeoutNanos, List<String> argv)
            throws InterruptedException {
        return switch (processes.run(Command.of(timeoutNanos, argv))) {
            case Outcome.Exited exited when exited.status() == 0 -> exited;
            case Outcome.Exited exited ->
                throw LabException.failed("`" + String.join(" ", argv) + "` ended with status " + exited.status() + ": "
                        + lastLine(exited.stderr().text()));
            case Outcome.TimedOut late ->
                throw LabException.failed("`" + String.join(" ", argv) + "` did not end within "
                        + late.afterNanos() / 1_000_000_000L + " s");
            case Outcome.OutputTooLarge much ->
                throw LabException.failed(
                        "`" + String.join(" ", argv) + "` wrote more than " + much.limitBytes() + " bytes");
            case Outcome.NotStarted not -> throw LabException.refused(not.reason());
        };
    }

    private static String lastLine(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .reduce((first, second) -> second)
                .orElse("it said nothing");
    }
}
