package dev.kolo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.probe.source.ProbeScript;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/** {@code kolo watch} and {@code kolo doctor --since} as a user meets them. */
class WatchCommandTest {
    private static final String DEVICES = "/sys/class/infiniband/";

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** What {@code grep . …} prints of two halves of one port, under a prompt that names the host. */
    private static String counters(long first, long second, long lost) {
        StringBuilder text = new StringBuilder("root@spark1:~# grep . " + DEVICES + "*/ports/1/*counters/*\n");
        text.append(line("rocep1s0f0/ports/1/state", "4: ACTIVE"));
        text.append(line("roceP2p1s0f0/ports/1/state", "4: ACTIVE"));
        for (String name : List.of("port_xmit_data", "port_rcv_data")) {
            text.append(line("rocep1s0f0/ports/1/counters/" + name, Long.toString(first)));
            text.append(line("roceP2p1s0f0/ports/1/counters/" + name, Long.toString(second)));
        }
        text.append(line("rocep1s0f0/ports/1/hw_counters/out_of_sequence", Long.toString(lost)));
        return text.append("root@spark1:~# \n").toString();
    }

    private static String line(String path, String value) {
        return DEVICES + path + ":" + value + "\n";
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void comparesTwoPastedReadingsWithoutTimeStamps() throws IOException {
        write("a.txt", counters(1_000_000_000L, 1_000_000_100L, 5));
        write("b.txt", counters(1_250_000_000L, 1_250_900_100L, 56));

        assertThat(run("watch", "--before", "a.txt", "--after", "b.txt")).isEqualTo(ExitCode.FINDINGS);

        assertThat(out())
                .contains("readings without time stamps: amounts, since rates cannot be given")
                .containsPattern("spark1 +0 +0 +rocep1s0f0 +1\\.00 GB +1\\.00 GB +50 %")
                .contains("lost or out of order:")
                .contains("Balance: plane 0 49.9 %, plane 1 50.1 %.")
                .contains("ERROR FABRIC_LOSS: spark1:rocep1s0f0 out_of_sequence +51");
        assertThat(out()).doesNotContain("\u001b").doesNotContain("/s ");
    }

    @Test
    void namesThePlaneThatCarriedNothing() throws IOException {
        write("a.txt", counters(1_000_000_000L, 8_000_000_000L, 5));
        write("b.txt", counters(1_250_000_000L, 8_000_000_000L, 5));

        assertThat(run("watch", "--before", "a.txt", "--after", "b.txt")).isEqualTo(ExitCode.FINDINGS);

        assertThat(out())
                .contains("WARNING DEVICES_CARRY_NOTHING")
                .contains("roceP2p1s0f0 moved 0 bytes")
                .containsPattern("roceP2p1s0f0 +0 B +0 B +0 %");
    }

    @Test
    void isSilentOnEvenTrafficWithoutLoss() throws IOException {
        write("a.txt", counters(1_000_000_000L, 8_000_000_000L, 5));
        write("b.txt", counters(1_250_000_000L, 8_240_000_000L, 5));

        assertThat(run("watch", "--before", "a.txt", "--after", "b.txt")).isEqualTo(ExitCode.FINE);
        assertThat(out()).contains("none").doesNotContain("WARNING").doesNotContain("ERROR");
    }

    @Test
    void printsALineOfJson() throws IOException {
        write("a.txt", counters(1_000_000_000L, 8_000_000_000L, 5));
        write("b.txt", counters(1_250_000_000L, 8_240_000_000L, 56));

        run("watch", "--before", "a.txt", "--after", "b.txt", "--json");

        assertThat(out().lines()).hasSize(1);
        JsonObject json = JsonReader.read(out()).value().flatMap(Json::asObject).orElseThrow();
        JsonObject host = json.array("hosts").orElseThrow().objects().getFirst();
        JsonObject function = host.array("functions").orElseThrow().objects().getFirst();
        assertThat(json.string("schema")).contains("kolo.watch/1");
        assertThat(host.has("millis")).isFalse();
        assertThat(function.string("device")).contains("rocep1s0f0");
        assertThat(function.wholeNumber("sentBytes")).hasValue(1_000_000_000L);
        assertThat(function.array("troubles").orElseThrow().objects().getFirst().wholeNumber("growth"))
                .hasValue(51);
        assertThat(json.array("findings").orElseThrow().objects().getFirst().string("code"))
                .contains("FABRIC_LOSS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "watch --after a.txt | --after needs an earlier reading",
                "watch --from a.txt | one reading shows no growth",
                "watch --interval 0 | --interval takes 0.1 to 86400 seconds",
                "watch --count 0 | --count takes a positive number",
                "watch --before none.txt --after a.txt | there is no file or folder \"none.txt\" to read with --before",
                "watch --before a.txt --after a.txt | name the same file",
                "watch --before a.txt --after b.txt --plan a.txt | is no plan that can be used"
            })
    void refusesWhatMakesNoSense(String command, String message) throws IOException {
        write("a.txt", counters(1, 1, 1));
        write("b.txt", counters(2, 2, 2));

        assertThat(run(command.split(" ", -1))).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains(message);
    }

    @Test
    void refusesReadingsOfDifferentHosts() throws IOException {
        write("a.txt", counters(1, 1, 1));
        write("b.txt", counters(2, 2, 2).replace("spark1", "spark2"));

        assertThat(run("watch", "--before", "a.txt", "--after", "b.txt")).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("no host in common").contains("spark1").contains("spark2");
    }

    @Test
    void tellsThatTheTwoReadingsAreExchanged() throws IOException {
        copyRecorded("ring4-healthy", "early", text -> text);
        copyRecorded("ring4-healthy", "late", text -> text.replaceAll("(?m)^(\\d+)\\.(\\d\\d) (\\d)", "9$1.$2 $3"));

        assertThat(run("watch", "--before", "late", "--after", "early")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("exchange the two");
        assertThat(run("doctor", "--from", "early", "--since", "late")).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void givesRatesAndPacketsOfARecordedRingOfSoftRoce() throws IOException {
        copyRecorded("ring4-healthy", "early", text -> text);
        copyRecorded(
                "ring4-healthy",
                "late",
                text -> text.replaceAll("(?m)^(\\d+)\\.(\\d\\d) (\\d)", "9$1.$2 $3")
                        .replaceAll("(hw_counters/(sent|rcvd)_pkts):\\d+", "$1:40000"));

        assertThat(run("watch", "--before", "early", "--after", "late")).isEqualTo(ExitCode.FINE);
        assertThat(out())
                .contains("spark4")
                .contains("Counted by sent_pkts, rcvd_pkts")
                .contains("Balance: plane 0 50.0 %, plane 1 50.0 %")
                .containsPattern("In \\d+ (min|s|h)");
    }

    @Test
    void theDoctorTellsWhatChangedSinceAnEarlierObservation() throws IOException {
        copyRecorded("ring4-healthy", "early", text -> text);
        copyRecorded("ring4-mtu", "late", text -> text);

        assertThat(run("doctor", "--from", "late", "--since", "early", "--json"))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("MTU_DRIFT").contains("enp1s0f1np1 MTU 9000 before, 1500 now");

        out.reset();
        assertThat(run("doctor", "--from", "early", "--since", "early")).isEqualTo(ExitCode.FINE);
        assertThat(out()).startsWith("✓");
    }

    @Test
    void theDoctorRefusesAnObservationOfOtherHosts() throws IOException {
        copyRecorded(
                "ring4-healthy",
                "early",
                text -> text.replace("spark", "other")
                        .replace("4c:bb:47", "4c:bb:99")
                        .replace("4ebb:47ff", "4ebb:99ff"));
        copyRecorded("ring4-healthy", "late", text -> text);

        assertThat(run("doctor", "--from", "late", "--since", "early")).isEqualTo(ExitCode.REFUSED);
        assertThat(err()).contains("no host in common");
    }

    @Test
    void watchesThisHostAndPrintsOneTableEachInterval() {
        assertThat(run("watch", "localhost", "--interval", "0.1", "--count", "2"))
                .isIn(ExitCode.FINE, ExitCode.FINDINGS);

        assertThat(out()).contains("#1  In ").contains("#2  In ").doesNotContain("\u001b");
        assertThat(err()).contains("The first figures come after 0.1 s.");
    }

    @Test
    void drawsOverTheLastTableOnlyWhereTheTerminalIsHighEnough() {
        String up = "\u001b[";
        run(new Console.Style(true, true, 120, 200), "watch", "localhost", "--interval", "0.1", "--count", "2");
        assertThat(out()).containsPattern("\u001b\\[\\d+A\u001b\\[J");

        out.reset();
        run(new Console.Style(true, true, 120, 3), "watch", "localhost", "--interval", "0.1", "--count", "2");
        assertThat(out()).doesNotContainPattern("\u001b\\[\\d+A").contains(up + "1m");
    }

    @Test
    void saysWhichHostDoesNotAnswer() {
        assertThat(run("watch", "no-such-host.invalid", "--count", "1", "--interval", "0.1"))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("no host answered").contains("no-such-host.invalid");
    }

    /** A real kernel: two namespaces joined by a cable, read by the script before and after a ping. */
    @Test
    void countsWhatAPingSendsOverARealCable() throws IOException, InterruptedException {
        if (!System.getProperty("user.name").equals("root")) {
            String why = "this test makes network namespaces, which needs root";
            if (System.getenv("CI") != null) {
                throw new AssertionError(why);
            }
            throw new TestAbortedException(why);
        }
        String name = "kolo-watch-" + ProcessHandle.current().pid();
        try {
            sh("ip netns add " + name + "-a && ip netns add " + name + "-b"
                    + " && ip -n " + name + "-a link add enp1s0f0np0 type veth peer name enp1s0f1np1 netns " + name
                    + "-b"
                    + " && ip -n " + name + "-a addr add 10.10.0.10/24 dev enp1s0f0np0"
                    + " && ip -n " + name + "-b addr add 10.10.0.11/24 dev enp1s0f1np1"
                    + " && ip -n " + name + "-a link set enp1s0f0np0 up && ip -n " + name
                    + "-b link set enp1s0f1np1 up");
            write("probe.sh", ProbeScript.countersText());
            sh("ip netns exec " + name + "-a sh probe.sh >a.txt");
            sh("ip netns exec " + name + "-a busybox ping -q -c 3 -s 1400 10.10.0.11 >/dev/null");
            sh("ip netns exec " + name + "-a sh probe.sh >b.txt");
        } finally {
            sh("ip netns del " + name + "-a; ip netns del " + name + "-b; true");
        }

        assertThat(run("watch", "--before", "a.txt", "--after", "b.txt", "--json"))
                .isEqualTo(ExitCode.FINE);

        JsonObject host = JsonReader.read(out())
                .value()
                .flatMap(Json::asObject)
                .orElseThrow()
                .array("hosts")
                .orElseThrow()
                .objects()
                .getFirst();
        JsonObject netdev = host.array("functions").orElseThrow().objects().stream()
                .findFirst()
                .or(() -> host.array("others").orElseThrow().objects().stream().findFirst())
                .orElseThrow();
        assertThat(netdev.string("netdev")).contains("enp1s0f0np0");
        assertThat(netdev.string("source")).contains("kernel");
        assertThat(host.wholeNumber("millis").orElseThrow()).isPositive();
        // 3 packets of 1400 + 8 + 20 + 14 bytes; the kernel may add neighbour discovery.
        assertThat(netdev.wholeNumber("sentBytes").orElseThrow()).isBetween(3L * 1_442, 3L * 1_442 + 3_000);
        assertThat(netdev.wholeNumber("receivedBytes").orElseThrow()).isBetween(3L * 1_442, 3L * 1_442 + 3_000);
    }

    private void sh(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(command + ": " + said);
        }
    }

    private void copyRecorded(String ring, String name, java.util.function.UnaryOperator<String> change)
            throws IOException {
        Path recorded = Path.of(
                System.getProperty("basedir", "."), "..", "probe", "src", "test", "resources", "recorded", ring);
        Files.createDirectories(folder.resolve(name));
        try (var files = Files.list(recorded)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".probe.txt"))
                    .sorted()
                    .toList()) {
                write(name + "/" + file.getFileName(), change.apply(Files.readString(file)));
            }
        }
    }

    private int run(String... args) {
        return run(Console.Style.PLAIN, args);
    }

    private int run(Console.Style style, String... args) {
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new ByteArrayInputStream(new byte[0]),
                folder,
                style,
                Map.of());
        return new Kolo(console).run(args);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
