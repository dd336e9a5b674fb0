package dev.kolo.cli.lab;

import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.lab.state.LabHome;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What the commands of {@code kolo lab} share: which lab is meant, and how its troubles become messages. */
abstract class LabVerb implements Callable<Integer> {
    /** The lab that is meant unless another is named. */
    static final String USUAL_NAME = "lab";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private LabCommand parent;

    @Option(
            names = "--lab",
            paramLabel = "NAME",
            description = "Which lab, where several are side by side. Default: " + USUAL_NAME + ".")
    private Optional<String> given = Optional.empty();

    /** Does the work and returns an exit code. */
    abstract int run(ProcessRunner processes) throws IOException, InterruptedException;

    @Override
    public final Integer call() {
        try (ProcessRunner processes = new ProcessRunner()) {
            return run(processes);
        } catch (LabException trouble) {
            String message = Text.quoteLines(trouble.sentence());
            String sentence = message.endsWith(".") ? message : message + ".";
            throw switch (trouble.kind()) {
                case BAD_INPUT -> KoloException.badInput(sentence);
                case REFUSED -> KoloException.refused(sentence);
                case FAILED -> KoloException.failure(sentence);
            };
        } catch (IOException trouble) {
            throw KoloException.failure(
                    "the lab could not be reached or written (" + Text.quote(trouble.toString()) + ").");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted.");
        }
    }

    Console console() {
        return parent.console();
    }

    String name() {
        return given.orElse(USUAL_NAME);
    }

    /** The lab that was named; empty when none was. */
    Optional<String> given() {
        return given;
    }

    LabHome home() {
        return LabHome.of(console().environment());
    }

    LabFolder folder() {
        return home().lab(name());
    }

    RunningLab open(ProcessRunner processes) throws IOException {
        return RunningLab.open(home(), name(), processes);
    }

    /** A line of progress; parts of it may come from outside. */
    void tell(String line) {
        console().tell(Text.quote(line));
    }
}
