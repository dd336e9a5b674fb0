package dev.kolo.cli.lab;

import dev.kolo.lab.RunningLab;
import dev.kolo.remote.process.Foreground;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kolo lab ssh}: a shell on a guest. */
@Command(name = "ssh", description = "Opens a shell on a host of the lab.")
final class LabSsh extends LabVerb {
    @Parameters(index = "0", paramLabel = "HOST", description = "A host's name, or its letter: A is the first one.")
    private String host = "";

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        RunningLab lab = open(processes);
        console().flush();
        return Foreground.run(
                lab.sshCommand(host, List.of()), console().path(""), Map.of(), Foreground.UNLIMITED_NANOS);
    }
}
