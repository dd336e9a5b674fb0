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
        assertThat(run("demo", "--no-wire")).isEqualTo(ExitCode.FINE);

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
    void showsTheWireOverRealProcessesUntilOneIsKilled() throws IOException {
        assertThat(run(new Console.Style(false, false, 80), "demo")).isEqualTo(ExitCode.FINE);

        assertThat(out().replace('\n', ' '))
                .contains("4. The wire: 4 ranks, each a process of this machine")
                .contains("Rank 0: gathers up to 256 KiB a rank on the wire (shm), its trial equal to")
                .containsPattern("The suite in short: [1-9][0-9]+ calls on each of 4 ranks by one-shot, ")
                .contains("wire p50", "TCP p50", "65,536")
                .contains("Rank 2 is killed (SIGKILL)", "it began at")
                .containsPattern("Rank [013] in full: rank [013]: rank 2 ")
                .contains("Account: kolo wire: rank 0 of 4, session ");
        for (String witness : new String[] {"0", "1", "3"}) {
            assertThat(out()).containsPattern("\n +" + witness + "  rank [0-3] +[0-9,]+  rank 2\n");
        }
        assertThat(out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(out().chars()).allMatch(c -> c < 0x80 && c != 0x1b);
        assertThat(Files.readString(folder.resolve("kolo-out/demo/report.html")))
                .contains("The wire, over processes of this machine", "every byte is right", "it began at");
        assertThat(err()).isEmpty();
    }

    @Test
    void drawsTheRingBeforeAndAfter() {
        run("demo", "--no-wire");

        String[] halves = out().split("2\\. The fix", -1);
        assertThat(halves).hasSize(2);
        assertThat(halves[0]).contains("p0 ╡ spark2 │").doesNotContain("p1 ╡ spark2 │");
        assertThat(halves[1]).contains("p1 ╡ spark2 │").doesNotContain("see 1");
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void showsEveryFaultAndExitsFine(Fault fault) {
        assertThat(run("demo", "--no-wire", "--fault", fault.word(), "--no-report"))
                .isEqualTo(ExitCode.FINE);
        assertThat(out()).contains(fault.code().name(), "✓ The doctor finds nothing wrong");
        assertThat(out()).containsAnyOf("see 1", "✗1", "!1");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 9, 16})
    void showsEverySize(int hosts) {
        assertThat(run("demo", "--no-wire", "--hosts", Integer.toString(hosts), "--no-report"))
                .isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("spark" + hosts, "✓ The doctor finds nothing wrong");
        assertThat(out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void listsItsFaultsWithASentenceEach() {
        assertThat(run("demo", "--no-wire", "--fault", "list")).isEqualTo(ExitCode.FINE);

        for (Fault fault : Fault.values()) {
            assertThat(out()).contains(fault.word(), fault.code().name());
        }
    }

    @Test
    void writesAReportAndFactsThatTheDoctorCanRead() throws IOException {
        run("demo", "--no-wire");

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
        run("demo", "--no-wire");

        assertThat(Files.readString(folder.resolve("kolo-out/demo/report.html")))
                .contains("Content-Security-Policy")
                .doesNotContain("http://", "https://", "url(", "@import", "<script", "<link", "<img", " src=");
    }

    @Test
    void leavesNoFactsOfAnEarlierLargerRing() throws IOException {
        run("demo", "--no-wire", "--hosts", "5");
        run("demo", "--no-wire", "--hosts", "3");

        try (var before = Files.list(folder.resolve("kolo-out/demo/before"))) {
            assertThat(before).hasSize(3);
        }
    }

    @Test
    void writesNothingWithoutAReport() throws IOException {
        run("demo", "--no-wire", "--no-report");

        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
        assertThat(out()).doesNotContain("Report:");
    }

    @Test
    void writesWhereItIsTold() {
        assertThat(run("demo", "--no-wire", "--out", "here/and there")).isEqualTo(ExitCode.FINE);

        assertThat(folder.resolve("here/and there/report.html")).isRegularFile();
        assertThat(out()).contains("kolo doctor --from 'here/and there/before'");
    }

    @Test
    void saysWhenItsFolderCannotBeWritten() throws IOException {
        Files.writeString(folder.resolve("file"), "");

        assertThat(run("demo", "--no-wire", "--out", "file/x")).isEqualTo(ExitCode.FINDINGS);
        assertThat(err())
                .startsWith("kolo: the demo's files could not be written")
                .contains("--no-report");
        assertThat(err().lines()).hasSize(1);
    }

    @Test
    void refusesWhatItCannotPlay() {
        assertThat(run("demo", "--no-wire", "--fault", "gremlins\u001b[2J")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("there is no fault named \"gremlins\\x1b[2J\"", "swapped-plugs");
        assertThat(run("demo", "--no-wire", "--hosts", "17")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("--hosts takes 2 to 16, not 17.");
        assertThat(run("demo", "--no-wire", "--hosts", "2", "--fault", "swapped-plugs"))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("the fault swapped-plugs needs at least 3 hosts, and --hosts says 2.");
        assertThat(out()).isEmpty();
    }

    @Test
    void usesAsciiAndNoColourWhereThatIsAllThereIs() {
        run(new Console.Style(false, false, 80), "demo", "--no-wire", "--no-report");

        assertThat(out().chars()).allMatch(c -> c < 0x80 && c != 0x1b);
        assertThat(out()).contains("| spark1 + p0 =====", "X see 1");
    }

    @Test
    void coloursATerminal() {
        run(new Console.Style(true, true, 80), "demo", "--no-wire", "--no-report");

        assertThat(out()).contains("\u001b[1;31m");
    }
}
