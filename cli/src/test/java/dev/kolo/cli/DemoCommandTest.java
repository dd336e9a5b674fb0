package dev.kolo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.demo.Fault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Console.Style style, String... args) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new ByteArrayInputStream(new byte[0]),
                folder,
                style,
                Map.of());
        int code = new Kolo(console).run(args);
        console.flush();
        return code;
    }

    private int run(String... args) {
        return run(Console.Style.PLAIN, args);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tellsTheWholeStoryInOneScreenshot() {
        assertThat(run("demo")).isEqualTo(ExitCode.FINE);

        assertThat(out())
                .contains("4 virtual DGX Sparks", "Planted fault swapped-plugs")
                .contains("│ spark1 ╞ p0 ═══════════ ✗ see 1")
                .contains("ENDS_IN_DIFFERENT_SUBNETS", "on spark2 exchange the plugs of port 0 and port 1")
                .contains("✓ The doctor finds nothing wrong with this ring.")
                .contains("Lanes per peer: 1 (spark1–spark2, ")
                .contains("spark1–spark3 and spark2–spark4 share no cable")
                .contains("Report:       kolo-out/demo/report.html");
        assertThat(out().lines().count()).isLessThanOrEqualTo(64);
        assertThat(out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(err()).isEmpty();
    }

    @Test
    void drawsTheRingBeforeAndAfter() {
        run("demo");

        String[] halves = out().split("2\\. The fix", -1);
        assertThat(halves).hasSize(2);
        assertThat(halves[0]).contains("p0 ╡ spark2 │").doesNotContain("p1 ╡ spark2 │");
        assertThat(halves[1]).contains("p1 ╡ spark2 │").doesNotContain("see 1");
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void showsEveryFaultAndExitsFine(Fault fault) {
        assertThat(run("demo", "--fault", fault.word(), "--no-report")).isEqualTo(ExitCode.FINE);
        assertThat(out()).contains(fault.code().name(), "✓ The doctor finds nothing wrong");
        assertThat(out()).containsAnyOf("see 1", "✗1", "!1");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 9, 16})
    void showsEverySize(int hosts) {
        assertThat(run("demo", "--hosts", Integer.toString(hosts), "--no-report"))
                .isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("spark" + hosts, "✓ The doctor finds nothing wrong");
        assertThat(out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void listsItsFaultsWithASentenceEach() {
        assertThat(run("demo", "--fault", "list")).isEqualTo(ExitCode.FINE);

        for (Fault fault : Fault.values()) {
            assertThat(out()).contains(fault.word(), fault.code().name());
        }
    }

    @Test
    void writesAReportAndFactsThatTheDoctorCanRead() throws IOException {
        run("demo");

        Path demo = folder.resolve("kolo-out/demo");
        assertThat(Files.readString(demo.resolve("report.html")))
                .contains("ENDS_IN_DIFFERENT_SUBNETS", "After the fix");
        try (var before = Files.list(demo.resolve("before"))) {
            assertThat(before.map(p -> p.getFileName().toString()).sorted())
                    .containsExactly("spark1.probe.txt", "spark2.probe.txt", "spark3.probe.txt", "spark4.probe.txt");
        }
    }

    @Test
    void writesAReportThatLoadsNothing() throws IOException {
        run("demo");

        assertThat(Files.readString(folder.resolve("kolo-out/demo/report.html")))
                .contains("Content-Security-Policy")
                .doesNotContain("http://", "https://", "url(", "@import", "<script", "<link", "<img", " src=");
    }

    @Test
    void leavesNoFactsOfAnEarlierLargerRing() throws IOException {
        run("demo", "--hosts", "5");
        run("demo", "--hosts", "3");

        try (var before = Files.list(folder.resolve("kolo-out/demo/before"))) {
            assertThat(before).hasSize(3);
        }
    }

    @Test
    void writesNothingWithoutAReport() throws IOException {
        run("demo", "--no-report");

        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
        assertThat(out()).doesNotContain("Report:");
    }

    @Test
    void writesWhereItIsTold() {
        assertThat(run("demo", "--out", "here/and there")).isEqualTo(ExitCode.FINE);

        assertThat(folder.resolve("here/and there/report.html")).isRegularFile();
        assertThat(out()).contains("kolo doctor --from 'here/and there/before'");
    }

    @Test
    void saysWhenItsFolderCannotBeWritten() throws IOException {
        Files.writeString(folder.resolve("file"), "");

        assertThat(run("demo", "--out", "file/x")).isEqualTo(ExitCode.FINDINGS);
        assertThat(err())
                .startsWith("kolo: the demo's files could not be written")
                .contains("--no-report");
        assertThat(err().lines()).hasSize(1);
    }

    @Test
    void refusesWhatItCannotPlay() {
        assertThat(run("demo", "--fault", "gremlins\u001b[2J")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("there is no fault named \"gremlins\\x1b[2J\"", "swapped-plugs");
        assertThat(run("demo", "--hosts", "17")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("--hosts takes 2 to 16, not 17.");
        assertThat(run("demo", "--hosts", "2", "--fault", "swapped-plugs")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("the fault swapped-plugs needs at least 3 hosts, and --hosts says 2.");
        assertThat(out()).isEmpty();
    }

    @Test
    void usesAsciiAndNoColourWhereThatIsAllThereIs() {
        run(new Console.Style(false, false, 80), "demo", "--no-report");

        assertThat(out().chars()).allMatch(c -> c < 0x80 && c != 0x1b);
        assertThat(out()).contains("| spark1 + p0 =====", "X see 1");
    }

    @Test
    void coloursATerminal() {
        run(new Console.Style(true, true, 80), "demo", "--no-report");

        assertThat(out()).contains("\u001b[1;31m");
    }
}
