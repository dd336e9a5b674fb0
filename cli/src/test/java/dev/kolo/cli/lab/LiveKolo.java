package dev.kolo.cli.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The kolo command as its user runs it against the hosts of a lab, for tests. */
record LiveKolo(RunningLab lab, Path folder) {
    /** A busy machine of two cores runs a probe in a minute; a test must not fail for that. */
    private static final String TIMEOUT_SECONDS = "600";

    /**
     * What came of a command.
     *
     * @param exitCode its exit code
     * @param out what it wrote for its user or for other programs
     * @param err what it said beside that
     */
    record Ran(int exitCode, String out, String err) {
        @Override
        public String toString() {
            return "exit code " + exitCode + "\n" + out + err;
        }
    }

    /** Runs a verb on all hosts of the lab. */
    Ran onAllHosts(String verb, String... options) {
        List<String> words = new ArrayList<>(List.of(verb, "--timeout", TIMEOUT_SECONDS));
        words.addAll(List.of(options));
        lab.layout().hosts().stream().map(LabHost::name).forEach(words::add);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                Map.of("KOLO_SSH_CONFIG", lab.sshConfig().toString()));
        int exitCode = new Kolo(console).run(words.toArray(String[]::new));
        return new Ran(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }
}
