package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kolo lab log}: what a guest and its emulator have said, also after the lab is down. */
@Command(name = "log", description = "Prints what a host's kernel and its emulator said, also after `down`.")
final class LabLog extends LabVerb {
    private static final int ALL = Integer.MAX_VALUE;

    @Parameters(index = "0", paramLabel = "HOST", description = "The host's name.")
    private String host = "";

    @Override
    int run(ProcessRunner processes) throws IOException {
        LabFolder folder = folder();
        Path console = folder.path().resolve(LabFolder.console(host));
        if (!host.matches("[A-Za-z0-9-]+") || !Files.exists(console)) {
            throw KoloException.badInput("there is no log of a host \"" + Text.quote(host) + "\" in "
                    + Text.quote(folder.path().toString()) + ".");
        }
        for (Path file : new Path[] {console, folder.emulatorLog(host)}) {
            LabFolder.tail(file, ALL).lines().map(Text::quote).forEach(console().out()::println);
        }
        return ExitCode.FINE;
    }
}
