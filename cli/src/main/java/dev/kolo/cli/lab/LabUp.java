package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.relay.LabRelays;
import dev.kolo.plan.Plan;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo lab up}: returns when every guest answers over ssh, or with what went wrong and nothing left behind. */
@Command(name = "up", description = "Brings a lab up; returns when every host answers over ssh.")
final class LabUp extends LabVerb {
    @Mixin
    private LabShapeOptions wanted = new LabShapeOptions();

    @Option(
            names = "--relays",
            description = "Also set up relayed paths between hosts without a common cable: plans them for the kernel's"
                    + " backend and runs each host's up.sh.")
    private boolean relays;

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        long began = System.nanoTime();
        RunningLab lab =
                RunningLab.start(home(), name(), wanted.spec(console()), wanted.start(), processes, this::tell);
        tell("The lab \"" + lab.name() + "\" is up after "
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s: "
                + lab.layout().hosts().stream().map(LabHost::name).collect(Collectors.joining(", ")) + ".");
        if (relays) {
            Plan plan = new LabRelays(lab).apply();
            String most = plan.relays().relays() == 0
                    ? "all hosts share cables, so that none is needed"
                    : "up to " + plan.relays().relays() + " relays a path; research-only";
            tell("Relayed paths are set up (" + most + "); the plan is in "
                    + lab.folder().path().resolve("plan") + ".");
        }
        tell("Kolo's other commands see its hosts with KOLO_SSH_CONFIG=" + lab.sshConfig());
        return ExitCode.FINE;
    }
}
