package dev.kolo.cli.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.Kolo;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code kolo plan --diff} on what real kernels said of a relayed ring of four, with one thing changed at a time: each change
 * shows as what it is, on the host where it is, and as nothing else.
 */
class RecordedDiffTest {
    private static final String ROUTE =
            "{\"dst\":\"10.10.1.11\",\"dev\":\"enp1s0f0np0\",\"protocol\":\"82\",\"scope\":\"link\",\"prefsrc\":\"10.10.0.10\",\"flags\":[]}";
    private static final String NEIGHBOUR =
            "{\"dst\":\"10.10.1.11\",\"dev\":\"enp1s0f0np0\",\"lladdr\":\"4c:bb:47:01:01:00\",\"state\":[\"PERMANENT\"],\"protocol\":\"82\"}";

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void planTheRecordedRing() throws IOException {
        Path recorded = Path.of(
                System.getProperty("basedir", "."),
                "..",
                "probe",
                "src",
                "test",
                "resources",
                "recorded",
                "ring4-relay");
        Path facts = Files.createDirectory(folder.resolve("facts"));
        try (Stream<Path> files = Files.list(recorded)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, facts.resolve(file.getFileName().toString()));
            }
        }
        assertThat(run("--from", "facts", "--relays", "auto", "--backend", "kernel", "--out", "plan"))
                .isEqualTo(ExitCode.FINE);
    }

    @Test
    void findsNothingWhereNothingChanged() {
        assertThat(differences()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                // what the host said | what it says now | how that is called
                "ROUTE, | | missing route 10.10.1.11 dev enp1s0f0np0 src 10.10.0.10 proto 82",
                "NEIGHBOUR, | | missing neigh 10.10.1.11 lladdr 4c:bb:47:01:01:00 dev enp1s0f0np0 permanent proto 82",
                "\"local\":\"10.10.0.10\" | \"local\":\"10.10.0.99\" | missing addr 10.10.0.10/24 dev enp1s0f0np0;foreign addr 10.10.0.99/24 dev enp1s0f0np0",
                "ROUTE | ROUTE prefsrc\":\"10.10.0.10=prefsrc\":\"10.10.3.11 | wrong route 10.10.1.11 dev enp1s0f0np0 src 10.10.0.10 proto 82",
                "NEIGHBOUR | NEIGHBOUR 01:01:00=01:01:99 | wrong neigh 10.10.1.11 lladdr 4c:bb:47:01:01:00 dev enp1s0f0np0 permanent proto 82",
                "ROUTE | ROUTE \"82\"=\"static\" | foreign route 10.10.1.11 dev enp1s0f0np0 src 10.10.0.10 proto static",
                "NEIGHBOUR | NEIGHBOUR ,\"protocol\":\"82\"= | foreign neigh 10.10.1.11 lladdr 4c:bb:47:01:01:00 dev enp1s0f0np0 permanent",
                "ROUTE | ROUTE 10.10.1.11=10.99.0.1 ROUTE | orphaned route 10.99.0.1 dev enp1s0f0np0 src 10.10.0.10 proto 82",
                "NEIGHBOUR | NEIGHBOUR 10.10.1.11=10.99.0.1 NEIGHBOUR | orphaned neigh 10.99.0.1 lladdr 4c:bb:47:01:01:00 dev enp1s0f0np0 permanent proto 82"
            })
    void callsAChangedObjectWhatItIs(String said, String now, String expected) throws IOException {
        String from = said.replace("ROUTE", ROUTE).replace("NEIGHBOUR", NEIGHBOUR);
        change("spark1", from, replacement(now == null ? "" : now));
        assertThat(differences()).containsExactlyInAnyOrder(expected.split(";"));
    }

    /** {@code NAME old=new}: the object with a part replaced; a second NAME after it keeps the object beside it. */
    private static String replacement(String now) {
        String[] words = now.split(" ", 3);
        String object = words[0].equals("ROUTE") ? ROUTE : words[0].equals("NEIGHBOUR") ? NEIGHBOUR : "";
        if (object.isEmpty()) {
            return now;
        }
        String[] parts = words[1].split("=", 2);
        String changed = object.replace(parts[0], parts[1]);
        return words.length == 3 ? changed + "," + object : changed;
    }

    private static final String RULE = "filter dev enp1s0f0np0 ingress pref 11 protocol 0x88b5 flower eth dst"
            + " 4c:bb:47:03:00:00 eth type 0x0800 redirect enp1s0f1np1";
    private static final String MARK =
            "filter dev enp1s0f0np0 egress pref 20 protocol ip flower dst_ip 10.10.1.11 eth type 0x88b5";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "ingress | \"to_dev\":\"enp1s0f1np1\" | \"to_dev\":\"enP2p1s0f1np1\" | wrong RULE",
                "ingress | \"val\":\"4cbb4703\" | \"val\":\"4cbb4799\" | wrong RULE",
                "ingress | \"val\":\"8000000\" | \"val\":\"88b50000\" | wrong RULE",
                "egress | \"val\":\"88b50000\" | \"val\":\"88b60000\" | wrong MARK",
                "ingress | \"kind\":\"flower\" | \"kind\":\"matchall\" | foreign filter dev enp1s0f0np0 ingress pref 11",
                "egress | \"kind\":\"pedit\" | \"kind\":\"gact\" | foreign filter dev enp1s0f0np0 egress pref 20",
                "egress | 10.10.1.11 | 10.99.0.1 | missing MARK;orphaned filter dev enp1s0f0np0 egress pref 20",
                "ingress | \"[34997]\",\"pref\":11 | \"[34998]\",\"pref\":12 | missing RULE;orphaned filter dev enp1s0f0np0 ingress pref 12",
                "ingress | \"[34997]\",\"pref\":11 | \"[34997]\",\"pref\":5 | missing RULE"
            })
    void callsAChangedFilterWhatItIs(String hook, String said, String now, String expected) throws IOException {
        changeSection("spark1", "tc-j-filter-" + hook + "/enp1s0f0np0", said, now);
        List<String> found = differences();
        String[] wanted = expected.replace("RULE", RULE).replace("MARK", MARK).split(";");
        assertThat(found).hasSameSizeAs(wanted);
        for (String want : wanted) {
            assertThat(found).anyMatch(f -> f.startsWith(want));
        }
    }

    @Test
    void callsAnotherMtuWrong() throws IOException {
        change("spark1", "\"mtu\":9000", "\"mtu\":1500");
        change("spark1", "enp1s0f0np0/mtu:9000", "enp1s0f0np0/mtu:1500");
        assertThat(differences()).contains("wrong mtu dev enp1s0f0np0");
    }

    @Test
    void saysWhichHostWasNotSeenAndCallsNothingOfItMissing() throws IOException {
        Files.delete(folder.resolve("facts/spark4.probe.txt"));
        assertThat(run("--from", "facts", "--out", "plan", "--diff")).isEqualTo(ExitCode.FINE);
        assertThat(out.toString(UTF_8)).contains("everything on spark4");
    }

    private void change(String host, String said, String now) throws IOException {
        Path file = folder.resolve("facts/" + host + ".probe.txt");
        String before = Files.readString(file);
        String after = before.replace(said, now);
        assertThat(after).as("%s says %s", host, said).isNotEqualTo(before);
        Files.writeString(file, after);
    }

    private void changeSection(String host, String section, String said, String now) throws IOException {
        String text = Files.readString(folder.resolve("facts/" + host + ".probe.txt"));
        int start = text.indexOf("### section " + section + " ");
        String whole = text.substring(start, text.indexOf("### end " + section, start));
        assertThat(whole).contains(said);
        change(host, whole, whole.replace(said, now));
    }

    /** Each difference as its kind and object; all on the host that was changed. */
    private List<String> differences() {
        int exit = run("--from", "facts", "--out", "plan", "--diff", "--json");
        JsonObject report = JsonReader.read(out.toString(UTF_8))
                .value()
                .orElseThrow()
                .asObject()
                .orElseThrow();
        List<JsonObject> found = report.objects("differences");
        assertThat(exit).isEqualTo(found.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS);
        assertThat(found).allMatch(d -> d.string("host").orElse("").equals("spark1"));
        return found.stream()
                .map(d -> d.string("kind").orElse("") + " " + d.string("object").orElse(""))
                .toList();
    }

    private int run(String... arguments) {
        out.reset();
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                new ByteArrayInputStream(new byte[0]),
                folder,
                Console.Style.PLAIN,
                Map.of());
        return new Kolo(console)
                .run(Stream.concat(Stream.of("plan"), Stream.of(arguments)).toArray(String[]::new));
    }
}
