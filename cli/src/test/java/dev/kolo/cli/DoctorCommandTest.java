package dev.kolo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Verdict;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code kolo doctor} and {@code kolo explain} as a user meets them: texts in, verdict and exit code out. */
class DoctorCommandTest {
    private static final String PAIR = """
            == left
            enp1s0f0np0 UP 10.10.0.10/24
            == right
            enp1s0f0np0 UP 10.10.0.11/24
            """;

    private static final String TRIANGLE = """
            == ring1
            enp1s0f0np0 UP 10.50.12.1/24
            enp1s0f1np1 UP 10.50.31.1/24
            == ring2
            enp1s0f0np0 UP 10.50.12.2/24
            enp1s0f1np1 UP 10.50.23.2/24
            == ring3
            enp1s0f0np0 UP 10.50.31.3/24
            enp1s0f1np1 UP 10.50.23.3/24
            """;

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void saysWhatIsWrongWithThePlugToMove() {
        assertThat(run(TRIANGLE, "doctor", "--from", "-")).isEqualTo(ExitCode.FINDINGS);

        assertThat(out())
                .startsWith("✗ 1 error in a ring of 3 hosts.")
                .contains("CABLE_SAME_INDEX")
                .contains("on ring2 exchange the plugs of port 0 and port 1")
                .contains("Could not be judged")
                .contains("ip -d link")
                .contains("kolo explain CABLE_SAME_INDEX");
        assertThat(err()).contains("Reading standard input.");
    }

    @Test
    void exitsWithZeroWhenNothingIsWrong() {
        assertThat(run(PAIR, "doctor", "--from", "-")).isEqualTo(ExitCode.FINE);

        assertThat(out()).startsWith("✓ Nothing wrong was found in a pair of hosts, as far as it was shown.");
    }

    @Test
    void exitsWithZeroWhenThereAreInfosOnly() {
        String log = "node-a:1:1 [0] NCCL INFO NCCL_IB_HCA set to roce\n";

        assertThat(run(log, "doctor", "--from", "-")).isEqualTo(ExitCode.FINE);

        assertThat(out())
                .contains("Good to know\n  HCA_SELECTOR_LOOSE: NCCL_IB_HCA=roce\n")
                .contains("no port of a fabric was seen");
    }

    @Test
    void saysOnTheFirstScreenWhatIsWrongAndWhatToDoFirst() throws IOException {
        Path twins = Path.of("../probe/src/test/resources/recorded/ring4-duplicate-subnets");
        for (int host = 1; host <= 4; host++) {
            String name = "spark" + host + ".probe.txt";
            Files.writeString(folder.resolve(name), Files.readString(twins.resolve(name)));
        }

        assertThat(run("", "doctor", "--from", ".")).isEqualTo(ExitCode.FINDINGS);

        List<String> screen = out().lines().limit(24).toList();
        assertThat(screen)
                .anyMatch(l -> l.startsWith("✗ 3 errors in a ring of 4 hosts; 2 of them follow from others."))
                .anyMatch(l -> l.contains("do    keep one netdev of each host"))
                .anyMatch(l -> l.contains("these 2 follow from it: DUPLICATE_ADDRESS, DUPLICATE_SUBNET"));
        assertThat(out().indexOf("In full")).isPositive();

        out.reset();
        run("", "doctor", "--from", ".", "--json");
        Verdict verdict = verdict(out());
        assertThat(verdict.findings()).hasSize(3);
        assertThat(verdict.roots()).containsExactly(-1, 0, 0);
    }

    @Test
    void judgesByAPlanThatWasWrittenBefore() throws IOException {
        Path recorded = Path.of("../probe/src/test/resources/recorded");
        for (String ring : new String[] {"ring4-relay", "ring4-healthy"}) {
            Files.createDirectory(folder.resolve(ring));
            for (int host = 1; host <= 4; host++) {
                String name = "spark" + host + ".probe.txt";
                Files.copy(
                        recorded.resolve(ring).resolve(name),
                        folder.resolve(ring).resolve(name));
            }
        }
        run("", "plan", "--from", "ring4-relay", "--relays", "1", "--backend", "kernel", "--out", "plan");
        out.reset();

        assertThat(run("", "doctor", "--from", "ring4-relay", "--plan", "plan")).isEqualTo(ExitCode.FINE);
        assertThat(run("", "doctor", "--from", "ring4-healthy")).isEqualTo(ExitCode.FINE);
        out.reset();
        assertThat(run("", "doctor", "--from", "ring4-healthy", "--plan", "plan/plan.json"))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("RELAY_MISSING").contains("up.sh").contains("kolo explain RELAY_MISSING");

        assertThat(run("", "doctor", "--from", "ring4-relay", "--plan", "nowhere"))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("no readable plan at \"nowhere\"");
    }

    @Test
    void printsNothingButJsonForMachines() throws IOException {
        Files.writeString(folder.resolve("ring.txt"), TRIANGLE);
        Files.writeString(folder.resolve("letter.txt"), "Dear all, see you on Friday.\n");

        assertThat(run("", "doctor", "--from", ".", "--json")).isEqualTo(ExitCode.FINDINGS);

        Verdict verdict = verdict(out());
        assertThat(verdict.findings()).extracting(Finding::code).containsExactly(Code.CABLE_SAME_INDEX);
        assertThat(verdict.findings().getFirst().evidence()).isNotEmpty();
        assertThat(verdict.understood()).extracting(Verdict.Understood::file).containsExactly("ring.txt");
        assertThat(verdict.notUnderstood())
                .extracting(Verdict.NotUnderstood::file)
                .containsExactly("letter.txt");
        assertThat(verdict.notObserved()).isNotEmpty();
    }

