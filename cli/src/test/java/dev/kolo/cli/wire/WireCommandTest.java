package dev.kolo.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The verbs of {@code kolo wire}, over real processes. */
class WireCommandTest {
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
        assertThat(kolo("wire", "suite", "--short", "--nic", "tcp", "--ranks", "3"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("SUMMARY rank 2: ");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("on the wire (tcp)")
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

    private int kolo(String... arguments) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                Path.of("."),
                Console.Style.PLAIN,
                Map.of());
        return new Kolo(console).run(arguments);
    }
}
