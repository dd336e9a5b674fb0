package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code kolo lab down}: ends exactly the processes of one lab, also after a start that crashed. */
@Command(name = "down", description = "Ends a lab: its own processes and nothing else. Logs stay.")
final class LabDown extends LabVerb {
    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        LabFolder folder = folder();
        boolean ran = RunningLab.down(home(), folder);
        tell(
                ran
                        ? "The lab \"" + name() + "\" is down; its logs are in " + folder.path() + "."
                        : "No lab \"" + name() + "\" was up.");
        return ExitCode.FINE;
    }
}
