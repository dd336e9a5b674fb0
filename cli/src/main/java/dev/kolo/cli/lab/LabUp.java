package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.Lab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code kolo lab up}: returns when every guest answers over ssh, or with what went wrong and nothing left behind. */
@Command(name = "up", description = "Brings a lab up; returns when every host answers over ssh.")
final class LabUp extends LabVerb {
    @Mixin
    private LabShapeOptions wanted = new LabShapeOptions();

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Lab lab = Lab.start(home(), name(), wanted.spec(console()), wanted.start(), processes, this::tell);
        tell("The lab \"" + lab.name() + "\" is up after "
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s: "
                + lab.layout().hosts().stream().map(LabHost::name).collect(Collectors.joining(", ")) + ".");
        tell("Kolo's other commands see its hosts with KOLO_SSH_CONFIG=" + lab.sshConfig());
        return ExitCode.FINE;
    }
}
