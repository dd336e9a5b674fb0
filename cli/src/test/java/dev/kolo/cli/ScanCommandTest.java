package dev.kolo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.probe.source.ProbeScript;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanCommandTest {
    private static final String LEFT = """
            left$ ip addr
            2: enp1s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
                link/ether 4c:bb:47:00:00:00 brd ff:ff:ff:ff:ff:ff
                inet 10.10.0.10/24 scope global enp1s0f0np0
                   valid_lft forever preferred_lft forever
            """;

    private static final String RIGHT =
            LEFT.replace("left", "right").replace("4c:bb:47:00", "4c:bb:47:01").replace("10.10.0.10", "10.10.0.11");

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void printsTheProbeScriptAndNothingElse() {
        assertThat(run("", "--print-script")).isEqualTo(ExitCode.FINE);

        assertThat(out()).isEqualTo(ProbeScript.text()).startsWith("#!/bin/sh\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void showsHostsFunctionsLinksAndTheShape() throws IOException {
        write("facts/left.txt", LEFT);
        write("facts/right.txt", RIGHT);
        write("facts/notes.md", "Bought cables on Tuesday.\n");

        assertThat(run("", "--from", "facts")).isEqualTo(ExitCode.FINE);

        assertThat(out())
                .contains("Hosts\n", "Functions\n", "Links\n", "Shape: pair")
                .containsPattern("left +p0 +0 +enp1s0f0np0 +\\? +up +9000 +10\\.10\\.0\\.10/24")
                .containsPattern("left:enp1s0f0np0 +right:enp1s0f0np0 +0 +addresses only")
                .containsPattern("addresses +left, right|addresses +all|gids|Shape");
        assertThat(err()).contains("Reading facts.", "Understood 2 of 3 inputs", "notes.md: ");
    }

    @Test
    void printsNothingButJsonForMachines() {
        assertThat(run(LEFT + RIGHT, "--from", "-", "--json")).isEqualTo(ExitCode.FINE);

        assertThat(inventory(out()).hosts()).extracting(NodeFacts::host).containsExactly("left", "right");
        assertThat(err()).contains("Reading standard input.");
    }

    @Test
    void readsBackWhatItWroteAndWritesTheSameAgain() {
        run(LEFT + RIGHT, "--from", "-", "--json");
        String first = out();
        out.reset();

        assertThat(run(first, "--from", "-", "--json")).isEqualTo(ExitCode.FINE);

        assertThat(out()).isEqualTo(first);
    }

    @Test
    void writesTheInventoryToAFileBesideTheTables() throws IOException {
        assertThat(run(LEFT, "--from", "-", "--out", "inventory.json")).isEqualTo(ExitCode.FINE);

        assertThat(inventory(Files.readString(folder.resolve("inventory.json"))).hosts())
                .hasSize(1);
        assertThat(out()).contains("Functions\n");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
        assertThat(run(LEFT, "--from", "-", "--out", "absent/inventory.json")).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("could not be written to \"absent/inventory.json\"");
    }

    @Test
    void aDeadHostIsShownAndTheExitCodeSaysSo() {
        assertThat(run("", "no-such-spark.invalid", "--timeout", "30")).isEqualTo(ExitCode.FINDINGS);

        assertThat(out()).contains("Not read\n").contains("no-such-spark.invalid");
        assertThat(err()).contains("Could not read no-such-spark.invalid by ssh: ");
    }

    @Test
    void asksTheHostsOfTheClusterFileUnderTheirSshNames() throws IOException {
        write("kolo.yaml", "hosts:\n- {name: spark1, ssh: no-such-spark.invalid}\n- spark2.invalid\n");

        assertThat(run("", "--json", "--timeout", "30")).isEqualTo(ExitCode.FINDINGS);

        assertThat(inventory(out()).unreachable())
                .extracting(Inventory.Unreachable::host)
                .containsExactly("spark1", "spark2.invalid");
        assertThat(inventory(out()).unreachable().getFirst().reason()).contains("no-such-spark.invalid");
        out.reset();
        assertThat(run("", "spark1", "--json", "--timeout", "30")).isEqualTo(ExitCode.FINDINGS);
        assertThat(inventory(out()).unreachable()).hasSize(1);
    }

    @Test
    void namesThePlaceOfEveryMistakeInTheClusterFile() throws IOException {
        write("kolo.yaml", "hosts: [a]\nfabrik: {}\nhosts: [b]\n");

        assertThat(run("")).isEqualTo(ExitCode.BAD_INPUT);

        assertThat(err())
                .contains("kolo.yaml:2:1: unknown key \"fabrik\"", "did you mean \"fabric\"?")
                .contains("kolo.yaml:3:1: the key \"hosts\" stands twice");
        assertThat(out()).isEmpty();
    }

    @Test
    void aClusterFileNearbyDoesNotMatterToPastedFiles() throws IOException {
        write("kolo.yaml", "nonsense: [\n");

        assertThat(run(LEFT, "--from", "-")).isEqualTo(ExitCode.FINE);
        assertThat(run(LEFT, "--from", "-", "--config", "kolo.yaml")).isEqualTo(ExitCode.BAD_INPUT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from absent              | no file or folder \"absent\"",
                "--from - --from -          | --from - stands twice",
                "a a                        | \"a\" is named twice",
                "a;reboot                   | cannot have the character ';'",
                "--config absent.yaml       | absent.yaml: there is no such file",
                "-oProxyCommand=x           | Unknown option",
                "--timeout 0                | positive number of seconds",
                "--timeout soon             | is not an int",
            })
    void refusesBadUsageInOneSentence(String arguments, String words) {
        assertThat(run("", arguments.split(" +"))).isEqualTo(ExitCode.BAD_INPUT);

        assertThat(err()).contains(words).doesNotContain("Exception", "\tat ");
        assertThat(out()).isEmpty();
    }

    @Test
    void saysThatNothingWasUnderstood() {
        assertThat(run("Hello, my ring does not work. Please help!\n", "--from", "-"))
                .isEqualTo(ExitCode.BAD_INPUT);

        assertThat(err()).contains("standard input: ", "nothing of the input was understood");
        assertThat(out()).isEmpty();
    }

    @Test
    void showsNoControlCharacterOfAName() throws IOException {
        write("f/\u001b[31mred.txt", "nothing of use\n");
        write("f/ip.txt", LEFT);

        run("", "--from", "f");

        assertThat(err()).contains("\\x1b[31mred.txt").doesNotContain("\u001b");
    }

    private int run(String stdin, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "scan";
        System.arraycopy(args, 0, all, 1, args.length);
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new ByteArrayInputStream(stdin.getBytes(UTF_8)),
                folder,
                Console.Style.PLAIN,
                Map.of());
        int code = new Kolo(console).run(all);
        console.flush();
        return code;
    }

    private static Inventory inventory(String json) {
        Decoded<Inventory> decoded = InventoryJson.read(json);
        assertThat(decoded).isInstanceOf(Decoded.Whole.class);
        return ((Decoded.Whole<Inventory>) decoded).value();
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
