package dev.kolo.cli.lab;

import dev.kolo.lab.RunningLab;
import dev.kolo.remote.process.Foreground;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kolo lab exec}: runs a command on a guest as if it ran here, with its input, outputs and exit status. */
@Command(
        name = "exec",
        description = {
            "Runs a command on a host of the lab, with its input, outputs and exit status; 255 when ssh itself fails.",
            "`kolo` is a command there, too: this very version."
        },
        footer = {"", "Example:", "  kolo lab exec spark1 -- sh -c 'ip address; rdma link'"})
final class LabExec extends LabVerb {
    @Parameters(index = "0", paramLabel = "HOST", description = "A host's name, or its letter: A is the first one.")
    private String host = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "CMD", description = "The command and its arguments.")
    private List<String> words = new ArrayList<>();

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        RunningLab lab = open(processes);
        console().flush();
        return Foreground.run(lab.sshCommand(host, words), console().path(""), Map.of(), Foreground.UNLIMITED_NANOS);
    }
}
