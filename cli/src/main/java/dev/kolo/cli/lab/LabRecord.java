package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.life.StartOptions;
import dev.kolo.lab.record.Recorder;
import dev.kolo.lab.record.Recording;
import dev.kolo.page.text.Text;
import dev.kolo.probe.source.ProbeScript;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kolo lab record}: what real kernels say, healthy and with a fault, as folders of probe outputs. */
@Command(
        name = "record",
        description = {
            "Brings up labs one after another, healthy and with a fault, and writes what their hosts say to the probe:",
            "DIR/RECORDING/HOST.probe.txt. The fixtures of Kolo's own tests are made so."
        },
        footer = {"", "Example:", "  kolo lab record recorded ring4-healthy ring4-swap"})
final class LabRecord extends LabVerb {
    @Parameters(index = "0", paramLabel = "DIR", description = "Where to; files of the same names are replaced.")
    private String folder = "";

    @Parameters(index = "1..*", paramLabel = "RECORDING", description = "Which. Default: all; --list names them.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--list", description = "Name the recordings and do nothing else.", help = true)
    private boolean list;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "By when the hosts of a lab must be ready. Default: ${DEFAULT-VALUE}.",
            defaultValue = "300")
    private int timeoutSeconds;

    LabRecord() {
        timeoutSeconds = 300;
    }

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        if (list) {
            Stream.of(Recording.values()).map(Recording::word).forEach(console().out()::println);
            return ExitCode.FINE;
        }
        Path target = console().path(folder);
        for (Recording recording : recordings()) {
            tell("Recording " + recording.word() + ".");
            StartOptions options =
                    StartOptions.staying().withOwned(true).withTimeoutNanos(TimeUnit.SECONDS.toNanos(timeoutSeconds));
            String name = "record-" + ProcessHandle.current().pid();
            RunningLab lab = RunningLab.start(home(), name, recording.spec(), options, processes, this::tell);
            try {
                new Recorder(lab, recording, ProbeScript.text()).record(target.resolve(recording.word()));
            } finally {
                lab.stop();
            }
            lab.folder().clear();
        }
        return ExitCode.FINE;
    }

    private List<Recording> recordings() {
        if (words.isEmpty()) {
            return List.of(Recording.values());
        }
        return words.stream()
                .map(word -> Recording.ofWord(word)
                        .orElseThrow(() -> KoloException.badInput("there is no recording \"" + Text.quote(word)
                                + "\"; there are "
                                + Stream.of(Recording.values())
                                        .map(Recording::word)
                                        .collect(Collectors.joining(", "))
                                + ".")))
                .toList();
    }
}