    @Test
    void tellsInJsonWhereAFileBreaksOff() throws IOException {
        Files.writeString(folder.resolve("ring.txt"), TRIANGLE);
        Path whole = Path.of("../probe/src/test/resources/recorded/ring4-lldp/spark1/ip-j-addr.json");
        Files.writeString(folder.resolve("cut.json"), Files.readString(whole).substring(0, 1500));

        run("", "doctor", "--from", ".", "--json");

        assertThat(verdict(out()).notUnderstood()).singleElement().satisfies(lost -> {
            assertThat(lost.file()).isEqualTo("cut.json");
            assertThat(lost.reason()).startsWith("line 1: ").contains("ends too early");
        });
    }

    @Test
    void leavesTheSecondPlaneAloneWhereTheClusterFileWantsOne() throws IOException {
        String bare = "\nenP2p1s0f0np0 UP fe80::1/64\n";
        String pair = PAIR.replace("\n== right", bare + "== right") + bare;
        assertThat(run(pair, "doctor", "--from", "-")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("UNADDRESSED");

        Files.writeString(folder.resolve("kolo.yaml"), "hosts: [left, right]\nfabric: {planes: 1}\n");
        assertThat(run(pair, "doctor", "--from", "-", "--config", "kolo.yaml")).isEqualTo(ExitCode.FINE);
    }

    @Test
    void writesMarkdownForTheThread() {
        assertThat(run(TRIANGLE, "doctor", "--from", "-", "--format", "markdown"))
                .isEqualTo(ExitCode.FINDINGS);

        assertThat(out())
                .startsWith("### 1 error in a ring of 3 hosts")
                .contains("`CABLE_SAME_INDEX`")
                .contains("**Could not be judged**")
                .contains("Judged by `kolo doctor`");
    }

    @Test
    void judgesByTheShapeThatIsWanted() {
        assertThat(run(PAIR, "doctor", "--from", "-", "--shape", "ring")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("SHAPE_NOT_RING");
        out.reset();
        assertThat(run(PAIR, "doctor", "--from", "-", "--shape", "AUTO")).isEqualTo(ExitCode.FINE);
    }

    @Test
    void takesTheWantedShapeFromTheClusterFile() throws IOException {
        Files.writeString(folder.resolve("kolo.yaml"), "hosts: []\nfabric:\n  shape: ring\n");
        assertThat(run(PAIR, "doctor", "--from", "-", "--config", "kolo.yaml")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("SHAPE_NOT_RING");
    }

    @ParameterizedTest
    @CsvSource({"--shape, triangle, --shape takes pair", "--format, html, --format takes text or markdown"})
    void namesTheWordsThatAnOptionTakes(String option, String value, String message) {
        assertThat(run(PAIR, "doctor", "--from", "-", option, value)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains(message).contains(value);
        assertThat(out()).isEmpty();
    }

    @Test
    void refusesInputOfWhichNothingIsUnderstood() {
        assertThat(run("hello out there\n", "doctor", "--from", "-")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("nothing of the input was understood");
        assertThat(out()).isEmpty();
        assertThat(run("hello out there\n", "doctor", "--from", "-", "--json")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(verdict(out()).notUnderstood()).hasSize(1);
    }

    @Test
    void printsNoControlCharactersOfTheInput() {
        String sly = PAIR.replace("== right", "== ri\u001b[31mght").replace("10.10.0.11/24", "10.10.9.11/24");

        run(sly, "doctor", "--from", "-");

        assertThat(out()).doesNotContain("\u001b");
        assertThat(err()).doesNotContain("\u001b");
    }

    @Test
    void givesTheSameBytesForTheSameInput() {
        run(TRIANGLE, "doctor", "--from", "-", "--json");
        String first = out();
        out.reset();
        run(TRIANGLE, "doctor", "--from", "-", "--json");
        assertThat(out()).isEqualTo(first);
    }

    @Test
    void explainsACodeInAnyCase() {
        assertThat(run("", "explain", "mtu-mismatch")).isEqualTo(ExitCode.FINE);
        assertThat(out()).startsWith("MTU_MISMATCH").contains("Why it matters", "See it by hand", "Fix", "Severity");
    }

    @Test
    void suggestsTheNearestCode() {
        assertThat(run("", "explain", "MTU_MISSMATCH")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("there is no code \"MTU_MISSMATCH\"").contains("Nearest: MTU_MISMATCH");
    }

    @Test
    void listsAllCodes() {
        assertThat(run("", "explain")).isEqualTo(ExitCode.FINE);
        for (Code code : Code.values()) {
            assertThat(out()).contains(code.name());
        }
        out.reset();
        assertThat(run("", "explain", "--format", "markdown", "KERNEL_CMA")).isEqualTo(ExitCode.FINE);
        assertThat(out()).startsWith("## KERNEL_CMA");
    }

    private int run(String input, String... args) {
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                folder,
                Console.Style.PLAIN,
                Map.of());
        return new Kolo(console).run(args);
    }

    private static Verdict verdict(String text) {
        assertThat(FindingsJson.read(text)).isInstanceOf(Decoded.Whole.class);
        return FindingsJson.read(text) instanceof Decoded.Whole<Verdict> whole
                ? whole.value()
                : new Verdict(List.of(), List.of(), List.of(), List.of());
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
