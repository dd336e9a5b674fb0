package dev.kolo.cli.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.Kolo;
import dev.kolo.lab.RunningLab;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code kolo wire suite} over RDMA with a rank on each host of a lab, for tests. */
final class LiveWire {
    private LiveWire() {}

    /** Runs the short suite and checks that every rank passed all of it over RDMA. */
    static LiveKolo.Ran passes(RunningLab lab, Path folder, String... options) {
        LiveKolo.Ran ran = suite(lab, folder, options);
        assertThat(ran.exitCode()).as(ran.toString()).isEqualTo(ExitCode.FINE);
        assertThat(ran.err()).contains("on the wire (verbs)");
        assertThat(ran.out().lines())
                .hasSize(lab.layout().hosts().size())
                .allMatch(line -> line.matches("SUMMARY rank [0-9]+: [1-9][0-9]* passed, 0 failed"));
        return ran;
    }

    /** Runs the short suite. */
    static LiveKolo.Ran suite(RunningLab lab, Path folder, String... options) {
        List<String> words = new ArrayList<>(List.of("wire", "suite", "--nic", "verbs", "--short"));
        words.addAll(List.of("--lab", lab.name(), "--timeout", "1500", "--nic-timeout", "18", "--spin", "100us"));
        words.addAll(List.of(options));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                System.getenv());
        int exitCode = new Kolo(console).run(words.toArray(String[]::new));
        return new LiveKolo.Ran(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }
}
