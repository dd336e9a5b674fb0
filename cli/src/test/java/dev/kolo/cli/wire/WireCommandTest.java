package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import dev.kolo.config.WireKeys;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.wire.settings.Setting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The verbs of {@code kolo wire}, over real processes. */
class WireCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final Map<String, String> environment = new TreeMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void runsTheSuiteOverSharedMemoryAndSaysWhatPassed() {
        assertThat(kolo("wire", "suite", "--short", "--shuffle", "3")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(l -> l.matches("SUMMARY rank [01]: [1-9][0-9]+ passed, 0 failed"));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("on the wire (shm)")
                .contains("shuffled by 3");
    }

    @Test
    void runsTheSuiteOfThreeRanksOverTcp() {
        assertThat(kolo("wire", "suite", "--short", "--nic", "tcp", "--ranks", "3", "--form", "ll8"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("SUMMARY rank 2: ");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("on the wire (tcp)")
                .contains("payload up to 8192 B travels as ll8 words")
                .contains("ring: ");
    }

    @Test
    void measuresAndWritesJson() {
        assertThat(kolo("wire", "bench", "--sizes", "16", "--json")).isZero();
        assertThat(JsonReader.read(out.toString(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(JsonReading.Whole.class, whole -> {
                    List<JsonObject> results = ((JsonObject) whole.root()).objects("results");
                    assertThat(results)
                            .extracting(r -> r.string("payload").orElse(""))
                            .contains("repeated", "rewritten", "slot");
                    assertThat(results).allMatch(r -> r.decimal("p50_us").orElse(0) > 0);
                });
    }

    @Test
    void followsAPlanWithoutRelaysByNeighbourSchedules() {
        assertThat(kolo("plan", "--shape", "ring", "--hosts", "4", "--out", "plan"))
                .isZero();
        out.reset();
        assertThat(kolo("wire", "suite", "--short", "--limit", "4KiB", "--plan", "plan"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(4)
                .allMatch(l -> l.matches("SUMMARY rank [0-3]: [1-9][0-9]+ passed, 0 failed"));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("Trying 4 ranks over shm, joined as in plan.")
                .contains("matchings: ", "both-ways: ", "ring: ")
                .doesNotContain("two-shot: ")
                .doesNotContain("lane 0 to rank 2");
    }

    @Test
    void followsAPlanWithRelaysByOneShot() {
        assertThat(kolo(
                        "plan",
                        "--shape",
                        "ring",
                        "--hosts",
                        "4",
                        "--relays",
                        "1",
                        "--backend",
                        "kernel",
                        "--out",
                        "plan"))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(kolo("wire", "suite", "--short", "--limit", "4KiB", "--nic", "tcp", "--plan", "plan/plan.json"))
                .isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("two-shot: ", "lane 0 to rank 2");
    }

    @Test
    void refusesAPlanThatDoesNotFit() {
        assertThat(kolo("plan", "--shape", "ring", "--hosts", "3", "--out", "plan"))
                .isZero();
        assertThat(kolo("wire", "suite", "--ranks", "4", "--plan", "plan")).isEqualTo(3);
        assertThat(kolo("wire", "suite", "--plan", "plan", "one", "two", "three"))
                .isEqualTo(3);
        assertThat(kolo("wire", "bench", "--plan", "nowhere")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("the plan plan is for 3 ranks (spark1, spark2, spark3), and 4 are to be started")
                .contains("is for the hosts spark1, spark2, spark3, and named are one, three, two")
                .contains("there is no readable plan at \"nowhere\"");
        assertThat(kolo("plan", "--shape", "path", "--hosts", "4", "--out", "path"))
                .isZero();
        assertThat(kolo("wire", "suite", "--plan", "path")).isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("the plan path has no lanes for the wire. ");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThat(kolo("wire", "suite", "--nic", "verbs\u001b[31m")).isEqualTo(2);
        assertThat(kolo("wire", "suite", "--ranks", "17")).isEqualTo(2);
        assertThat(kolo("wire", "bench", "--sizes", "8XiB")).isEqualTo(2);
        assertThat(kolo("wire", "suite", "--limit", "3")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("--ranks 17: a session has 2 to 16 ranks")
                .contains("\"8XiB\" is no size")
                .contains("limit")
                .doesNotContain("\u001b");
    }

    @Test
    void takesSettingsFromFlagsBeforeVariablesBeforeTheFile() throws IOException {
        Files.writeString(folder.resolve("kolo.yaml"), """
                hosts: [spark1]
                wire:
                  limit: 16KiB
                  wait: 30s
                  lanes: 1
                  use: off
                """);
        environment.put("KOLO_WIRE_LIMIT", "8KiB");
        environment.put("KOLO_WIRE_GRACE", "2s");
        RankOptions options = new RankOptions(console());
        CommandLine verb = options.addSettings(new CommandLine(CommandLine.Model.CommandSpec.create()));
        verb.parseArgs("--limit", "4KiB");
        assertThat(options.settings())
                .containsEntry("limit", "4KiB")
                .containsEntry("grace", "2s")
                .containsEntry("wait", "30s")
                .containsEntry("use", "on")
                .doesNotContainKeys("token", "rank", "rendezvous");
        assertThat(new RankOptions(console()).settings()).containsEntry("limit", "8KiB");
    }

    @Test
    void namesThePlaceOfAWrongSettingInTheFile() throws IOException {
        Files.writeString(folder.resolve("kolo.yaml"), "hosts: [a]\nwire:\n  limit: 3\n  nap: 1h\n");
        assertThat(kolo("wire", "suite")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("kolo.yaml:3:10: wire.limit is \"3\", possible is 4KiB to 16MiB")
                .contains("kolo.yaml:4:8: wire.nap is \"1h\", possible is 1us to 1ms");
        Files.writeString(folder.resolve("other.yaml"), "hosts: [a]\nwire: {limt: 4KiB}\n");
        assertThat(kolo("wire", "bench", "--config", "other.yaml")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("other.yaml:2:8: unknown key \"limt\" in wire: did you mean \"limit\"?");
    }

    @Test
    void theClusterFileKnowsTheSettingsOfTheWire() {
        assertThat(WireKeys.ALL)
                .as("a new setting belongs into WireKeys of config, too")
                .containsExactlyElementsOf(
                        Arrays.stream(Setting.values()).map(Setting::key).toList());
    }

    private int kolo(String... arguments) {
        return new Kolo(console()).run(arguments);
    }

    private Console console() {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                folder,
                Console.Style.PLAIN,
                environment);
    }
}
